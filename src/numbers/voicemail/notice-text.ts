/** What the mails say that bring messages and tell of missed calls. */
import { htmlLines, htmlTable } from '#core/notice-html.ts';
import { formatCaller } from '#core/phone-number.ts';
import type { OwedMissedCall, Voicemail } from './voicemail.ts';

export type NoticeText = {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

const words = {
  en: {
    message: (caller: string) => `Voicemail from ${caller}`,
    left: (number: string) =>
      `A caller left a voicemail message on ${number}. The recording is attached.`,
    missed: (caller: string) => `Missed call from ${caller}`,
    missedMany: (count: number) => `${count} missed calls`,
    nobodyTook: 'These calls were not answered:',
    from: 'From',
    to: 'To',
    at: 'When',
    lasts: 'Length',
    seconds: 's',
    hidden: 'withheld number',
    cutShort: 'The recording was interrupted; the end of the message is missing.',
  },
  fr: {
    message: (caller: string) => `Message vocal de ${caller}`,
    left: (number: string) =>
      `Un appelant a laissé un message vocal sur le ${number}. L’enregistrement est joint.`,
    missed: (caller: string) => `Appel manqué de ${caller}`,
    missedMany: (count: number) => `${count} appels manqués`,
    nobodyTook: 'Ces appels n’ont pas été décrochés :',
    from: 'De',
    to: 'Vers',
    at: 'Quand',
    lasts: 'Durée',
    seconds: 's',
    hidden: 'numéro masqué',
    cutShort: 'L’enregistrement a été interrompu ; la fin du message manque.',
  },
} as const;

export function voicemailText(voicemail: Voicemail, zone: string): NoticeText {
  const { number, language, startedAtMs, durationMs, end } = voicemail;
  const said = words[language];
  const caller = callerName(voicemail);
  const rows = [
    [said.from, caller],
    [said.to, shownPhone(number)],
    [said.at, localTime(startedAtMs, zone)],
    [said.lasts, `${Math.round(durationMs / 1_000)} ${said.seconds}`],
  ] as const;
  const lines = [said.left(shownPhone(number)), ...(end === 'cut short' ? [said.cutShort] : [])];
  return {
    subject: said.message(caller),
    text: `${lines.join('\n')}\n\n${rows.map(([name, value]) => `${name}: ${value}`).join('\n')}\n`,
    html: `${htmlLines(lines)}${htmlTable(rows)}`,
  };
}

/** One call, or all that have gathered. */
export function missedCallsText(
  calls: readonly [OwedMissedCall, ...OwedMissedCall[]],
  zone: string,
): NoticeText {
  const [first] = calls;
  const said = words[first.language];
  const rows = calls.map((call) => {
    const where = `${callerName(call)} → ${shownPhone(call.number)}`;
    return [localTime(call.atMs, zone), where] as const;
  });
  return {
    subject: calls.length === 1 ? said.missed(callerName(first)) : said.missedMany(calls.length),
    text: `${said.nobodyTook}\n\n${rows.map((row) => row.join('  ')).join('\n')}\n`,
    html: `${htmlLines([said.nobodyTook])}${htmlTable(rows)}`,
  };
}

/** `voicemail-20300701-120005-33612345678.wav`: letters and digits alone, whatever the caller is called. */
export function attachmentName({ startedAtMs, caller }: Voicemail, zone: string): string {
  const at = localTime(startedAtMs, zone).replaceAll(/[-:]/g, '').replace(' ', '-');
  const who = caller.replaceAll(/[^0-9A-Za-z]/g, '').slice(0, 20);
  return `voicemail-${at}-${who === '' ? 'hidden' : who}.wav`;
}

type Called = Pick<Voicemail, 'caller' | 'callerName' | 'language'>;

function callerName({ caller, callerName: name, language }: Called): string {
  if (caller === '') return words[language].hidden;
  const phone = shownPhone(caller);
  const clean = name.replaceAll(/\p{C}|#/gu, ' ').trim();
  return clean === '' || clean === caller ? phone : `${clean} (${phone})`;
}

/** A name of an exchange stays as it came, without what would break a line. */
function shownPhone(digits: string): string {
  return formatCaller(digits).replaceAll(/\p{C}/gu, ' ').trim();
}

/** `2030-07-01 12:00:05` on the account's wall clock. */
function localTime(atMs: number, zone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(atMs).toZonedDateTimeISO(zone);
  return local.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');
}
