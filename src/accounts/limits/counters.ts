/**
 * What was counted in the window in progress. A counter knows what all processes had stored when it was
 * last written, and what this one has counted since.
 *
 * Written once a second, each counter that has moved as one addition, which answers the sum of all
 * processes. So alone a process counts exactly, also over a restart; several may together exceed a limit
 * by what each accepts in a second. What only alerts is counted in `passing-counts.ts`.
 */
import { BoundedMap } from '#core/bounded-map.ts';
import { type RuleName, rules } from './rules.ts';

export class Counter {
  readonly rule: RuleName;
  readonly subject: string;
  readonly windowMs: number;
  windowStartMs = 0;
  /** Stored, by whomever. */
  known = 0;
  /** Counted here, not stored yet. */
  pending = 0;

  constructor(rule: RuleName, subject: string) {
    this.rule = rule;
    this.subject = subject;
    this.windowMs = rules[rule].windowMs;
  }

  get count(): number {
    return this.known + this.pending;
  }

  get windowEndMs(): number {
    return this.windowStartMs + this.windowMs;
  }
}

/** What is counted: by the rules of accounts, and by the quotas of operators. */
export type CountedBy = RuleName | 'operator-day' | 'operator-month';

/** What a process adds to a window. */
export type WindowDelta = {
  readonly rule: CountedBy;
  readonly subject: string;
  readonly windowStartMs: number;
  readonly windowEndMs: number;
  readonly amount: number;
};

/** A window as it is stored; `amount` is of all processes. */
export type StoredWindow = Omit<WindowDelta, 'windowEndMs'>;

/** Counters of a rule in memory at a time: about 200 bytes each. The oldest go first. */
const countersMax = 200_000;

export class Counters {
  readonly #counters = new Map<RuleName, BoundedMap<string, Counter>>();
  #dirty = new Set<Counter>();
  /** Of windows that ended before they were written, or that could not be. */
  #ended: WindowDelta[] = [];

  /** The counter of the window that `nowMs` is in. */
  at(rule: RuleName, subject: string, nowMs: number): Counter {
    const counters = this.#of(rule);
    let counter = counters.get(subject);
    if (counter === undefined) {
      counter = new Counter(rule, subject);
      counters.set(subject, counter);
    }
    const { windowStartMs } = counter;
    if (nowMs < windowStartMs || nowMs >= windowStartMs + counter.windowMs) {
      this.#turn(counter, nowMs);
    }
    return counter;
  }

  add(counter: Counter, amount: number): void {
    counter.pending += amount;
    this.#dirty.add(counter);
  }

  /** All that has moved since the last time. What is not stored after all is given back. */
  takeDeltas(): readonly WindowDelta[] {
    const deltas = this.#ended;
    this.#ended = [];
    for (const counter of this.#dirty) {
      if (counter.pending !== 0) deltas.push(deltaOf(counter));
      counter.known += counter.pending;
      counter.pending = 0;
    }
    this.#dirty = new Set();
    return deltas;
  }

  /** They could not be stored: they go with the next. */
  giveBack(deltas: readonly WindowDelta[]): void {
    this.#ended.push(...deltas.slice(0, countersMax - this.#ended.length));
  }

  /** What all processes have counted by now. */
  learn(windows: readonly StoredWindow[]): void {
    for (const { rule, subject, windowStartMs, amount } of windows) {
      const counter = isRule(rule) ? this.#of(rule).get(subject) : undefined;
      if (counter?.windowStartMs === windowStartMs) counter.known = amount;
    }
  }

  /** Begins with what was counted before the process started, or after somebody has reset a limit. */
  load(windows: readonly StoredWindow[]): void {
    this.#counters.clear();
    this.#dirty = new Set();
    for (const { rule, subject, windowStartMs, amount } of windows) {
      if (!isRule(rule)) continue;
      const counter = new Counter(rule, subject);
      counter.windowStartMs = windowStartMs;
      counter.known = amount;
      this.#of(rule).set(subject, counter);
    }
  }

  #of(rule: RuleName): BoundedMap<string, Counter> {
    let counters = this.#counters.get(rule);
    if (counters === undefined) {
      counters = new BoundedMap(countersMax);
      this.#counters.set(rule, counters);
    }
    return counters;
  }

  #turn(counter: Counter, nowMs: number): void {
    if (this.#dirty.delete(counter) && counter.pending !== 0) this.#ended.push(deltaOf(counter));
    counter.windowStartMs = nowMs - (nowMs % counter.windowMs);
    counter.known = 0;
    counter.pending = 0;
  }
}

function deltaOf({ rule, subject, windowStartMs, windowEndMs, pending }: Counter): WindowDelta {
  return { rule, subject, windowStartMs, windowEndMs, amount: pending };
}

function isRule(name: CountedBy): name is RuleName {
  return Object.hasOwn(rules, name);
}
