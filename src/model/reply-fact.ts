/** What a phone has sent to a number of ours, before it is put into the words of any interface. */

/** The parts of a text that came, where others never did. */
export type IncompleteText = {
  readonly total: number;
  /** In their order; `number` from 1. */
  readonly parts: readonly { readonly number: number; readonly text: string }[];
};

export type ReplyFact = {
  readonly accountId: number;
  /** Of the number that received it; each has its own form. */
  readonly to: 'short' | 'long';
  readonly number: string;
  /** Digits, or the name that an operator gave in their place. */
  readonly phone: string;
  readonly text: string;
  /** Of a text of which parts never came: those that did, by their own numbers. */
  readonly incomplete?: IncompleteText | undefined;
  readonly isStop: boolean;
  /** The last message from the number to the phone; 0 where there is none. */
  readonly answersMessageId: number;
  /** When its first part came. */
  readonly receivedAtMs: number;
  /** When the message was put together, which may be after a long stop: from then on it is told. */
  readonly madeAtMs: number;
  /** Where the request of that message wants its replies; null: the account's own endpoint. */
  readonly replyUrl: string | null;
  readonly replyEndpointId: number | null;
  /** Sent on the built-in operator. */
  readonly test: boolean;
};
