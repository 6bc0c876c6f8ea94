/** Counts of tries that all processes share: of passwords that are guessed, and of mails that are asked for. */
import { createHash } from 'node:crypto';

/** `pausesMs`: what must pass after the first try, the second … and the last one for all beyond. */
export type TryCounter = { readonly key: string } & (
  | { readonly pausesMs: readonly number[] }
  | { readonly max: number; readonly windowMs: number }
);

/** What people type may be their password: it is not kept. */
export function tryKey(kind: string, text: string): string {
  return createHash('sha256').update(`${kind} ${text}`).digest('base64url');
}
