/** Counts of tries that all processes share: of passwords that are guessed, and of mails that are asked for. */
import { createHash } from 'node:crypto';

/** `pausesMs`: what must pass after the first try, the second … and the last one for all beyond. */
export type TryCounter = { readonly key: string } & (
  | { readonly pausesMs: readonly number[] }
  | { readonly max: number; readonly windowMs: number }
);

export interface TryStore {
  /** Counts the try in all of them or in none; how long it must wait, 0: it is counted. */
  countTry(counters: readonly TryCounter[], nowMs: number): Promise<number>;
  /** As if there had been no tries. */
  forgetTries(key: string): Promise<void>;
  /** One less in each; pauses end. */
  takeTryBack(counters: readonly TryCounter[], nowMs: number): Promise<void>;
  /** Pauses and windows that ended before; how many went. */
  sweepTries(beforeMs: number): Promise<number>;
}

/** What people type may be their password: it is not kept. */
export function tryKey(kind: string, text: string): string {
  return createHash('sha256').update(`${kind} ${text}`).digest('base64url');
}
