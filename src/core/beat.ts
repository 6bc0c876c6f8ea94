/**
 * What comes round wakes the process together: on an idle server a wake-up costs more than most of what it is for,
 * and forty loops would each have their own.
 */

const beatMs = 250;
/** Timers fire some milliseconds late or early; what comes round each beat misses none for that. */
const slackMs = 25;

type Timer = { cancel(): void };

type Round = { readonly beat: number; readonly call: () => void };

export type BeatPorts = {
  readonly monotonicMs: () => number;
  readonly after: (delayMs: number, call: () => void) => Timer;
};

export class Beat {
  readonly #ports: BeatPorts;
  readonly #waiting = new Set<Round>();
  #armed: { readonly beat: number; readonly timer: Timer } | undefined;

  constructor(ports: BeatPorts) {
    this.#ports = ports;
  }

  /** Up to a beat early, and never late by more than the slack; a shorter delay is kept as it is. */
  after(delayMs: number, call: () => void): Timer {
    if (delayMs < beatMs) return this.#ports.after(delayMs, call);
    const beat = Math.floor((this.#ports.monotonicMs() + delayMs + slackMs) / beatMs);
    const round = { beat, call };
    this.#waiting.add(round);
    this.#arm(beat);
    return { cancel: () => void this.#waiting.delete(round) };
  }

  #arm(beat: number): void {
    if (this.#armed !== undefined && this.#armed.beat <= beat) return;
    this.#armed?.timer.cancel();
    const delayMs = Math.max(1, beat * beatMs - this.#ports.monotonicMs());
    this.#armed = { beat, timer: this.#ports.after(delayMs, () => this.#strike(beat)) };
  }

  /** Calls guard themselves; one that is cancelled by another of its beat is not called. */
  #strike(beat: number): void {
    this.#armed = undefined;
    for (const round of this.#waiting) {
      if (round.beat > beat) continue;
      this.#waiting.delete(round);
      round.call();
    }
    let next = Number.POSITIVE_INFINITY;
    for (const round of this.#waiting) next = Math.min(next, round.beat);
    if (next !== Number.POSITIVE_INFINITY) this.#arm(next);
  }
}
