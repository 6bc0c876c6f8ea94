/** Where a request wants the replies to its message, kept before the message is accepted. */

export type ReplyAddress = {
  readonly messageId: number;
  readonly url: string;
  /** The lane of its origin. */
  readonly endpointId: number;
};

export interface ReplyAddressStore {
  keepReplyAddress(address: ReplyAddress): Promise<void>;
}
