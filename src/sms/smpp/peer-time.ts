/** The time a peer has had: it stands still while we are the ones who do not read. */

/** A step longer than this tells of a stall of ours, in which we did not read either. */
const stepMsMax = 1_000;

export class PeerTime {
  #ms = 0;
  #steppedAtMs: number;
  #heardAtMs = 0;

  constructor(nowMs: number) {
    this.#steppedAtMs = nowMs;
  }

  /** As of the last step: an instant taken from it is never later than the true one. */
  get ms(): number {
    return this.#ms;
  }

  /** It has sent something. */
  hear(): void {
    this.#heardAtMs = this.#ms;
  }

  get quietForMs(): number {
    return this.#ms - this.#heardAtMs;
  }

  step(nowMs: number, isReading: boolean): void {
    const stepMs = Math.min(nowMs - this.#steppedAtMs, stepMsMax);
    this.#steppedAtMs = nowMs;
    if (isReading) this.#ms += stepMs;
  }
}
