/**
 * What processes on one storage tell each other, and the threads of one process alike, so that nobody waits for the
 * next look at a table. A hint may be lost, doubled or late: the tables are the truth, and are looked at all the same.
 */

export type Hint =
  /** Jobs have been stored in these lanes. */
  | { readonly about: 'lanes'; readonly lanes: readonly string[] }
  /** What processes cache has changed. */
  | { readonly about: 'settings' }
  /** A process has followed what others cache no longer, up to a version of the settings. */
  | ({ readonly about: 'followed' } & FollowedSettings)
  /** A lease was given up, or a process came or went. */
  | { readonly about: 'leases' }
  /** What passes over the binds of an operator is written down from now on, or no longer. */
  | ({ readonly about: 'trace' } & TraceOrder)
  /** What live pages are told, see app/live/. */
  | { readonly about: 'live'; readonly text: string };

export type TraceOrder = { readonly operatorId: number; readonly isTraced: boolean };

export type FollowedSettings = { readonly processId: number; readonly version: number };

export const liveTextBytesMax = 7_000;

export interface Hints {
  /** Tells the other processes soon, together with what else is told meanwhile. */
  tell(lanes: Iterable<string>): void;
  /** Tells a text to live pages of the other processes at once: `liveTextBytesMax` octets at the most. */
  sendLive(text: string): void;
  /** Has the other processes trace their binds of an operator, or end that. */
  sendTrace(order: TraceOrder): void;
  /** Has the other processes look at the settings now; where the storage itself tells them, it does nothing. */
  sendSettings(): void;
  /** Tells the other processes that this one has followed a change of settings. */
  sendFollowed(followed: FollowedSettings): void;
  /** Hears what others tell, until it is disposed of. */
  listen(hear: (hint: Hint) => void): AsyncDisposable;
}
