/**
 * What rules count that only alert: in the memory of one process, for one window, and forgotten with it.
 * A campaign touches each number once, so this is on the way of every message: 0.3 µs a count, the more the larger its map is.
 */
import { type RuleName, rules } from './rules.ts';

/** Subjects of a rule; past it the window begins anew, and alerts come later. */
const subjectsMax = 20_000;

type Window = { startMs: number; readonly counts: Map<string, number> };

export class PassingCounts {
  readonly #windows = new Map<RuleName, Window>();

  /** Adds, and answers what was counted before. */
  add(rule: RuleName, subject: string, nowMs: number): number {
    const { counts } = this.#window(rule, nowMs);
    const before = counts.get(subject) ?? 0;
    counts.set(subject, before + 1);
    return before;
  }

  #window(rule: RuleName, nowMs: number): Window {
    const { windowMs } = rules[rule];
    let window = this.#windows.get(rule);
    if (window === undefined) {
      window = { startMs: 0, counts: new Map() };
      this.#windows.set(rule, window);
    }
    const isOver = nowMs < window.startMs || nowMs >= window.startMs + windowMs;
    if (isOver || window.counts.size >= subjectsMax) {
      window.startMs = nowMs - (nowMs % windowMs);
      window.counts.clear();
    }
    return window;
  }
}
