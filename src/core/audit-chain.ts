/** The chain of the audit: each row has a hash over itself and the hash before it. */
import { createHash } from 'node:crypto';

export type ChainedRecord = {
  readonly id: number;
  readonly atMs: number;
  readonly actor: string;
  readonly accountId: number | null;
  readonly action: string;
  readonly target: string;
  readonly details: string;
  /** 1 is the first; no number is left out. */
  readonly n: number;
  readonly hash: string;
};

/** The number and the hash of the last row, kept apart from the rows. */
export type ChainHead = { readonly n: number; readonly hash: string };

export type ChainReading =
  | { readonly ok: true; readonly rows: number }
  /** The number at which the chain breaks: that row was changed, or is gone. */
  | { readonly ok: false; readonly n: number };

const separator = '\u001f';

/** `page` gives rows behind a number, in their order. */
export async function readChain(
  page: (afterN: number) => Promise<readonly ChainedRecord[]>,
  head: ChainHead,
): Promise<ChainReading> {
  let before: ChainHead = { n: 0, hash: '' };
  while (before.n < head.n) {
    const records = await page(before.n);
    // The last ones are gone.
    if (records.length === 0) return { ok: false, n: before.n + 1 };
    for (const record of records) {
      if (record.n > head.n) break;
      const follows = record.n === before.n + 1 && record.hash === hashOf(record, before.hash);
      if (!follows) return { ok: false, n: before.n + 1 };
      before = record;
    }
  }
  return before.hash === head.hash ? { ok: true, rows: head.n } : { ok: false, n: head.n };
}

function hashOf(
  { n, id, atMs, actor, accountId, action, target, details }: ChainedRecord,
  before: string,
): string {
  const fields = [before, n, id, atMs, actor, accountId ?? '', action, target, details];
  return createHash('sha256').update(fields.join(separator)).digest('hex');
}
