/**
 * How many requests a receiver gets at once: as many as its endpoint allows, but after a recovery one,
 * then twice as many after each window of successes, so that its queue does not knock it down again.
 */
export class SendWindow {
  #max: number;
  #size: number;
  #successes = 0;

  constructor(max: number) {
    this.#max = max;
    this.#size = max;
  }

  get size(): number {
    return this.#size;
  }

  /** The endpoint now allows another number. */
  limit(max: number): void {
    const wasFull = this.#size === this.#max;
    this.#max = max;
    this.#resize(wasFull ? max : this.#size);
  }

  succeeded(): void {
    if (this.#size === this.#max) return;
    this.#successes += 1;
    if (this.#successes >= this.#size) this.#resize(this.#size * 2);
  }

  /** It timed out, or said that it was too much. */
  halve(): void {
    this.#resize(Math.floor(this.#size / 2));
  }

  /** It was down. */
  restart(): void {
    this.#resize(1);
  }

  #resize(size: number): void {
    this.#size = Math.min(Math.max(size, 1), this.#max);
    this.#successes = 0;
  }
}
