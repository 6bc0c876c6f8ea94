/** A bind that was not seen for so long has gone with its process: 15 s, like a lease. */
export const bindSeenWithinMs = 15_000;
