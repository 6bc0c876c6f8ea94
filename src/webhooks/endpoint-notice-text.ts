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
    ['Endpoint', `${origin} (ID ${endpointId})`],
    ['Last response', reason],
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
  failing: (origin) => `Webhooks to ${origin} are failing`,
  forbidden: (origin) => `Webhooks to ${origin} are blocked`,
  disabled: (origin) => `Webhooks to ${origin} are disabled`,
};

const kept = 'Each event is retried for 72 hours, and listed for 30 days.';

function linesOf({ what, givenUpAtMs }: EndpointNotice, zone: string): readonly string[] {
  switch (what) {
    case 'failing':
      return [
        'Your server does not acknowledge the webhooks that are sent to it. Check the last response below.',
        kept,
        ...(givenUpAtMs === null
          ? []
          : [`If it keeps failing, the endpoint is disabled on ${localTime(givenUpAtMs, zone)}.`]),
      ];
    case 'forbidden':
      return [
        'The host name of your server resolves to a private address, to which webhooks are not allowed.',
        `The address is checked again every 15 minutes. ${kept}`,
      ];
    case 'disabled':
      return [
        'The endpoint receives no more webhooks. New events are kept for it.',
        'When your server works again, resume the endpoint and choose whether the events that were kept are sent.',
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
