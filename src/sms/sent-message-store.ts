/** What people ask about messages that were accepted, and how one that has not left is taken back. */

import type { IdempotencyStore } from '#core/idempotency.ts';
import type { KeyReach } from '#model/key-mode.ts';
import type { RecipientStatus } from './send-request.ts';

/** When a message is to leave, and what has become of it. */
export type SentMessage = {
  /** Null: at once. */
  readonly scheduledAtMs: number | null;
  readonly cancelled: boolean;
  /** All its phones said STOP while it waited. */
  readonly stopped: boolean;
};

export type Cancellation = KeyReach & {
  readonly messageId: number;
  readonly nowMs: number;
  /** A recipient whose parts leave earlier than this is on its way, unless a limit holds them. */
  readonly leavesAfterMs: number;
};

/** A page of recipients; `offset` of them stand on the pages before. */
export type TagPage = KeyReach & {
  readonly tag: string;
  readonly offset: number;
  readonly limit: number;
};

export interface SentMessageStore extends IdempotencyStore {
  /** In the order of the request; none within reach is no such message. */
  recipientsOf(reach: KeyReach, messageId: number): Promise<readonly RecipientStatus[]>;
  /** Of all messages with this tag, the newest message first. */
  recipientsWithTag(page: TagPage): Promise<readonly RecipientStatus[]>;
  /** Counted no further than `max`. */
  countWithTag(reach: KeyReach, tag: string, max: number): Promise<number>;
  findMessage(reach: KeyReach, messageId: number): Promise<SentMessage | undefined>;
  /**
   * In one commit with all that it means: recipients not delivered with the reason `cancelled`, their
   * cost given back, nothing owed. So it does for those of which no part was tried and all leave later or are
   * held. Answers how many parts were owed; 0, and nothing is done, where there is no such recipient.
   */
  cancel(cancellation: Cancellation): Promise<number>;
}
