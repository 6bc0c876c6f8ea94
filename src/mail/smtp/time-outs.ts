/** How long a server may take. RFC 5321 §4.5.3.2 gives the least; a shorter wait for the last reply makes duplicates. */

const secondMs = 1_000;
const minuteMs = 60 * secondMs;

export type TimeOuts = {
  readonly connectMs: number;
  readonly replyMs: number;
  readonly dataMs: number;
  /** The reply to the whole mail. */
  readonly bodyMs: number;
  /** No octet taken. */
  readonly stallMs: number;
  readonly tlsMs: number;
  readonly quitMs: number;
};

export const usualTimeOuts: TimeOuts = {
  connectMs: 20 * secondMs,
  replyMs: 5 * minuteMs,
  dataMs: 2 * minuteMs,
  bodyMs: 10 * minuteMs,
  stallMs: 3 * minuteMs,
  tlsMs: 30 * secondMs,
  quitMs: 10 * secondMs,
};
