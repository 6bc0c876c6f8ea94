/**
 * What waits in the table for phones that have come to an opt-out list is refused soon, not when it falls
 * due: a schedule of next month is told and paid back now.
 *
 * Phones are gathered, and one walk along the lanes of their accounts serves all of them: a thousand jobs
 * a read, with rests between. It is a courtesy. That nothing goes is seen to where parts are submitted, so
 * what this forgets (past its bound, or with the process) is refused there.
 */

import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import { engineOf, suffixOf } from '#queue/lane.ts';
import type { FactRecorder } from '#sms/facts.ts';
import { partRefusal } from '#sms/links/part-refusal.ts';
import type { ReportMaker } from '#sms/report-maker.ts';
import type { SmsEngine } from '#sms/sms-engine.ts';
import type { LaneCursor, WaitingStore } from '#sms/waiting/waiting-store.ts';
import { laneStart, type WaitingPart } from '#sms/waiting/waiting-store.ts';
import type { StopList } from './stop-list.ts';

export type StoppedWaitPorts = {
  readonly store: Pick<WaitingStore, 'partLanes' | 'waitingParts' | 'findParts'>;
  readonly stops: Pick<StopList, 'stopped'>;
  readonly engine: Pick<SmsEngine, 'owns' | 'refuseStopped' | 'withdrawn'>;
  readonly facts: Pick<FactRecorder, 'refused'>;
  readonly reports: ReportMaker;
  /** Whether this process refuses what is held, which no engine owns. */
  readonly isMine: () => boolean;
  readonly clock: Clock;
  readonly log: Log;
};

const roundMs = 1_000;
/** Phones of a round: what comes beyond is refused when it falls due. */
const phonesMax = 10_000;
/** Jobs of a read, 2 ms; ten thousand a second. */
const sliceMax = 1_000;
const restMs = 100;
/** Facts of a commit. */
const commitMax = 256;

type Phones = ReadonlySet<PhoneNumber>;

export class StoppedWaits implements AsyncDisposable {
  readonly #ports: StoppedWaitPorts;
  readonly #loop: Loop;
  #noted = new Map<number, Set<PhoneNumber>>();
  #count = 0;

  constructor(ports: StoppedWaitPorts) {
    this.#ports = ports;
    const { clock, log } = ports;
    this.#loop = new Loop({
      name: 'refusal of what waits for stopped phones',
      everyMs: roundMs,
      clock,
      log,
      work: (signal) => this.#round(signal),
    });
  }

  start(): void {
    this.#loop.start();
  }

  note(accountId: number, phone: PhoneNumber): void {
    if (this.#count >= phonesMax) return;
    const phones = this.#noted.get(accountId);
    if (phones === undefined) this.#noted.set(accountId, new Set([phone]));
    else phones.add(phone);
    this.#count += 1;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#loop[Symbol.asyncDispose]();
  }

  async #round(signal: AbortSignal): Promise<void> {
    if (this.#count === 0) return;
    const noted = this.#noted;
    this.#noted = new Map();
    this.#count = 0;
    try {
      await this.#walk(noted, signal);
    } catch (error) {
      // The storage is away: they are looked for again.
      for (const [accountId, phones] of noted) {
        for (const phone of phones) this.note(accountId, phone);
      }
      throw error;
    }
  }

  async #walk(noted: ReadonlyMap<number, Phones>, signal: AbortSignal): Promise<void> {
    const { store, stops } = this.#ports;
    for (const lane of await store.partLanes()) {
      const accountId = accountOf(lane);
      const phones = noted.get(accountId);
      if (phones === undefined || !this.#isOurs(lane)) continue;
      // A START may have come since.
      const still = new Set(await stops.stopped(accountId, [...phones]));
      if (still.size > 0) await this.#walkLane(lane, still, signal);
    }
  }

  async #walkLane(lane: string, phones: Phones, signal: AbortSignal): Promise<void> {
    const { store, clock } = this.#ports;
    for (let after: LaneCursor | undefined = laneStart; after !== undefined; ) {
      const slice: readonly WaitingPart[] = await store.waitingParts(lane, after, sliceMax);
      // What was tried may be with the operator; its next attempt is judged where it is made.
      const wanted = slice.filter(({ phone, attempt }) => attempt === 0 && phones.has(phone));
      for (let from = 0; from < wanted.length; from += commitMax) {
        const jobIds = wanted.slice(from, from + commitMax).map(({ jobId }) => jobId);
        await this.#refuse(lane, jobIds);
      }
      after = slice.length < sliceMax ? undefined : slice.at(-1);
      if (after !== undefined) await clock.sleep(restMs, signal);
    }
  }

  async #refuse(lane: string, jobIds: readonly number[]): Promise<void> {
    const { store, engine, facts, reports, clock, log } = this.#ports;
    const parts = (await store.findParts(jobIds)).filter(({ load }) => !load.intended);
    if (engineOf(lane) === 'sms') engine.refuseStopped(parts);
    else {
      const refusal = { reason: 'stopped', mayBeTaken: false };
      await Promise.all(
        parts.map(async (owed) =>
          facts.refused(await partRefusal(owed, refusal, { reports, atMs: clock.nowMs() })),
        ),
      );
      engine.withdrawn(parts.length);
    }
    log.info('stop.waiting_refused', { lane, parts: parts.length });
  }

  #isOurs(lane: string): boolean {
    const { engine, isMine } = this.#ports;
    return engineOf(lane) === 'sms' ? engine.owns(lane) : isMine();
  }
}

/** `17` of `sms/3/0:normal/17`, and of the same lane where it is held. */
function accountOf(lane: string): number {
  return Number(suffixOf(lane).split('/').at(-1));
}
