/** Retries of a deferred mail: exponential backoff. */

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Behind the first attempt, the second, and so on; then always the last one. */
const delaysMs = [1, 5, 10, 20, 40, 80, 160, 300, 480].map((minutes) => minutes * minuteMs);
/** A server may ask for more than that, up to here. */
const askedMsMax = hourMs;
/** So long before its end a mail is tried for the last time, where its life is long. */
const lastCallMs = minuteMs;

export type PutOff = {
  readonly nowMs: number;
  /** How many attempts have failed, this one included. */
  readonly attempt: number;
  readonly expiresAtMs: number;
  /** As the reply says, or the class wants at least. */
  readonly leastMs: number;
};

/** Undefined: its time will be over, so it is given up now. `random` is below 1. */
export function retryAtMs(put: PutOff, random: number): number | undefined {
  const { nowMs, attempt, expiresAtMs, leastMs } = put;
  const usualMs = delaysMs[Math.min(Math.max(attempt, 1), delaysMs.length) - 1] ?? 0;
  const delayMs = Math.max(spread(usualMs, random), leastMs);
  if (nowMs + delayMs < expiresAtMs) return nowMs + delayMs;
  const leftMs = expiresAtMs - nowMs;
  const lastMs = leftMs - Math.min(lastCallMs, leftMs / 4);
  // One that would come sooner than half of the wait for it tells the server nothing new.
  return lastMs >= Math.max(delayMs / 2, leastMs) ? Math.round(nowMs + lastMs) : undefined;
}

/** ±10 %, so that what failed together does not come back together. */
function spread(delayMs: number, random: number): number {
  return Math.round(delayMs * (0.9 + 0.2 * random));
}

const units: Readonly<Record<string, number>> = { s: secondMs, m: minuteMs, h: hourMs };
const asked =
  /\b(?:in|after|for|wait|least)\s+(?<count>\d{1,5})\s*(?<unit>s(?:ec(?:ond)?s?)?|m(?:in(?:ute)?s?)?|h(?:(?:ou)?rs?)?)\b/i;

/** "Please try again in 5 minutes"; 0 where a reply asks for nothing. */
export function askedDelayMs(text: string): number {
  const { count, unit } = asked.exec(text)?.groups ?? {};
  if (count === undefined || unit === undefined) return 0;
  return Math.min(askedMsMax, Number(count) * (units[unit.charAt(0).toLowerCase()] ?? 0));
}
