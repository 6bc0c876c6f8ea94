/** The timers of RFC 3261 table 4 and RFC 6026, from three times. */

export const t1Ms = 500;
export const t2Ms = 4_000;
export const t4Ms = 5_000;

/** Timers B, F, H, L, M: how long a message that nobody answers is tried. */
export const giveUpMs = 64 * t1Ms;

/** Timer D: how long repeats of a refusal may come over UDP. */
export const refusalRepeatsMs = 32_000;

/** Timer C, for an INVITE that hears no more than provisionals. */
export const ringMs = 180_000;

/** RFC 3261 §17: the wait doubles, up to T2 where the table says so. */
export function nextWaitMs(waitedMs: number, mostMs: number = Infinity): number {
  return Math.min(waitedMs * 2, mostMs);
}

/** An INVITE that came and that nobody has decided by then is forgotten: its caller has given up at timer C. */
export const undecidedMs = 600_000;
