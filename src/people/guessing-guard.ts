/**
 * Makes guessing slow without locking anybody out. Counted are the person who is asked for, by their
 * email address, and the address that asks. A browser that signed in as that person before is counted
 * by itself alone, so that nobody's guesses keep the owner out.
 *
 * A try is counted as wrong when it begins, and forgotten when it was right: tries that run beside each
 * other do not slip past the count.
 */
import { BoundedMap } from '#core/bounded-map.ts';
import type { Clock } from '#core/clock.ts';
import { keptKey } from '#core/kept-key.ts';

/** What must pass after the first try, the second …; the last one stands for all beyond. */
export const pausesMs: readonly number[] = [
  0, 0, 0, 0, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000,
];
/** Failures that one address may have in a minute. */
export const addressWrongMax = 20;
export const windowMs = 60_000;
/** Past this the oldest are forgotten: an attacker holds no memory. */
const rememberedMax = 10_000;

export type Guess = {
  readonly email: string;
  readonly address: string;
  /** Of a browser that signed in as this person before. */
  readonly browser: string | undefined;
};

export type GuessTurn =
  | {
      readonly ok: true;
      readonly wasRight: () => void | Promise<void>;
      /** It was no guess: what was counted before stands. */
      readonly wasNone: () => void | Promise<void>;
    }
  | { readonly ok: false; readonly retryAfterS: number };

export interface GuessGuard {
  begin(guess: Guess): GuessTurn | Promise<GuessTurn>;
}

/** By what the tries of one person are counted. */
export function guessKey({ email, browser }: Guess): string {
  return browser === undefined ? `of ${email}` : `by ${browser}`;
}

type Count = { readonly wrong: number; readonly notBeforeMs: number };
type Window = { readonly startedAtMs: number; wrong: number };

export class GuessingGuard implements GuessGuard {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #counts = new BoundedMap<string, Count>(rememberedMax);
  readonly #windows = new BoundedMap<string, Window>(rememberedMax);

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  begin(guess: Guess): GuessTurn {
    const nowMs = this.#clock.monotonicMs();
    const key = keptKey(guessKey(guess));
    const before = this.#counts.get(key) ?? { wrong: 0, notBeforeMs: 0 };
    const waitMs = Math.max(before.notBeforeMs - nowMs, this.#addressWaitMs(guess, nowMs));
    if (waitMs > 0) return { ok: false, retryAfterS: Math.ceil(waitMs / 1_000) };
    const wrong = before.wrong + 1;
    const pauseMs = pausesMs[before.wrong] ?? pausesMs.at(-1) ?? 0;
    this.#counts.set(key, { wrong, notBeforeMs: nowMs + pauseMs });
    const window = guess.browser === undefined ? this.#count(guess.address, nowMs) : undefined;
    const forget = (count: Count | undefined) => {
      if (count === undefined) this.#counts.delete(key);
      else this.#counts.set(key, count);
      if (window !== undefined) window.wrong -= 1;
    };
    return { ok: true, wasRight: () => forget(undefined), wasNone: () => forget(before) };
  }

  #addressWaitMs({ address, browser }: Guess, nowMs: number): number {
    const window = this.#windows.get(address);
    if (browser !== undefined || window === undefined) return 0;
    const endsMs = window.startedAtMs + windowMs;
    return window.wrong >= addressWrongMax ? endsMs - nowMs : 0;
  }

  #count(address: string, nowMs: number): Window {
    const running = this.#windows.get(address);
    if (running !== undefined && nowMs < running.startedAtMs + windowMs) {
      running.wrong += 1;
      return running;
    }
    const window = { startedAtMs: nowMs, wrong: 1 };
    this.#windows.set(address, window);
    return window;
  }
}
