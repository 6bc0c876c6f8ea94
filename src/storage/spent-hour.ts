/** The hours, UTC, in which each backend adds up what accounts spend. */

const hourMs = 3_600_000;

/** The beginning of the hour in which an instant lies. */
export function hourOf(atMs: number): number {
  return atMs - (atMs % hourMs);
}
