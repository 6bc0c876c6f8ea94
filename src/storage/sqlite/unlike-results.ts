/**
 * Results of a batch that are nearly all alike. They come back from the writer thread as those that are not, each with
 * its place: a structured clone of one object a message takes both threads 3 µs.
 */
import type { AcceptResult } from '#core/accept.ts';
import type { FactResults, KeptReceipt, ReceiptResult } from '#sms/message-store.ts';

/** What is not as usual, and where it stands. */
type Unlike<Result> = readonly (readonly [place: number, result: Result])[];

type UnlikeAccepts = Unlike<AcceptResult>;

type UnlikeFacts = {
  readonly submits: Unlike<readonly KeptReceipt[]>;
  readonly receipts: Unlike<ReceiptResult>;
  readonly refusals: Unlike<boolean>;
};

export function unlikeAccepts(results: readonly AcceptResult[]): UnlikeAccepts {
  return unlike(results, ({ kind }) => kind === 'accepted');
}

export function allAccepts(count: number, results: UnlikeAccepts): readonly AcceptResult[] {
  return all<AcceptResult>(count, accepted, results);
}

export function unlikeFacts({ submits, receipts, refusals }: FactResults): UnlikeFacts {
  return {
    submits: unlike(submits, (kept) => kept.length === 0),
    receipts: unlike(receipts, (result) => result === 'state changed'),
    refusals: unlike(refusals, (hasChanged) => hasChanged),
  };
}

type Counts = { readonly [Kind in keyof FactResults]: { readonly length: number } };

export function allFacts(counts: Counts, results: UnlikeFacts): FactResults {
  return {
    submits: all<readonly KeptReceipt[]>(counts.submits.length, noneKept, results.submits),
    receipts: all<ReceiptResult>(counts.receipts.length, 'state changed', results.receipts),
    refusals: all<boolean>(counts.refusals.length, true, results.refusals),
  };
}

const accepted = { kind: 'accepted' } as const;
const noneKept: readonly KeptReceipt[] = [];

function unlike<Result>(
  results: readonly Result[],
  isUsual: (result: Result) => boolean,
): Unlike<Result> {
  return results.flatMap((result, place) => (isUsual(result) ? [] : [[place, result] as const]));
}

function all<Result>(count: number, usual: Result, others: Unlike<Result>): readonly Result[] {
  const results = Array.from<Result>({ length: count }).fill(usual);
  for (const [place, result] of others) results[place] = result;
  return results;
}
