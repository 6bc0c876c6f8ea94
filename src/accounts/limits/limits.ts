/**
 * Policies and limits of a running process: read when a setting changes, their counters exchanged with
 * the other processes once a second.
 */
import type { Clock } from '#core/clock.ts';
import { errorFields, type Log, maskWithin } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import { Counters } from './counters.ts';
import { Destinations } from './destinations.ts';
import type { LimitStore } from './limit-store.ts';
import { Limiter } from './limiter.ts';
import { type Policy, PolicyCache } from './policy.ts';
import { RequestRates } from './request-rates.ts';

const everyMs = 1_000;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const busiestOfMs = 7 * 24 * hourMs;
/** Rows that a start reads: what is beyond is learned when it is next counted. */
const windowsMax = 200_000;
const sliceMax = 500;

export type LimitsPorts = {
  readonly store: Omit<
    LimitStore,
    'savePolicy' | 'setException' | 'removeException' | 'resetWindows'
  >;
  /** Of the numbers that are listed as high-risk. */
  readonly ranges: { listRiskyRanges(): Promise<readonly { readonly prefix: string }[]> };
  readonly clock: Clock;
  readonly log: Log;
};

export class AccountLimits implements AsyncDisposable {
  readonly destinations = new Destinations();
  readonly limiter: Limiter;
  readonly #ports: LimitsPorts;
  readonly #counters = new Counters();
  readonly #rates: RequestRates;
  readonly #loop: Loop;
  #book = new PolicyCache([], []);
  #busiest: ReadonlyMap<string, number> = new Map();
  #generation = 0;
  #tidiedAtMs = 0;
  #expiredAtMs = 0;

  private constructor(ports: LimitsPorts) {
    this.#ports = ports;
    const { clock, log } = ports;
    this.#rates = new RequestRates(clock);
    this.limiter = new Limiter({
      counters: this.#counters,
      destinations: this.destinations,
      busiestHour: (subject) => this.#busiest.get(subject) ?? 0,
      alert: ({ subject, ...alert }) =>
        log.warn('limit.exceeded', { ...alert, subject: maskWithin(subject) }),
    });
    const work = (): Promise<void> => this.#round();
    this.#loop = new Loop({ name: 'exchange of limits', everyMs, clock, log, work });
  }

  /** Knows what was counted before the process started. */
  static async open(ports: LimitsPorts): Promise<AccountLimits> {
    const limits = new AccountLimits(ports);
    limits.#generation = await ports.store.windowsGeneration();
    await limits.#load();
    await limits.reload();
    return limits;
  }

  start(): void {
    this.#loop.start();
  }

  policyOf(accountId: number): Policy {
    return this.#book.of(accountId);
  }

  /** In how many seconds to come back, for a key that asks too often; undefined: now is fine. */
  refuseRequest(accountId: number, keyId: number): number | undefined {
    return this.#rates.take(accountId, keyId, this.policyOf(accountId));
  }

  /** A setting has changed. */
  async reload(): Promise<void> {
    const { store, ranges } = this.#ports;
    this.destinations.setRisky((await ranges.listRiskyRanges()).map(({ prefix }) => prefix));
    this.#book = new PolicyCache(await store.listPolicies(), await store.listExceptions());
    const generation = await store.windowsGeneration();
    if (generation === this.#generation) return;
    await this.exchange();
    this.#generation = generation;
    await this.#load();
  }

  /** Stores what was counted here, and learns what the others have. */
  async exchange(): Promise<void> {
    const { store, log } = this.#ports;
    const deltas = this.#counters.takeDeltas();
    try {
      this.#counters.learn(await store.addToWindows(deltas));
    } catch (error) {
      log.warn('limits.unwritten', errorFields(error));
      this.#counters.giveBack(deltas);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#loop[Symbol.asyncDispose]();
    await this.exchange();
  }

  async #round(): Promise<void> {
    const nowMs = this.#ports.clock.nowMs();
    await this.exchange();
    if (nowMs - this.#expiredAtMs >= minuteMs) await this.#expireHeld();
    if (nowMs - this.#tidiedAtMs >= hourMs) await this.#tidy();
  }

  async #load(): Promise<void> {
    const { store, clock } = this.#ports;
    this.#counters.load(await store.openWindows(clock.nowMs(), windowsMax));
    await this.#tidy();
  }

  async #tidy(): Promise<void> {
    const { store, clock } = this.#ports;
    const sinceMs = clock.nowMs() - busiestOfMs;
    this.#tidiedAtMs = clock.nowMs();
    this.#busiest = await store.busiestHours(sinceMs);
    while ((await store.forgetWindows(sinceMs, sliceMax)) >= sliceMax);
  }

  /** What nobody has released in time is refused where its lane is worked on. */
  async #expireHeld(): Promise<void> {
    const { store, clock } = this.#ports;
    this.#expiredAtMs = clock.nowMs();
    await store.expireHeld(this.#expiredAtMs);
  }
}
