/** What a phone has sent to a number of ours, before it is put into the interface's words. */
export type ReplyFact = {
  readonly accountId: number;
  /** Of the number that received it; each has its own form. */
  readonly to: 'short' | 'long';
  readonly number: string;
  /** Digits, or the name that an operator gave in their place. */
  readonly phone: string;
  readonly text: string;
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
  readonly test: boolean;
};
