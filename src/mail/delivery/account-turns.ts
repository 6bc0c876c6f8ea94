/**
 * The lines of one lane: one for each class and account. Four urgent mails go for each normal one, and
 * within a class accounts take turns, so that nobody's million delays another's one.
 */

import type { Clock } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import type { DueQuery, Owed } from '#queue/job.ts';
import { type Claim, type LaneBudget, LaneMemory } from '#queue/lane-memory.ts';
import { LaneRefill } from '#queue/lane-refill.ts';
import type { OwedMail } from './delivery-store.ts';
import { laneClass, type Urgency } from './mail-lane.ts';

export type TurnPorts = {
  readonly read: (query: DueQuery) => Promise<readonly Owed<OwedMail>[]>;
  readonly budget: LaneBudget;
  readonly clock: Clock;
  readonly log: Log;
  /** There may be something to take. */
  readonly ready: () => void;
};

type Line = { readonly memory: LaneMemory<OwedMail>; readonly refill: LaneRefill };

/** Held of one line; past it they are read from the table. */
const jobsMax = 500;
const urgentForNormal = 4;

export class AccountTurns {
  readonly #ports: TurnPorts;
  readonly #lines: Readonly<Record<Urgency, Map<string, Line>>> = {
    urgent: new Map(),
    normal: new Map(),
  };
  #urgentTaken = 0;

  constructor(ports: TurnPorts) {
    this.#ports = ports;
  }

  /** Nothing here and nothing in flight. */
  get idle(): boolean {
    return this.#all().every(({ memory }) => memory.idle);
  }

  offer(owed: Owed<OwedMail>): void {
    this.#line(owed.job.lane).memory.offer(owed, this.#ports.clock.nowMs());
  }

  wake(lane: string, earliestJobId: number): void {
    const { memory, refill } = this.#line(lane);
    memory.wake(earliestJobId);
    refill.allow();
  }

  hint(lane: string): void {
    const { memory, refill } = this.#line(lane);
    memory.hint();
    refill.allow();
  }

  /** The next mail, which is in flight until `finish` or `putOff`; lines that ran dry read their table. */
  take(): Owed<OwedMail> | undefined {
    const isNormalsTurn = this.#urgentTaken >= urgentForNormal;
    const order: readonly Urgency[] = isNormalsTurn ? ['normal', 'urgent'] : ['urgent', 'normal'];
    for (const urgency of order) {
      const owed = this.#takeOf(urgency);
      if (owed === undefined) continue;
      this.#urgentTaken = urgency === 'urgent' ? this.#urgentTaken + 1 : 0;
      return owed;
    }
    return undefined;
  }

  giveBack(owed: Owed<OwedMail>): void {
    this.#line(owed.job.lane).memory.giveBack(owed);
  }

  finish({ job }: Owed<OwedMail>): void {
    const { memory, refill } = this.#line(job.lane);
    memory.finish(job);
    refill.allow();
  }

  putOff({ job }: Owed<OwedMail>, attempt: number): void {
    const { memory, refill } = this.#line(job.lane);
    memory.putOff(job, attempt);
    refill.allow();
  }

  /** Of one line: taken out of its turn until `release`; those in flight are not among them. */
  claim(lane: string, jobIds: readonly number[]): readonly Claim<OwedMail>[] {
    const claims = this.#line(lane).memory.claim(jobIds.map((id) => [id]));
    return claims.filter((claim) => claim !== undefined);
  }

  /** `isOwed` false: their rows are gone. */
  release(lane: string, claims: readonly Claim<OwedMail>[], isOwed: boolean): void {
    const { memory, refill } = this.#line(lane);
    for (const claim of claims) memory.release(claim, new Set(isOwed ? claim.jobIds : []));
    refill.allow();
  }

  /** Reads what the lines lack, though nothing is taken from them now: mails whose time is over are found. */
  fill(): void {
    for (const { memory, refill } of this.#all()) refill.start(memory);
  }

  takeExpired(nowMs: number): readonly Owed<OwedMail>[] {
    return this.#all().flatMap(({ memory }) => memory.takeExpired(nowMs));
  }

  /** Lets go of lines that have had nothing to do. */
  tidy(): void {
    for (const lines of [this.#lines.urgent, this.#lines.normal]) {
      for (const [lane, { memory }] of lines) {
        if (memory.idle && !memory.wantsRefill) lines.delete(lane);
      }
    }
  }

  close(): void {
    for (const { memory } of this.#all()) memory.close();
  }

  #takeOf(urgency: Urgency): Owed<OwedMail> | undefined {
    const lines = this.#lines[urgency];
    for (const [lane, line] of lines) {
      const owed = line.memory.take();
      if (owed === undefined) {
        line.refill.start(line.memory);
        continue;
      }
      // To the end of the line of lines.
      lines.delete(lane);
      lines.set(lane, line);
      return owed;
    }
    return undefined;
  }

  #all(): readonly Line[] {
    return [...this.#lines.urgent.values(), ...this.#lines.normal.values()];
  }

  #line(lane: string): Line {
    const lines = this.#lines[laneClass(lane).urgency];
    const known = lines.get(lane);
    if (known !== undefined) return known;
    const { read, budget, clock, log, ready } = this.#ports;
    const memory = new LaneMemory<OwedMail>(lane, { read, jobsMax, budget, ordered: false });
    const refill = new LaneRefill({
      clock,
      refilled: ready,
      failed: (error) => log.warn('mail.lane_unreadable', { lane, ...errorFields(error) }),
    });
    const line = { memory, refill };
    lines.set(lane, line);
    return line;
  }
}
