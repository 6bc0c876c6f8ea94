/**
 * What a bind sends next. Urgent, normal and bulk are taken 8 : 4 : 1, and within a class account after
 * account, so that a campaign of a million delays nobody's code.
 */
import type { PhoneNumber } from '#core/phone-number.ts';
import type { DueQuery, Owed } from '#queue/job.ts';
import { type Claim, type LaneBudget, LaneMemory } from '#queue/lane-memory.ts';
import type { MessageClass, OutgoingPart } from '#sms/message.ts';
import { readPartLane } from './part-lane.ts';

type PartMemory = LaneMemory<OutgoingPart>;

/** 8 urgent, 4 normal, 1 bulk, spread out. */
const turns: readonly MessageClass[] = [
  'urgent',
  'normal',
  'urgent',
  'urgent',
  'normal',
  'urgent',
  'urgent',
  'normal',
  'urgent',
  'urgent',
  'normal',
  'urgent',
  'bulk',
];
/** Who is asked after the class whose turn it is, if that has nothing. */
const asked: Record<MessageClass, readonly MessageClass[]> = {
  urgent: ['urgent', 'normal', 'bulk'],
  normal: ['normal', 'urgent', 'bulk'],
  bulk: ['bulk', 'urgent', 'normal'],
};
/** Lanes of a class that are kept though they have nothing, so that a trickle does not make them again. */
const idleLanesMax = 100;

/** A window of 2,000 is refilled from memory, and a refill reads a few milliseconds. */
const jobsMax = 2_000;

export type SubmitLanesPorts = {
  readonly read: (query: DueQuery) => Promise<readonly Owed<OutgoingPart>[]>;
  readonly budget: LaneBudget;
  /** Whether somebody has stopped the lane. */
  readonly isPaused: (lane: string) => boolean;
  /** Called when a read has brought parts. */
  readonly refilled: () => void;
  readonly readFailed: (error: unknown) => void;
};

type MayGo = (owed: Owed<OutgoingPart>) => boolean;

export class SubmitLanes {
  readonly #ports: SubmitLanesPorts;
  readonly #byName = new Map<string, PartMemory>();
  /** Each a ring: the lane that was served goes to the end. */
  readonly #rings: Record<MessageClass, PartMemory[]> = { urgent: [], normal: [], bulk: [] };
  #turn = 0;

  constructor(ports: SubmitLanesPorts) {
    this.#ports = ports;
  }

  offer(owed: Owed<OutgoingPart>, nowMs: number): void {
    this.#lane(owed.job.lane, nowMs)?.offer(owed, nowMs);
  }

  /** The poll found due rows of this lane in the table. */
  wake(lane: string, earliestJobId: number, nowMs: number): void {
    const memory = this.#lane(lane, nowMs);
    memory?.wake(earliestJobId);
    if (memory?.wantsRefill === true) void this.#refill(memory, nowMs);
  }

  /** Another process has stored parts of this lane. */
  hint(lane: string, nowMs: number): void {
    const memory = this.#lane(lane, nowMs);
    memory?.hint();
    if (memory?.wantsRefill === true) void this.#refill(memory, nowMs);
  }

  /** Rows have changed in the table: what waits is read again, what is in flight goes on. */
  forget(nowMs: number): void {
    for (const memory of this.#byName.values()) {
      memory.forget();
      void this.#refill(memory, nowMs);
    }
  }

