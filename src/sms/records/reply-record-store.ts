/** What people look up among the texts that phones have sent to an account. */
import type { InboundKind } from '#sms/inbound/inbound-store.ts';

/** A text that a phone has sent to a number. */
export type ReplyRecord = {
  readonly id: number;
  /** Digits of a phone, or as the operator wrote it. */
  readonly sender: string;
  /** The number that it was sent to. */
  readonly receiver: string;
  readonly kind: InboundKind;
  /** Null: its octets are no text. */
  readonly text: string | null;
  readonly receivedAtMs: number;
  readonly partsReceived: number;
  readonly partsTotal: number;
  /** 0: none of ours. */
  readonly answersMessageId: number;
  readonly test: boolean;
};

type Page = { readonly accountId: number; readonly beforeId: number; readonly limit: number };

export type ThreadPage = {
  /** The last text of each phone to each number. */
  readonly threads: readonly ReplyRecord[];
  /** A page looks at so many texts and no more; undefined: there are no older ones. */
  readonly nextId: number | undefined;
};

export interface ReplyRecordStore {
  /** Those whose last text is older than the cursor; newest first. */
  listThreads(page: Page): Promise<ThreadPage>;
  /** Of one phone, to one number or to all; newest first. */
  listReplies(
    page: Page & { readonly sender: string; readonly receiver?: string | undefined },
  ): Promise<readonly ReplyRecord[]>;
  /** The last STOP of each of these phones. */
  findStopTexts(accountId: number, phones: readonly string[]): Promise<readonly ReplyRecord[]>;
}
