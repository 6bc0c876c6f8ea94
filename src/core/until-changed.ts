/** A round that has found nothing finds nothing again until the storage changes: it is skipped, and reads nothing. */

/** A number that stands while nothing is stored, by whatever process; undefined of a storage that does not know. */
export type Changes = (() => number) | undefined;

/** Beyond all instants: what is due by then is all that waits. */
export const everMs = Number.MAX_SAFE_INTEGER;

/** Work answers how much it has found; what it answers 0 to must depend on the storage alone, not on the time. */
export function untilChanged<Given extends readonly unknown[]>(
  changes: Changes,
  work: (...given: Given) => Promise<number>,
): (...given: Given) => Promise<void> {
  let idleAt: number | undefined;
  return async (...given) => {
    // Before the work: what is stored meanwhile is for the next round.
    const now = changes?.();
    if (now !== undefined && now === idleAt) return;
    idleAt = undefined;
    if ((await work(...given)) === 0) idleAt = now;
  };
}
