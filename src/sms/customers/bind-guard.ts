/**
 * Makes guessing of passwords slow without letting it cost others anything: a try that comes too soon
 * is refused before its password is looked at, for that takes 34 ms of one of four threads.
 *
 * Counted are the pair of network and system_id, the network, and the system_id over all networks. A
 * pair that has been right before answers for itself alone, so that nobody's guesses keep its owner out.
 */
import { BoundedMap } from '#core/bounded-map.ts';
import type { Clock } from '#core/clock.ts';
import { keptKey } from '#core/kept-key.ts';

/** What a pair waits after its first wrong try, the second …; the last one stands for all beyond. */
export const pairPausesMs: readonly number[] = [
  0, 0, 0, 0, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000,
];
/** What a network, and what a system_id, may be wrong in a minute. */
export const networkWrongMax = 20;
export const systemIdWrongMax = 60;
export const windowMs = 60_000;

/** Each map forgets its oldest past this: an attacker with more networks waits less, and holds no memory. */
const rememberedMax = 10_000;

/** Who tries: as whom, and from where (`networkOf`). */
export type Try = { readonly systemId: string; readonly network: string };

/** A try that has begun ends right, wrong, or as none, where its password could not be looked at. */
export interface TryGuard {
  /** Whether there is any use in waiting for a turn. */
  mayTry(who: Try): boolean;
  /** Whether the password may be looked at. */
  begin(who: Try): Promise<boolean>;
  wasWrong(who: Try): Promise<void>;
  wasRight(who: Try): Promise<void>;
  wasNone(who: Try): Promise<void>;
}

type Pair = { readonly wrong: number; readonly notBeforeMs: number };
type Window = { readonly startedAtMs: number; wrong: number };

export class BindGuard implements TryGuard {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  readonly #pairs = new BoundedMap<string, Pair>(rememberedMax);
  readonly #right = new BoundedMap<string, true>(rememberedMax);
  readonly #networks = new BoundedMap<string, Window>(rememberedMax);
  readonly #systemIds = new BoundedMap<string, Window>(rememberedMax);

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** Whether the password may be looked at. */
  mayTry(who: Try): boolean {
    const nowMs = this.#clock.monotonicMs();
    const pair = pairOf(who);
    if ((this.#pairs.get(pair)?.notBeforeMs ?? 0) > nowMs) return false;
    if (this.#right.get(pair) === true) return true;
    return (
      wrongIn(this.#networks.get(who.network), nowMs) < networkWrongMax &&
      wrongIn(this.#systemIds.get(keptKey(who.systemId)), nowMs) < systemIdWrongMax
    );
  }

  async begin(who: Try): Promise<boolean> {
    return this.mayTry(who);
  }

  /** Whether the pair has been right before. */
  knows(who: Try): boolean {
    return this.#right.get(pairOf(who)) === true;
  }

  async wasNone(): Promise<void> {}

  async wasWrong(who: Try): Promise<void> {
    const nowMs = this.#clock.monotonicMs();
    const pair = pairOf(who);
    const wrong = (this.#pairs.get(pair)?.wrong ?? 0) + 1;
    const waitMs = pairPausesMs[wrong - 1] ?? pairPausesMs.at(-1) ?? 0;
    this.#pairs.set(pair, { wrong, notBeforeMs: nowMs + waitMs });
    if (this.#right.get(pair) === true) return;
    count(this.#networks, who.network, nowMs);
    count(this.#systemIds, keptKey(who.systemId), nowMs);
  }

  async wasRight(who: Try): Promise<void> {
    const pair = pairOf(who);
    this.#pairs.delete(pair);
    this.#right.set(pair, true);
  }
}

function pairOf({ systemId, network }: Try): string {
  return keptKey(`${network}\n${systemId}`);
}

function wrongIn(window: Window | undefined, nowMs: number): number {
  return window !== undefined && nowMs < window.startedAtMs + windowMs ? window.wrong : 0;
}

function count(windows: BoundedMap<string, Window>, key: string, nowMs: number): void {
  const running = windows.get(key);
  if (running !== undefined && nowMs < running.startedAtMs + windowMs) running.wrong += 1;
  else windows.set(key, { startedAtMs: nowMs, wrong: 1 });
}
