/** What the word or the number of an operator's report makes of a part. */
import type { Outcome } from '#model/recipient-state.ts';

export type ReceiptWords = {
  /** The operator's own words, upper case, and those it means in another sense. */
  readonly wordTable: Readonly<Record<string, Outcome>>;
  /** ACCEPTD is final on paper and intermediate with most operators. */
  readonly accepted: Outcome;
};

/** SMPP 5.0 §4.8.2.14: message_state, the words of receipts at the place of their number. */
const words = [
  'SCHEDULED',
  'ENROUTE',
  'DELIVRD',
  'EXPIRED',
  'DELETED',
  'UNDELIV',
  'ACCEPTD',
  'UNKNOWN',
  'REJECTD',
  'SKIPPED',
] as const;

const outcomes: ReadonlyMap<string, Outcome> = new Map<string, Outcome>([
  ['SCHEDULED', 'waiting'],
  ['ENROUTE', 'waiting'],
  ['BUFFRED', 'waiting'],
  ['BUFFERD', 'waiting'],
  ['ACKED', 'waiting'],
  ['DELIVRD', 'delivered'],
  ['EXPIRED', 'not delivered'],
  ['DELETED', 'not delivered'],
  ['UNDELIV', 'not delivered'],
  ['UNKNOWN', 'not delivered'],
  ['REJECTD', 'not delivered'],
  ['SKIPPED', 'not delivered'],
  ['FAILED', 'not delivered'],
]);

const noWords: Readonly<Record<string, Outcome>> = {};

/** Undefined for what neither the standard nor the operator's table knows: it changes no state. */
export function receiptState(
  reported: string | number,
  { wordTable = noWords, accepted = 'waiting' }: Partial<ReceiptWords> = {},
): Outcome | undefined {
  const word = wordOf(reported);
  if (word === undefined) return undefined;
  if (Object.hasOwn(wordTable, word)) return wordTable[word];
  return word === 'ACCEPTD' ? accepted : outcomes.get(word);
}

/** The word of a receipt, upper case, for a message_state or a word as it came. */
export function wordOf(reported: string | number): string | undefined {
  return typeof reported === 'number' ? words[reported] : reported.toUpperCase();
}
