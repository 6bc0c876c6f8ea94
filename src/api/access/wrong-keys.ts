/** Counts wrong API keys by the network they come from, so that guessing is slow and right keys still pass. */
import { BoundedMap } from '#core/bounded-map.ts';
import type { Clock } from '#core/clock.ts';
import { networkOf } from '#core/network.ts';

const windowMs = 60_000;
const wrongKeysMax = 600;

/** Networks remembered at once; the one that began longest ago is forgotten first. */
const networksMax = 10_000;

type Window = { readonly startedAtMs: number; count: number };

export class WrongKeys {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #windows = new BoundedMap<string, Window>(networksMax);

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** Counts one; past the limit answers how many seconds the network has to wait. */
  count(address: string): number | undefined {
    const nowMs = this.#clock.monotonicMs();
    const window = this.#windowOf(networkOf(address), nowMs);
    window.count += 1;
    if (window.count <= wrongKeysMax) return undefined;
    return Math.ceil((window.startedAtMs + windowMs - nowMs) / 1_000);
  }

  #windowOf(network: string, nowMs: number): Window {
    const running = this.#windows.get(network);
    if (running !== undefined && nowMs < running.startedAtMs + windowMs) return running;
    const window = { startedAtMs: nowMs, count: 0 };
    this.#windows.set(network, window);
    return window;
  }
}
