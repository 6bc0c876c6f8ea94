/** Instants in answers: ISO 8601 in UTC, to the second. */
export function instantText(atMs: number): string {
  return Temporal.Instant.fromEpochMilliseconds(atMs).toString({ smallestUnit: 'second' });
}

/** To the millisecond, where what happened stands in its order. */
export function exactInstantText(atMs: number): string {
  return new Date(atMs).toISOString();
}
