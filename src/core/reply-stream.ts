/** The body of a reply that goes on. What is written once it has ended goes nowhere. */
export interface ReplyStream {
  /** Aborted once the stream has ended, no matter who ended it. */
  readonly ended: AbortSignal;
  /** Resolves when the client has read so far that more may be written, or has gone. */
  write(text: string): Promise<void>;
  /** What was written and the client has not taken yet. */
  readonly waitingBytes: number;
  end(): void;
  /** Ends it at once, and the connection with it: the client sees that something is missing. */
  drop(): void;
}
