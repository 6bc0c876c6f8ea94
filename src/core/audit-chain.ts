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

/** The chain as it is stored. */
export type StoredChain = {
  /** The last row that was forgotten. */
  auditStart(): Promise<ChainHead>;
  auditHead(): Promise<ChainHead>;
  /** Rows behind a number, in their order. */
  auditChain(afterN: number, limit: number): Promise<readonly ChainedRecord[]>;
};

const pageRows = 1_000;
/** The start moves once for each slice that is forgotten meanwhile. */
const readingsMax = 100;

/** From what was forgotten last to the last row: whether each follows from the one before it. */
export async function verifyChain(chain: StoredChain): Promise<ChainReading> {
  let start = await chain.auditStart();
  for (let readings = 1; ; readings += 1) {
    const reading = await readChain(chain, start);
    const now = await chain.auditStart();
    // What stood at the beginning was forgotten while it was read.
    if (reading.ok || now.n === start.n || readings === readingsMax) return reading;
    start = now;
  }
}

async function readChain(chain: StoredChain, start: ChainHead): Promise<ChainReading> {
  const head = await chain.auditHead();
  let before = start;
  while (before.n < head.n) {
    const records = await chain.auditChain(before.n, pageRows);
    // The last ones are gone.
    if (records.length === 0) return { ok: false, n: before.n + 1 };
    for (const record of records) {
      if (record.n > head.n) break;
      const follows = record.n === before.n + 1 && record.hash === hashOf(record, before.hash);
      if (!follows) return { ok: false, n: before.n + 1 };
      before = record;
    }
  }
  return before.hash === head.hash
    ? { ok: true, rows: head.n - start.n }
    : { ok: false, n: head.n };
}

function hashOf(
  { n, id, atMs, actor, accountId, action, target, details }: ChainedRecord,
  before: string,
): string {
  const fields = [before, n, id, atMs, actor, accountId ?? '', action, target, details];
  return createHash('sha256').update(fields.join(separator)).digest('hex');
}
