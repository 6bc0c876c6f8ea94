/**
 * The guard of binds for several processes: what this one remembers refuses at once, what it lets through
 * is counted where all of them count.
 */
import { createHash } from 'node:crypto';
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import {
  type BindGuard,
  networkWrongMax,
  pairPausesMs,
  systemIdWrongMax,
  type Try,
  type TryGuard,
  windowMs,
} from './bind-guard.ts';

type TryCounter = { readonly key: string } & (
  | { readonly pausesMs: readonly number[] }
  | { readonly max: number; readonly windowMs: number }
);

/** Counts that all processes share. */
export interface SharedTries {
  /** Counts the try in all of them or in none; how long it must wait, 0: it is counted. */
  countTry(counters: readonly TryCounter[], nowMs: number): Promise<number>;
  forgetTries(key: string): Promise<void>;
  takeTryBack(counters: readonly TryCounter[], nowMs: number): Promise<void>;
  /** Drops what ended before; answers how many. */
  sweepTries(beforeMs: number): Promise<number>;
}

export type SharedBindGuardPorts = {
  readonly own: BindGuard;
  readonly tries: SharedTries;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Log;
};

const rememberedMs = 86_400_000;
const sweptEveryMs = 3_600_000;

export class SharedBindGuard implements TryGuard {
  readonly #ports: SharedBindGuardPorts;
  #sweptAtMs = 0;

  constructor(ports: SharedBindGuardPorts) {
    this.#ports = ports;
  }

  mayTry(who: Try): boolean {
    return this.#ports.own.mayTry(who);
  }

  async begin(who: Try): Promise<boolean> {
    if (!this.#ports.own.mayTry(who)) return false;
    return this.#table(async (tries, nowMs) => {
      this.#sweep(nowMs);
      return (await tries.countTry(this.#countersOf(who), nowMs)) === 0;
    });
  }

  /** The table has counted it when it began. */
  wasWrong(who: Try): Promise<void> {
    return this.#ports.own.wasWrong(who);
  }

  async wasRight(who: Try): Promise<void> {
    const [pair, ...rest] = this.#countersOf(who);
    await this.#ports.own.wasRight(who);
    await this.#table(async (tries, nowMs) => {
      await tries.forgetTries(pair.key);
      await tries.takeTryBack(rest, nowMs);
      return true;
    });
  }

  async wasNone(who: Try): Promise<void> {
    await this.#table(async (tries, nowMs) => {
      await tries.takeTryBack(this.#countersOf(who), nowMs);
      return true;
    });
  }

  /** Where the table is away this process goes by what it remembers: a bind needs the storage anyway. */
  async #table(work: (tries: SharedTries, nowMs: number) => Promise<boolean>): Promise<boolean> {
    const { tries, clock, log } = this.#ports;
    try {
      return await work(tries, clock.nowMs());
    } catch (error) {
      log.warn('smpp.tries_uncounted', errorFields(error));
      return true;
    }
  }

  /** Always in this order, so that two of them never wait for each other's rows. */
  #countersOf(who: Try): readonly [TryCounter, ...TryCounter[]] {
    const { systemId, network } = who;
    const pair = { key: keyOf('pair', `${network}\n${systemId}`), pausesMs: pairPausesMs };
    if (this.#ports.own.knows(who)) return [pair];
    return [
      pair,
      { key: keyOf('network', network), max: networkWrongMax, windowMs },
      { key: keyOf('name', systemId), max: systemIdWrongMax, windowMs },
    ];
  }

  #sweep(nowMs: number): void {
    if (nowMs - this.#sweptAtMs < sweptEveryMs) return;
    this.#sweptAtMs = nowMs;
    const { tries, log } = this.#ports;
    tries.sweepTries(nowMs - rememberedMs).catch((error: unknown) => {
      log.warn('smpp.tries_not_swept', errorFields(error));
    });
  }
}

/** What is typed as a name may be a password: it is not kept. */
function keyOf(kind: string, text: string): string {
  return createHash('sha256').update(`bind ${kind} ${text}`).digest('base64url');
}
