/**
 * Ends transactions that have been answered, when repeats cannot come any more. There are four of a call, for 32 s each:
 * those that wait equally long stand in line behind one timer, where a timer of its own would be nine objects more for each.
 */
import type { Clock, Timer } from '#core/clock.ts';

/** What waits: ended before, it may be ended again. */
export type Expiring = { end(): void };

/** Between two looks at a line: what is over may be found for so long still. */
const lookMs = 100;

export class Expiry {
  readonly #clock: Clock;
  /** By how long they wait: there are two such times. */
  readonly #lines = new Map<number, ExpiryLine>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls `end` after the wait (milliseconds), or up to 100 ms later. It cannot be called off. */
  endAfter(waitMs: number, waiting: Expiring): void {
    let line = this.#lines.get(waitMs);
    if (line === undefined) {
      line = new ExpiryLine(this.#clock, waitMs);
      this.#lines.set(waitMs, line);
    }
    line.add(waiting);
  }

  /** Nothing is ended any more. */
  stop(): void {
    for (const line of this.#lines.values()) line.stop();
    this.#lines.clear();
  }
}

class ExpiryLine {
  readonly #clock: Clock;
  readonly #waitMs: number;
  /** The first came first. Those before `#first` have ended. */
  #waiting: (Expiring | undefined)[] = [];
  #endsAtMs: number[] = [];
  #first = 0;
  #timer: Timer | undefined;

  constructor(clock: Clock, waitMs: number) {
    this.#clock = clock;
    this.#waitMs = waitMs;
  }

  add(waiting: Expiring): void {
    this.#waiting.push(waiting);
    this.#endsAtMs.push(this.#clock.monotonicMs() + this.#waitMs);
    if (this.#timer === undefined) this.#lookAfter(this.#waitMs);
  }

  stop(): void {
    this.#timer?.cancel();
  }

  #lookAfter(waitMs: number): void {
    this.#timer = this.#clock.after(waitMs, () => this.#look());
  }

  #look(): void {
    this.#timer = undefined;
    const nowMs = this.#clock.monotonicMs();
    try {
      while ((this.#endsAtMs[this.#first] ?? Infinity) <= nowMs) this.#take()?.end();
    } finally {
      this.#moveUp();
      const next = this.#endsAtMs[this.#first];
      if (next !== undefined) this.#lookAfter(Math.max(lookMs, next - nowMs));
    }
  }

  #take(): Expiring | undefined {
    const waiting = this.#waiting[this.#first];
    this.#waiting[this.#first] = undefined;
    this.#first += 1;
    return waiting;
  }

  /** Not each time: it is a copy of all that wait. */
  #moveUp(): void {
    if (this.#first * 2 < this.#waiting.length) return;
    this.#waiting = this.#waiting.slice(this.#first);
    this.#endsAtMs = this.#endsAtMs.slice(this.#first);
    this.#first = 0;
  }
}
