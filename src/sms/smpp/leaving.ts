/** The end of a session that waits until neither side owes the other an answer, or for long enough. */
export class Leaving {
  #leaving: { readonly dueAtMs: number; readonly leave: () => void } | undefined;

  begin(dueAtMs: number, leave: () => void): void {
    this.#leaving = { dueAtMs, leave };
  }

  /** Leaves, once, if it is time. */
  look(isQuiet: () => boolean, nowMs: number): void {
    if (this.#leaving === undefined) return;
    if (!isQuiet() && nowMs < this.#leaving.dueAtMs) return;
    const { leave } = this.#leaving;
    this.#leaving = undefined;
    leave();
  }
}