  /**
   * The next part, in flight until it is finished, put off or given back. Those that may not go now are
   * passed by what stands behind them in memory.
   */
  next(nowMs: number, mayGo?: MayGo): Owed<OutgoingPart> | undefined {
    const first = turns[this.#turn] ?? 'normal';
    this.#turn = (this.#turn + 1) % turns.length;
    for (const each of asked[first]) {
      const owed = this.#nextOf(this.#rings[each], nowMs, mayGo);
      if (owed !== undefined) return owed;
    }
    return undefined;
  }

  /** Parts whose validity ended while they waited. */
  takeExpired(nowMs: number): readonly Owed<OutgoingPart>[] {
    return [...this.#byName.values()].flatMap((lane) => lane.takeExpired(nowMs));
  }

  /** Parts ready to be sent, those first that have waited longest; what somebody has stopped is to stay. */
  waiting(): readonly Owed<OutgoingPart>[] {
    const open = [...this.#byName.values()].filter(({ lane }) => !this.#ports.isPaused(lane));
    const waiting = open.flatMap((lane) => lane.waiting());
    return waiting.toSorted(({ job: a }, { job: b }) => a.dueAtMs - b.dueAtMs || a.id - b.id);
  }

  /** Takes some that are ready to be sent. */
  takeAway(jobIds: ReadonlySet<number>): void {
    for (const lane of this.#byName.values()) lane.takeWhere(({ job }) => jobIds.has(job.id));
  }

  /** Takes texts out of their turn, also those that only the table has; see `LaneMemory.claim`. */
  claim(
    lane: string,
    sets: readonly (readonly number[])[],
    nowMs: number,
  ): readonly (Claim<OutgoingPart> | undefined)[] {
    return this.#lane(lane, nowMs)?.claim(sets) ?? [];
  }

  release(lane: string, claim: Claim<OutgoingPart>, owed: ReadonlySet<number>): void {
    this.#byName.get(lane)?.release(claim, owed);
  }

  /** Parts of an account to a phone, in whichever of its lanes. */
  takeStopped(accountId: number, phone: PhoneNumber): readonly Owed<OutgoingPart>[] {
    const lanes = [...this.#byName].filter(([name]) => readPartLane(name)?.accountId === accountId);
    return lanes.flatMap(([, lane]) =>
      lane.takeWhere(({ load }) => load.recipient.phone === phone),
    );
  }

  /** Whether a lane takes what is offered, and fewer than `max` parts wait in it. */
  keepsUp(lane: string, max: number): boolean {
    const memory = this.#byName.get(lane);
    return memory === undefined || (memory.takesOffers && memory.ready < max);
  }

  /** Whether it waits here or is in flight. */
  knows({ job }: Owed<OutgoingPart>): boolean {
    return this.#byName.get(job.lane)?.knows(job.id) ?? false;
  }

  finish({ job }: Owed<OutgoingPart>): void {
    this.#byName.get(job.lane)?.finish(job);
  }

  putOff({ job }: Owed<OutgoingPart>, attempt: number): void {
    this.#byName.get(job.lane)?.putOff(job, attempt);
  }

  giveBack(owed: Owed<OutgoingPart>): void {
    this.#byName.get(owed.job.lane)?.giveBack(owed);
  }

  /** Lets go of all that waits here, for the table has it too. */
  close(): void {
    for (const lane of this.#byName.values()) lane.close();
  }

  #nextOf(ring: PartMemory[], nowMs: number, mayGo: MayGo | undefined) {
    for (let left = ring.length; left > 0; left -= 1) {
      const lane = ring.shift() as PartMemory;
      const owed = this.#take(lane, mayGo);
      if (lane.wantsRefill) void this.#refill(lane, nowMs);
      const leaves = owed === undefined && lane.idle && ring.length >= idleLanesMax;
      if (leaves) this.#byName.delete(lane.lane);
      else ring.push(lane);
      if (owed !== undefined) return owed;
    }
    return undefined;
  }

  #take(lane: PartMemory, mayGo: MayGo | undefined): Owed<OutgoingPart> | undefined {
    if (this.#ports.isPaused(lane.lane)) return undefined;
    return mayGo === undefined ? lane.take() : lane.takeFirst(mayGo);
  }

  #lane(name: string, nowMs: number): PartMemory | undefined {
    const standing = this.#byName.get(name);
    if (standing !== undefined) return standing;
    const place = readPartLane(name);
    if (place === undefined) return undefined;
    const { read, budget } = this.#ports;
    const lane = new LaneMemory<OutgoingPart>(name, { read, jobsMax, budget, ordered: false });
    this.#byName.set(name, lane);
    this.#rings[place.class].push(lane);
    // It may have rows of before: what is offered meanwhile is held as well.
    void this.#refill(lane, nowMs);
    return lane;
  }

  async #refill(lane: PartMemory, nowMs: number): Promise<void> {
    try {
      await lane.refill(nowMs);
    } catch (error) {
      this.#ports.readFailed(error);
    }
    if (lane.ready > 0) this.#ports.refilled();
  }
}
