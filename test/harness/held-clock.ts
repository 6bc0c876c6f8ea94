/** A clock that stands still until a test moves it. */
import { type Clock, sleepOn, type Timer } from '#core/clock.ts';

type Waiting = { readonly dueMs: number; readonly call: () => void };

/** Timers run inside `advance`, in the order they fall due, each seeing its own instant. */
export class HeldClock implements Clock {
  readonly #startedAtMs: number;
  readonly #waiting = new Set<Waiting>();
  #elapsedMs = 0;
  #jumpedMs = 0;

  constructor(startedAtMs: number = Date.UTC(2030, 0, 1)) {
    this.#startedAtMs = startedAtMs;
  }

  nowMs(): number {
    return this.#startedAtMs + this.#elapsedMs + this.#jumpedMs;
  }

  monotonicMs(): number {
    return this.#elapsedMs;
  }

  after(delayMs: number, call: () => void): Timer {
    const waiting = { dueMs: this.#elapsedMs + Math.max(0, delayMs), call };
    this.#waiting.add(waiting);
    return { cancel: () => void this.#waiting.delete(waiting) };
  }

  sleep(delayMs: number, signal?: AbortSignal): Promise<void> {
    return sleepOn(this, delayMs, signal);
  }

  /** Somebody sets the machine's clock: no time goes by. */
  jump(byMs: number): void {
    this.#jumpedMs += byMs;
  }

  /** Timers that have been asked for and have neither run nor been cancelled. */
  get timersWaiting(): number {
    return this.#waiting.size;
  }

  /** Moves the time on; a timer set by another one runs too, if it falls due before the end. */
  advance(byMs: number): void {
    const untilMs = this.#elapsedMs + byMs;
    for (let next = this.#nextDue(untilMs); next !== undefined; next = this.#nextDue(untilMs)) {
      this.#waiting.delete(next);
      this.#elapsedMs = Math.max(this.#elapsedMs, next.dueMs);
      next.call();
    }
    this.#elapsedMs = untilMs;
  }

  /** Of timers due at the same instant, the one asked for first: a Set keeps their order. */
  #nextDue(untilMs: number): Waiting | undefined {
    let next: Waiting | undefined;
    for (const waiting of this.#waiting) {
      if (waiting.dueMs <= untilMs && (next === undefined || waiting.dueMs < next.dueMs)) {
        next = waiting;
      }
    }
    return next;
  }
}
