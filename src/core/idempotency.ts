/** Requests under a key of the client's own are done once: a client that repeats one hears what came of the first. */
import { createHash } from 'node:crypto';
import type { Clock } from './clock.ts';

/** The client's own key for this request, and a fingerprint of all it asks for. */
export type Idempotency = { readonly key: string; readonly fingerprint: string };

/** `asked` is all that makes two requests different. */
export function fingerprintOf(asked: object): string {
  return createHash('sha256').update(JSON.stringify(asked)).digest('base64url');
}

/** As it is kept in the commit of what was asked for. */
export type RememberedAnswer = Idempotency & {
  /** What the same request will hear again; replies older than this instant are forgotten. */
  readonly reply: string;
  readonly forgottenBeforeMs: number;
};

/** How long a reply is remembered. */
export const replyRememberedMs = 24 * 3_600_000;

export type RememberedReply = { readonly fingerprint: string; readonly reply: string };

export interface IdempotencyStore {
  /** What the account heard when it used this key, unless that is older. */
  findReply(accountId: number, key: string, sinceMs: number): Promise<RememberedReply | undefined>;
}

export type ReplyPorts = {
  readonly replies: IdempotencyStore;
  readonly clock: Pick<Clock, 'nowMs'>;
};

export type FirstReply =
  | { readonly kind: 'repeated'; readonly reply: string }
  | { readonly kind: 'key was used for another request' };

/**
 * What a request is told that was refused, and may be one that was accepted before: since then its phones may have
 * said STOP, its money may be spent. Undefined: nothing was accepted under its key.
 */
export async function findFirstReply(
  accountId: number,
  { key, fingerprint }: Idempotency,
  { replies, clock }: ReplyPorts,
): Promise<FirstReply | undefined> {
  const first = await replies.findReply(accountId, key, clock.nowMs() - replyRememberedMs);
  if (first === undefined) return undefined;
  return first.fingerprint === fingerprint
    ? { kind: 'repeated', reply: first.reply }
    : { kind: 'key was used for another request' };
}
