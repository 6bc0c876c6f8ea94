/** What the mails say that tell an account's people of trouble with an endpoint. */
import { unreachable } from '#core/assert.ts';
import { htmlLines, htmlTable } from '#core/notice-html.ts';
import type { EndpointNotice } from './endpoint-notices.ts';

export type EndpointNoticeText = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** `zone`: the IANA name of the one whose wall clock the account reads. */
export function endpointNoticeText(notice: EndpointNotice, zone: string): EndpointNoticeText {
  const { endpointId, origin, reason, failingSinceMs } = notice;
  const rows: readonly (readonly [string, string])[] = [
    ['Endpoint', `${origin} (number ${endpointId})`],
    ['Last answer', reason],
    ...(failingSinceMs > 0 ? [['Since', localTime(failingSinceMs, zone)] as const] : []),
  ];
  const lines = linesOf(notice, zone);
  return {
    subject: subjects[notice.what](origin),
    text: `${lines.join('\n')}\n\n${rows.map(([name, value]) => `${name}: ${value}`).join('\n')}\n`,
    html: `${htmlLines(lines)}${htmlTable(rows)}`,
  };
}

const subjects: Readonly<Record<EndpointNotice['what'], (origin: string) => string>> = {
  failing: (origin) => `Your webhooks do not get through to ${origin}`,
  forbidden: (origin) => `Your webhooks may not be sent to ${origin}`,
  disabled: (origin) => `Your webhooks to ${origin} are switched off`,
};

const kept = 'Events are kept and sent again for 72 hours each, and listed for 30 days.';

function linesOf({ what, givenUpAtMs }: EndpointNotice, zone: string): readonly string[] {
  switch (what) {
    case 'failing':
      return [
        'Your server takes none of the events that we send to it.',
        kept,
        ...(givenUpAtMs === null
          ? []
          : [
              `If it stays like this nothing is sent any more from ${localTime(givenUpAtMs, zone)}.`,
            ]),
      ];
    case 'forbidden':
      return [
        'The name of your server leads to an address that may not be contacted from here.',
        `We look again every 15 minutes. ${kept}`,
      ];
    case 'disabled':
      return [
        'Nothing is sent to this endpoint any more. New events are collected for it.',
        'When it works again, resume it: you choose whether what was collected is sent.',
      ];
    default:
      return unreachable(what);
  }
}

/** `2030-07-01 12:00` */
function localTime(atMs: number, zone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone);
  return local.toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ');
}
