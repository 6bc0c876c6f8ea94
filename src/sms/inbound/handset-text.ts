/**
 * Whose hands wrote a text on a shared test phone. Several accounts try at once with the same phones, and
 * real phones have one owner: so what an account writes there is noted before it leaves, and its claim finds
 * it. Live messages never ask.
 */
import { createHash } from 'node:crypto';

export type HandsetText = {
  /** From `handsetMark`. */
  readonly mark: string;
  readonly accountId: number;
  /** The account's own message that it answers; 0: none. */
  readonly messageId: number;
  readonly writtenAtMs: number;
};

/** The text comes back in parts and in another code, so it is known by what it says. */
export function handsetMark(written: {
  readonly phone: string;
  /** Digits of ours. */
  readonly number: string;
  readonly text: string;
}): string {
  const { phone, number, text } = written;
  return createHash('sha256').update(`${phone}\n${number}\n${text}`).digest('hex');
}
