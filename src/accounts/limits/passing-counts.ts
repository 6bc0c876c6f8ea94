/**
 * What rules count that only alert: in the memory of one process, for one window, and forgotten with it.
 * A campaign touches each number once, so this is on the way of every message: 0.3 µs a count, the more the larger its map is.
 */
import { type RuleName, rules } from './rules.ts';

/** Subjects of a rule; past it the window begins again, and alerts come later. */
const subjectsMax = 20_000;

/** By account, then by the digits of a phone or a block: numbers, because texts have to be hashed each time. */
type Window = {
  startMs: number;
  subjects: number;
  readonly ofAccounts: Map<number, Map<number, number>>;
};

export class PassingCounts {
  readonly #windows = new Map<RuleName, Window>();

  /** Adds, and answers what was counted before. */
  add(
    rule: RuleName,
    digits: number,
    { accountId, nowMs }: { readonly accountId: number; readonly nowMs: number },
  ): number {
    const window = this.#window(rule, nowMs);
    const counts = window.ofAccounts.get(accountId) ?? new Map<number, number>();
    if (counts.size === 0) window.ofAccounts.set(accountId, counts);
    const before = counts.get(digits);
    if (before === undefined) window.subjects += 1;
    counts.set(digits, (before ?? 0) + 1);
    return before ?? 0;
  }

  #window(rule: RuleName, nowMs: number): Window {
    const { windowMs } = rules[rule];
    let window = this.#windows.get(rule);
    if (window === undefined) {
      window = { startMs: 0, subjects: 0, ofAccounts: new Map() };
      this.#windows.set(rule, window);
    }
    const isOver = nowMs < window.startMs || nowMs >= window.startMs + windowMs;
    if (isOver || window.subjects >= subjectsMax) {
      window.startMs = nowMs - (nowMs % windowMs);
      window.subjects = 0;
      window.ofAccounts.clear();
    }
    return window;
  }
}
