/** How far the work is behind, for people who look: counted on request, not kept. */

export type LaneLag = {
  /** Jobs owed, counted no further than asked for. */
  readonly owed: number;
  /** Of those that are due, how long the earliest has been; undefined where none is. */
  readonly lateMs: number | undefined;
};

export type Lag = LaneLag & {
  /** The same of lanes that wait for nobody else: this is what somebody should be woken for. */
  readonly lateByUsMs: number | undefined;
  /**
   * Of lanes that somebody has stopped, or whose receiver is away, refuses or has asked for time: it may
   * be as late as its validity is long, and is its owner's to fix.
   */
  readonly lateByThemMs: number | undefined;
};
