/**
 * The table of moments that the peers of a run share, and what it says in the end: a file of 64-octet
 * records, one a message, found by the last seven digits of its phone number (peers/stamps.h).
 */
import {
  closeSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const recordBytes = 64;
const wordsPerRecord = recordBytes / 8;
const lookEveryMs = 100;

export type Range = { readonly start: number; readonly n: number };

export type Delays = { readonly p50Ms: number; readonly p99Ms: number; readonly maxMs: number };

export type Journey = {
  readonly accepted: number;
  readonly submitted: number;
  readonly hooked: number;
  /** Accepted, and never submitted. */
  readonly lost: number;
  /** Accepted and submitted, and its receipt never told. */
  readonly untold: number;
  readonly submittedAgain: number;
  readonly hookedAgain: number;
  readonly acceptedPerSecond: number;
  readonly submittedPerSecond: number;
  readonly endToEndPerSecond: number;
  /** From the request to its answer. */
  readonly accept: Delays;
  /** From the answer to the submit; 0 where the submit was first. */
  readonly acceptToSubmit: Delays;
  /** From the receipt to its webhook. */
  readonly receiptToWebhook: Delays;
  readonly endToEnd: Delays;
};

/** Milliseconds of one clock; 0 is what has not happened. */
type Moments = {
  readonly sent: number;
  readonly accepted: number;
  readonly submitted: number;
  readonly receipt: number;
  readonly hooked: number;
  readonly submits: number;
  readonly hooks: number;
};

/** In memory, so that stamping does not use the disk. */
export function createTable(records: number): Disposable & { readonly file: string } {
  const folder = mkdtempSync('/dev/shm/parley-bench-');
  const file = path.join(folder, 'stamps');
  const table = openSync(file, 'w');
  ftruncateSync(table, records * recordBytes);
  closeSync(table);
  return { file, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

/** As if nothing had happened yet; the peers go on with the same table. */
export function clearTable(file: string): void {
  writeFileSync(file, Buffer.alloc(statSync(file).size), { flag: 'r+' });
}

/** Waits until each message has had its webhook, or until no more have come for a while. */
export async function awaitWebhooks(file: string, range: Range, quietMs: number): Promise<void> {
  let counted = 0;
  let countedAt = performance.now();
  while (counted < range.n && performance.now() - countedAt < quietMs) {
    await pause(lookEveryMs);
    const hooked = countHooked(file, range);
    if (hooked === counted) continue;
    counted = hooked;
    countedAt = performance.now();
  }
}

export function readJourney(file: string, range: Range): Journey {
  const all = readMoments(file, range);
  const accepted = all.filter((one) => one.accepted > 0);
  const submitted = all.filter((one) => one.submitted > 0);
  const hooked = all.filter((one) => one.hooked > 0);
  const begunMs = all.reduce(
    (first, { sent }) => (sent > 0 ? Math.min(first, sent) : first),
    Infinity,
  );
  const rate = (momentsMs: readonly number[]): number => perSecond(begunMs, momentsMs);
  return {
    accepted: accepted.length,
    submitted: submitted.length,
    hooked: hooked.length,
    lost: accepted.filter((one) => one.submitted === 0).length,
    untold: accepted.filter((one) => one.submitted > 0 && one.hooked === 0).length,
    submittedAgain: repeats(submitted.map((one) => one.submits)),
    hookedAgain: repeats(hooked.map((one) => one.hooks)),
    acceptedPerSecond: rate(accepted.map((one) => one.accepted)),
    submittedPerSecond: rate(submitted.map((one) => one.submitted)),
    endToEndPerSecond: rate(hooked.map((one) => one.hooked)),
    accept: delays(accepted.map((one) => one.accepted - one.sent)),
    acceptToSubmit: delays(submitted.map((one) => Math.max(0, one.submitted - one.accepted))),
    receiptToWebhook: delays(hooked.map((one) => one.hooked - one.receipt)),
    endToEnd: delays(hooked.map((one) => one.hooked - one.sent)),
  };
}

function readMoments(file: string, range: Range): Moments[] {
  const words = readWords(file, range);
  const counts = new Uint32Array(words.buffer);
  return Array.from({ length: range.n }, (_, index) => {
    const at = index * wordsPerRecord;
    const [sent = 0, accepted = 0, submitted = 0, receipt = 0, hooked = 0] = Array.from(
      words.subarray(at, at + 5),
      (nanoseconds) => Number(nanoseconds) / 1e6,
    );
    const [submits = 0, hooks = 0] = counts.subarray((at + 5) * 2, (at + 6) * 2);
    return { sent, accepted, submitted, receipt, hooked, submits, hooks };
  });
}

function countHooked(file: string, range: Range): number {
  const words = readWords(file, range);
  let hooked = 0;
  for (let at = 4; at < words.length; at += wordsPerRecord) if (words[at] !== 0n) hooked += 1;
  return hooked;
}

function readWords(file: string, { start, n }: Range): BigUint64Array<ArrayBuffer> {
  const words = new BigUint64Array(n * wordsPerRecord);
  const table = openSync(file, 'r');
  try {
    readSync(table, words, 0, words.byteLength, start * recordBytes);
  } finally {
    closeSync(table);
  }
  return words;
}

function perSecond(begunMs: number, momentsMs: readonly number[]): number {
  const lastMs = momentsMs.reduce((latest, moment) => Math.max(latest, moment), begunMs);
  return lastMs === begunMs ? 0 : Math.round((momentsMs.length / (lastMs - begunMs)) * 1_000);
}

function delays(spansMs: readonly number[]): Delays {
  const sorted = spansMs.toSorted((a, b) => a - b);
  const at = (share: number): number => round(sorted[Math.floor(sorted.length * share)] ?? 0);
  return { p50Ms: at(0.5), p99Ms: at(0.99), maxMs: round(sorted.at(-1) ?? 0) };
}

function repeats(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + Math.max(0, count - 1), 0);
}

function round(ms: number): number {
  return Math.round(ms * 100) / 100;
}
