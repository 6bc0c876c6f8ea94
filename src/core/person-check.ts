/** What stays open for a page: streams of what happens, and the line to a phone. */

/** A person whose role was lowered, or whose session has ended, reads and calls on no longer than this, in any process. */
export const personCheckMs = 1_000;
