/** Does what is wished soon, and no more often than every so often; one at a time. */

/** What comes right behind the first wish is part of it. */
const gatherMs = 80;

export class Pace {
  readonly #run: () => Promise<unknown>;
  readonly #everyMs: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isRunning = false;
  #wishes = 0;
  #nextAtMs = 0;

  constructor(run: () => Promise<unknown>, everyMs: number) {
    this.#run = run;
    this.#everyMs = everyMs;
  }

  wish(): void {
    this.#wishes += 1;
    if (this.#isRunning || this.#timer !== undefined) return;
    const waitMs = Math.max(gatherMs, this.#nextAtMs - Date.now());
    this.#timer = setTimeout(() => void this.#go(), waitMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  async #go(): Promise<void> {
    this.#timer = undefined;
    const granted = this.#wishes;
    this.#isRunning = true;
    this.#nextAtMs = Date.now() + this.#everyMs;
    try {
      await this.#run();
    } catch {
      // What failed is shown by who asked; the next wish tries again.
    }
    this.#isRunning = false;
    if (this.#wishes > granted) this.wish();
  }
}
