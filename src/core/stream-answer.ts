/** What an operation answers that goes on for as long as a page reads it: server-sent events (HTML Living Standard §9.2). */
import { z } from 'zod';
import type { Role } from './permissions.ts';
import type { ReplyStream } from './reply-stream.ts';

export type StreamReader = {
  /** What it heard last, where it comes back. */
  readonly lastId: string | undefined;
  /** What its person is there by now; undefined: may read no more. */
  readonly roleNow: () => Promise<Role | undefined>;
};

export class StreamAnswer {
  /** Has the stream to itself, and ends it. */
  readonly opened: (out: ReplyStream, reader: StreamReader) => void;

  constructor(opened: StreamAnswer['opened']) {
    this.opened = opened;
  }
}

/** The output of such an operation. */
export const streamAnswer = z.instanceof(StreamAnswer);

export function answersStream({ output }: { readonly output: z.ZodType }): boolean {
  return output === streamAnswer;
}
