/** Retries of a failed webhook: backoff with a fixed schedule, as long as the circuit of its lane is closed. */

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Behind the first attempt, the second, and so on; 71 h 42 min together. */
const usualDelaysMs = [
  5 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
  8 * hourMs,
  12 * hourMs,
  12 * hourMs,
  12 * hourMs,
  20 * hourMs,
];

/** So much before its end a delivery is tried for the last time. */
const lastCallMs = minuteMs;
/** A last attempt is worth making if it is at least so far from the one that failed. */
const lastGapMs = hourMs;

export type FailedAttempt = {
  readonly nowMs: number;
  /** 1 is the first. */
  readonly n: number;
  readonly expiresAtMs: number;
  /** In place of the usual ones; behind the last of them nothing is tried any more. */
  readonly delaysMs?: readonly number[] | undefined;
};

/**
 * The next attempt's time, each delay 20 % shorter to 20 % longer; `random` is below 1. One that would
 * fall behind the end is pulled inside it; undefined if none is left.
 */
export function nextAttemptAtMs(failed: FailedAttempt, random: number): number | undefined {
  const { nowMs, expiresAtMs } = failed;
  const delayMs = delayAfter(failed);
  if (delayMs === undefined) return undefined;
  const dueAtMs = nowMs + spread(delayMs, random);
  if (dueAtMs < expiresAtMs) return dueAtMs;
  const lastAtMs = expiresAtMs - lastCallMs;
  return lastAtMs - nowMs >= lastGapMs ? lastAtMs : undefined;
}

function delayAfter({ n, delaysMs }: FailedAttempt): number | undefined {
  return delaysMs === undefined
    ? usualDelaysMs[Math.min(n, usualDelaysMs.length) - 1]
    : delaysMs[n - 1];
}

/** ±20 %, so that what failed together does not come back together. */
export function spread(delayMs: number, random: number): number {
  return Math.round(delayMs * (0.8 + 0.4 * random));
}
