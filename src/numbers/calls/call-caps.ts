/**
 * How many calls go on, over all processes, and begin, as each process counts them: the last guard against loops
 * and theft. Calls that two processes take in the same moment do not know of each other.
 */
import { BoundedMap } from '#core/bounded-map.ts';
import type { Clock } from '#core/clock.ts';
import type { CallsUnderWay } from './call-record.ts';

export type CapLimits = {
  /** Forwards at once of one number. */
  readonly perNumber: number;
  /** New calls a minute from one caller to one number. */
  readonly perPairAMinute: number;
  readonly perAccount: number;
  readonly perAccountASecond: number;
};

const usualCaps: CapLimits = {
  perNumber: 10,
  perPairAMinute: 30,
  perAccount: 30,
  perAccountASecond: 5,
};

/** Callers and numbers remembered: who is pushed out begins again. */
const rememberedMax = 100_000;
const minuteMs = 60_000;
const secondMs = 1_000;

export type CapWish = {
  readonly accountId: number;
  readonly number: string;
  readonly caller: string;
  /** What other processes have of them. */
  readonly elsewhere: CallsUnderWay;
};

export type CapAnswer =
  | { readonly ok: true; readonly release: () => void }
  | { readonly ok: false; readonly limit: string };

export class CallCaps {
  readonly #clock: Clock;
  readonly #limits: CapLimits;
  readonly #ofNumber = new Map<string, number>();
  readonly #ofAccount = new Map<number, number>();
  readonly #pairs = new BoundedMap<string, Window>(rememberedMax);
  readonly #starts = new BoundedMap<number, Window>(rememberedMax);

  constructor(clock: Clock, limits: CapLimits = usualCaps) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Counts the call until it is released; what was refused counts as a start all the same. */
  take({ accountId, number, caller, elsewhere }: CapWish): CapAnswer {
    const { perNumber, perPairAMinute, perAccount, perAccountASecond } = this.#limits;
    const nowMs = this.#clock.monotonicMs();
    if (count(this.#pairs, `${caller} ${number}`, nowMs, minuteMs) > perPairAMinute) {
      return { ok: false, limit: 'calls of one caller a minute' };
    }
    if (count(this.#starts, accountId, nowMs, secondMs) > perAccountASecond) {
      return { ok: false, limit: 'new calls a second' };
    }
    if ((this.#ofNumber.get(number) ?? 0) + elsewhere.ofNumber >= perNumber) {
      return { ok: false, limit: 'calls of one number' };
    }
    if ((this.#ofAccount.get(accountId) ?? 0) + elsewhere.ofPayer >= perAccount) {
      return { ok: false, limit: 'calls at once' };
    }
    add(this.#ofNumber, number, 1);
    add(this.#ofAccount, accountId, 1);
    return { ok: true, release: this.#releaseOnce(accountId, number) };
  }

  #releaseOnce(accountId: number, number: string): () => void {
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      add(this.#ofNumber, number, -1);
      add(this.#ofAccount, accountId, -1);
    };
  }
}

type Window = { sinceMs: number; count: number };

/** How many there were in the window that is open now, this one included. */
function count<Key>(windows: BoundedMap<Key, Window>, key: Key, nowMs: number, ms: number): number {
  const standing = windows.get(key);
  if (standing !== undefined && nowMs - standing.sinceMs < ms) {
    standing.count += 1;
    return standing.count;
  }
  windows.set(key, { sinceMs: nowMs, count: 1 });
  return 1;
}

function add<Key>(counts: Map<Key, number>, key: Key, by: number): void {
  const now = (counts.get(key) ?? 0) + by;
  if (now === 0) counts.delete(key);
  else counts.set(key, now);
}
