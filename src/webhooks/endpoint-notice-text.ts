/** What the mails say that tell an account's people of trouble with an endpoint. */
import { unreachable } from '#core/assert.ts';
import { faultOf } from '#core/attempt-fault.ts';
import { htmlLines, htmlTable } from '#core/notice-html.ts';
import type { Language } from '#core/words.ts';
import type { EndpointNotice } from './endpoint-notices.ts';

export type EndpointNoticeText = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** `zone`: the IANA name of the one whose wall clock the account reads. */
export type NoticeReader = { readonly zone: string; readonly language: Language };

const words = {
  en: {
    failing: (origin: string) => `Webhooks to ${origin} are failing`,
    forbidden: (origin: string) => `Webhooks to ${origin} are blocked`,
    disabled: (origin: string) => `Webhooks to ${origin} are disabled`,
    unacknowledged:
      'Your server does not acknowledge the webhooks that are sent to it. Check the last response below.',
    kept: 'Each event is retried for 72 hours, and listed for 30 days.',
    disabledOn: (time: string) => `If it keeps failing, the endpoint is disabled on ${time}.`,
    privateAddress:
      'The host name of your server resolves to a private address, to which webhooks are not allowed.',
    checkedAgain: 'The address is checked again every 15 minutes.',
    receivesNoMore: 'The endpoint receives no more webhooks. New events are kept for it.',
    resume:
      'When your server works again, resume the endpoint and choose whether the events that were kept are sent.',
    endpoint: 'Endpoint',
    lastResponse: 'Last response',
    since: 'Since',
    colon: ': ',
  },
  fr: {
    failing: (origin: string) => `Les webhooks vers ${origin} échouent`,
    forbidden: (origin: string) => `Les webhooks vers ${origin} sont bloqués`,
    disabled: (origin: string) => `Les webhooks vers ${origin} sont désactivés`,
    unacknowledged:
      'Votre serveur ne confirme pas les webhooks qui lui sont envoyés. Consultez la dernière réponse ci-dessous.',
    kept: 'L’envoi de chaque événement est retenté pendant 72 heures, et l’événement est listé pendant 30 jours.',
    disabledOn: (time: string) =>
      `Si les échecs continuent, le point de terminaison sera désactivé le ${time}.`,
    privateAddress:
      'Le nom d’hôte de votre serveur mène à une adresse privée, vers laquelle les webhooks ne sont pas autorisés.',
    checkedAgain: 'L’adresse est vérifiée de nouveau toutes les 15 minutes.',
    receivesNoMore:
      'Le point de terminaison ne reçoit plus de webhooks. Les nouveaux événements sont gardés pour lui.',
    resume:
      'Quand votre serveur fonctionnera de nouveau, reprenez le point de terminaison et choisissez si les événements gardés sont envoyés.',
    endpoint: 'Point de terminaison',
    lastResponse: 'Dernière réponse',
    since: 'Depuis',
    colon: ' : ',
  },
} as const;

export function endpointNoticeText(
  notice: EndpointNotice,
  { zone, language }: NoticeReader,
): EndpointNoticeText {
  const { endpointId, origin, reason, failingSinceMs } = notice;
  const said = words[language];
  const rows: readonly (readonly [string, string])[] = [
    [said.endpoint, `${origin} (ID ${endpointId})`],
    [said.lastResponse, shownReason(reason, language)],
    ...(failingSinceMs > 0 ? [[said.since, localTime(failingSinceMs, zone)] as const] : []),
  ];
  const lines = linesOf(notice, { zone, language });
  return {
    subject: said[notice.what](origin),
    text: `${lines.join('\n')}\n\n${rows.map((row) => row.join(said.colon)).join('\n')}\n`,
    html: `${htmlLines(lines)}${htmlTable(rows)}`,
  };
}

/** A status as it came, with what the server said beside it; words of ours in the language of the reader. */
function shownReason(reason: string, language: Language): string {
  const fault = faultOf(reason);
  return fault === null || Object.hasOwn(fault.params, 'status') ? reason : fault.says[language];
}

function linesOf(
  { what, givenUpAtMs }: EndpointNotice,
  { zone, language }: NoticeReader,
): readonly string[] {
  const said = words[language];
  switch (what) {
    case 'failing':
      return [
        said.unacknowledged,
        said.kept,
        ...(givenUpAtMs === null ? [] : [said.disabledOn(localTime(givenUpAtMs, zone))]),
      ];
    case 'forbidden':
      return [said.privateAddress, `${said.checkedAgain} ${said.kept}`];
    case 'disabled':
      return [said.receivesNoMore, said.resume];
    default:
      return unreachable(what);
  }
}

/** `2030-07-01 12:00` */
function localTime(atMs: number, zone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone);
  return local.toPlainDateTime().toString({ smallestUnit: 'minute' }).replace('T', ' ');
}
