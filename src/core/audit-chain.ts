/**
 * The chain of the audit: each row has a hash over itself and the hash before it (HMAC-SHA-256), made with a key that does
 * not stand in clear where the rows do. Who can write the database cannot make the chain of other rows.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { ImpossibleState } from './assert.ts';

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

/** A row as it was written, before it has its place in the chain. */
export type UnchainedRecord = Omit<ChainedRecord, 'n' | 'hash'>;

/** The number and the hash of a row, kept apart from the rows. */
export type ChainEnd = { readonly n: number; readonly hash: string };

/** Of the last row, with a seal by which a cut tail is known; empty until there is a key. */
export type ChainHead = ChainEnd & { readonly seal: string };

/** What the chain is made with, from a row on; those before were chained by hashes without a key. */
export type AuditKey = { readonly key: Uint8Array; readonly from: number };

export type ChainReading =
  | { readonly ok: true; readonly rows: number }
  /** The number at which the chain breaks: that row was changed, or is gone. */
  | { readonly ok: false; readonly n: number };

const separator = '\u001f';

/** The chain as it is stored. */
export type StoredChain = {
  /** The last row that was forgotten. */
  auditStart(): Promise<ChainEnd>;
  auditHead(): Promise<ChainHead>;
  /** Rows behind a number, in their order. */
  auditChain(afterN: number, limit: number): Promise<readonly ChainedRecord[]>;
  /** Undefined where the installation has none yet. */
  auditKey(): AuditKey | undefined;
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

async function readChain(chain: StoredChain, start: ChainEnd): Promise<ChainReading> {
  const head = await chain.auditHead();
  const key = chain.auditKey();
  let before = start;
  while (before.n < head.n) {
    const records = await chain.auditChain(before.n, pageRows);
    // The last ones are gone.
    if (records.length === 0) return { ok: false, n: before.n + 1 };
    for (const record of records) {
      if (record.n > head.n) break;
      const follows = record.n === before.n + 1 && isHashOf(record, before.hash, key);
      if (!follows) return { ok: false, n: before.n + 1 };
      before = record;
    }
  }
  if (before.hash !== head.hash || !isSealed(head, key)) return { ok: false, n: head.n };
  const beyond = await firstBeyond(chain, head);
  return beyond === undefined ? { ok: true, rows: head.n - start.n } : { ok: false, n: beyond };
}

/** A row and the head that counts it are written together: one without the other is nobody's of ours. */
async function firstBeyond(chain: StoredChain, { n }: ChainEnd): Promise<number | undefined> {
  const [row] = await chain.auditChain(n, 1);
  if (row === undefined) return undefined;
  return (await chain.auditHead()).n < row.n ? row.n : undefined;
}

/** Rows that take their places behind the head, and the head that they make. */
export function chainRows(
  head: ChainHead,
  rows: readonly UnchainedRecord[],
  key: AuditKey | undefined,
): { readonly rows: readonly ChainedRecord[]; readonly head: ChainHead } {
  // Who has no key goes on with no chain that has one.
  if (key === undefined && head.seal !== '') throw new ImpossibleState('an audit without its key');
  let { n, hash } = head;
  const chained = rows.map((row) => {
    n += 1;
    hash = hashOf({ ...row, n }, hash, key);
    return { ...row, n, hash };
  });
  return { rows: chained, head: { n, hash, seal: sealOf({ n, hash }, key) } };
}

function sealOf({ n, hash }: ChainEnd, key: AuditKey | undefined): string {
  if (key === undefined || n < key.from) return '';
  return createHmac('sha256', key.key).update(['head', n, hash].join(separator)).digest('hex');
}

function isSealed(head: ChainHead, key: AuditKey | undefined): boolean {
  return isSame(head.seal, sealOf(head, key));
}

function hashOf(
  { n, id, atMs, actor, accountId, action, target, details }: Omit<ChainedRecord, 'hash'>,
  before: string,
  key: AuditKey | undefined,
): string {
  const fields = [before, n, id, atMs, actor, accountId ?? '', action, target, details];
  const isKeyed = key !== undefined && n >= key.from;
  const digest = isKeyed ? createHmac('sha256', key.key) : createHash('sha256');
  return digest.update(fields.join(separator)).digest('hex');
}

function isHashOf(record: ChainedRecord, before: string, key: AuditKey | undefined): boolean {
  return isSame(record.hash, hashOf(record, before, key));
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
