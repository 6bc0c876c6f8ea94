/** How many samples an account may have posted: a burst, and then one every two seconds. */
import { BoundedMap } from '#core/bounded-map.ts';

/** In a minute. */
const testsMax = 30;
const minuteMs = 60_000;
const eachMs = minuteMs / testsMax;
const accountsMax = 10_000;

export class TestQuota {
  /** By account, until when its tests so far would last at one every two seconds. */
  readonly #usedUntilMs = new BoundedMap<number, number>(accountsMax);

  /** Takes one; else the milliseconds after which there is one. `nowMs` of the monotonic clock. */
  take(accountId: number, nowMs: number): { readonly waitMs: number } {
    const usedUntilMs = Math.max(this.#usedUntilMs.get(accountId) ?? nowMs, nowMs) + eachMs;
    const waitMs = usedUntilMs - minuteMs - nowMs;
    if (waitMs > 0) return { waitMs };
    this.#usedUntilMs.set(accountId, usedUntilMs);
    return { waitMs: 0 };
  }
}
