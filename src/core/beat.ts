/**
 * What comes round wakes the process together: on an idle server a wake-up costs more than most of what it is for,
 * and forty loops would each have their own.
 */

const beatMs = 250;
/** Of beats, one in so many is struck while the process is idle. */
const idleStep = 4;
/** Rounds of five seconds or more: while the process is idle they come together, so that what they store is one change. */
const longMs = 5_000;
const longStep = longMs / beatMs;
/** Timers fire some milliseconds late or early; what comes round each beat misses none for that. */
const slackMs = 25;

type Timer = { cancel(): void };

type Round = { readonly beat: number; readonly call: () => void };

export type BeatPorts = {
  readonly monotonicMs: () => number;
  readonly after: (delayMs: number, call: () => void) => Timer;
  /** Asked at each strike; see `idleness`. */
  readonly isIdle?: () => boolean;
};

export class Beat {
  readonly #ports: BeatPorts;
  readonly #waiting = new Set<Round>();
  #isIdle = false;
  #armed: { readonly beat: number; readonly timer: Timer } | undefined;

  constructor(ports: BeatPorts) {
    this.#ports = ports;
  }

  /**
   * Up to a beat early, and late by no more than the slack; while idle late by up to a second, and a long round early by
   * up to five. A shorter delay than a beat is kept as it is.
   */
  after(delayMs: number, call: () => void): Timer {
    if (delayMs < beatMs) return this.#ports.after(delayMs, call);
    const step = this.#isIdle && delayMs >= longMs ? longStep : 1;
    const dueAt = Math.floor((this.#ports.monotonicMs() + delayMs + slackMs) / beatMs);
    const beat = Math.floor(dueAt / step) * step;
    const round = { beat, call };
    this.#waiting.add(round);
    this.#arm(beat);
    return { cancel: () => void this.#waiting.delete(round) };
  }

  #arm(wished: number): void {
    const beat = this.#isIdle ? Math.ceil(wished / idleStep) * idleStep : wished;
    if (this.#armed !== undefined && this.#armed.beat <= beat) return;
    this.#armed?.timer.cancel();
    const delayMs = Math.max(1, beat * beatMs - this.#ports.monotonicMs());
    this.#armed = { beat, timer: this.#ports.after(delayMs, () => this.#strike(beat)) };
  }

  /** Calls guard themselves; one that is cancelled by another of its beat is not called. */
  #strike(beat: number): void {
    this.#armed = undefined;
    this.#isIdle = this.#ports.isIdle?.() ?? false;
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

/** Of the time, what an idle thread works at the most; it is measured over so long. */
const idleShareMax = 0.02;
const measuredMs = 5_000;

/** Answers whether this thread has had next to nothing to do lately. */
export function idleness(monotonicMs: () => number): () => boolean {
  let before = { atMs: monotonicMs(), workedMs: workedMs() };
  let isIdle = false;
  return () => {
    const nowMs = monotonicMs();
    if (nowMs - before.atMs < measuredMs) return isIdle;
    const now = { atMs: nowMs, workedMs: workedMs() };
    isIdle = (now.workedMs - before.workedMs) / (now.atMs - before.atMs) < idleShareMax;
    before = now;
    return isIdle;
  };
}

/** Its CPU: on a busy machine a thread with little to do may be long about it. */
function workedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
