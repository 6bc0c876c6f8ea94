/** A round that has found nothing finds nothing again until the storage changes: it is skipped, and reads nothing. */

/** A number that stands while nothing is stored, by whatever process; undefined of a storage that does not know. */
export type Changes = (() => number) | undefined;

/** Work answers how much it has found; what it answers 0 to must depend on the storage alone, not on the time. */
export function untilChanged(changes: Changes, work: () => Promise<number>): () => Promise<void> {
  let idleAt: number | undefined;
  return async () => {
    // Before the work: what is stored meanwhile is for the next round.
    const now = changes?.();
    if (now !== undefined && now === idleAt) return;
    idleAt = undefined;
    if ((await work()) === 0) idleAt = now;
  };
}
