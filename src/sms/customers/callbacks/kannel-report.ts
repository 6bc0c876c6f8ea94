/** A delivery report as Kannel tells it: the client's URL with what it asks for put in place of its escapes. */
import type { SmsReportFact } from '#sms/report-maker.ts';
import type { ReportCallback, SubmittedMessage } from '#sms/submission.ts';
import { receiptTextOf } from '../receipt-pdu.ts';
import { messageUuid } from './message-uuid.ts';
import { neverTaken } from './never-taken.ts';

export type KannelReport = {
  readonly fact: SmsReportFact;
  readonly submitted: SubmittedMessage;
  readonly callback: Extract<ReportCallback, { readonly gateway: 'kannel' }>;
};

/** The bits of `dlr-mask`, which are also the values of `%d`. */
const bit = {
  delivered: 1,
  notDelivered: 2,
  buffered: 4,
  taken: 8,
  refused: 16,
  intermediate: 32,
} as const;

/** Undefined where the mask leaves this report out. */
export function kannelUrl(pattern: string, report: KannelReport): string | undefined {
  const type = reportType(report.fact, report.callback.mask);
  return type === undefined ? undefined : fill(pattern, escapesOf(report, type));
}

/**
 * The first of what is true that the mask asks for. What the operator said to the submit is told with
 * the message's end, and only where the end itself is not asked for.
 */
function reportType(fact: SmsReportFact, mask: number): number | undefined {
  return typesOf(fact).find((type) => (mask & type) !== 0);
}

function typesOf(fact: SmsReportFact): readonly number[] {
  if (fact.status === 'waiting') return [bit.buffered, bit.intermediate];
  if (fact.status === 'delivered') return [bit.delivered, bit.taken];
  return neverTaken(fact)
    ? [bit.refused, bit.notDelivered]
    : [bit.notDelivered, bit.taken, bit.refused];
}

type Escapes = Readonly<Record<string, string>>;

function escapesOf({ fact, submitted, callback }: KannelReport, type: number): Escapes {
  const { source } = submitted.submission;
  const phone = `${callback.phonePrefix}${fact.phone}`;
  const text = textOf(fact, submitted, type);
  const [keyword = '', ...words] = text.split(/\s+/).filter((word) => word !== '');
  const at = new Date(fact.atMs).toISOString();
  return {
    a: [keyword, ...words].map(encoded).join('+'),
    A: encoded(text),
    b: encoded(text),
    c: '0',
    C: 'UTF-8',
    d: String(type),
    F: String(fact.messageId),
    I: messageUuid(fact.messageId),
    k: encoded(keyword),
    o: encoded(callback.account),
    // In a report the message has come back: the phone is where it came from.
    p: encoded(phone),
    P: encoded(source.address),
    q: encoded(withPlus(phone)),
    Q: encoded(withPlus(source.address)),
    r: words.map(encoded).join('+'),
    s: encoded(words[0] ?? ''),
    t: `${at.slice(0, 10)}+${at.slice(11, 19)}`,
    T: String(Math.floor(fact.atMs / 1_000)),
    '%': '%',
    // Nothing is known of these here.
    B: '',
    D: '',
    f: '',
    i: '',
    m: '',
    M: '',
    n: '',
    O: '',
    R: '',
    S: '',
    u: '',
    v: '',
    V: '',
  };
}

/** An escape that nobody knows stays as it is: it may be an octet of the URL in hexadecimal digits. */
function fill(pattern: string, escapes: Escapes): string {
  return pattern.replace(/%(.)/g, (whole, letter: string) => escapes[letter] ?? whole);
}

/** The answer to the submit in Kannel's words, else the receipt's text. */
function textOf(fact: SmsReportFact, submitted: SubmittedMessage, type: number): string {
  if (type === bit.taken) return 'ACK/';
  if (type !== bit.refused) return receiptTextOf(fact, submitted);
  const code = /^refused_0x(?<hex>[0-9a-f]+)$/.exec(fact.word)?.groups?.['hex'];
  return code === undefined ? `NACK/${fact.word}` : `NACK/0x${code.padStart(8, '0')}/${fact.word}`;
}

function withPlus(number: string): string {
  return number.startsWith('00') ? `+${number.slice(2)}` : number;
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll('%20', '+');
}
