/**
 * What a lane's owner holds in memory: the jobs it was offered after their commit, or has read.
 *
 * The table is the truth and this is a bounded view of it. Past its bound the lane forgets: further
 * offers are dropped, for they stand in the table, and it reads there again when it runs dry.
 */
import type { DueQuery, Job, Owed } from './job.ts';

/** How many jobs all lanes together hold. */
export type LaneBudget = { held: number; readonly max: number };

export type LaneMemoryOptions<Load> = {
  /** Due rows of the table, by (due_at, id). */
  readonly read: (query: DueQuery) => Promise<readonly Owed<Load>[]>;
  /** Jobs held at most, those in flight not counted. */
  readonly jobsMax: number;
  /** Shared by all lanes of an engine. */
  readonly budget: LaneBudget;
  /** True: jobs of one order key are taken one at a time, and wait behind one that is in retry. */
  readonly ordered: boolean;
};

/** A lane may hold so many even when the others have used the budget up, or it would never move. */
const jobsAlways = 16;

/** After so many failed attempts a job no longer holds back the others of its key. */
const attemptsThatHoldBack = 4;

export class LaneMemory<Load> {
  readonly lane: string;
  readonly #options: LaneMemoryOptions<Load>;
  #ready: Owed<Load>[] = [];
  #head = 0;
  readonly #known = new Set<number>();
  readonly #busyKeys = new Map<string, number>();
  readonly #held = new Map<string, Owed<Load>[]>();
  #heldCount = 0;
  /** Whether every due row of the table is in memory. A lane begins by reading. */
  #complete = false;
  #reading: Promise<void> | undefined;

  constructor(lane: string, options: LaneMemoryOptions<Load>) {
    this.lane = lane;
    this.#options = options;
  }

  /** Jobs ready to be taken. */
  get ready(): number {
    return this.#ready.length - this.#head;
  }

  /** Nothing in memory, nothing in flight, no key that a retry holds: the lane may be let go. */
  get idle(): boolean {
    return this.#known.size === 0 && this.#busyKeys.size === 0 && this.#reading === undefined;
  }

  /** Whether `refill` would find more than memory holds. */
  get wantsRefill(): boolean {
    return !this.#complete && this.#reading === undefined && this.ready === 0;
  }

  /** Hands over a job right after its commit. One that is not due yet stays in the table. */
  offer(owed: Owed<Load>, nowMs: number): void {
    if (owed.job.dueAtMs > nowMs) return;
    if (!this.#complete && this.#reading === undefined) return;
    if (this.#hold(owed)) return;
    this.#complete = false;
  }

  /** A job is due that memory may not hold: the poll found the lane in the table. */
  wake(): void {
    if (this.ready === 0) this.#complete = false;
  }

  /** The next job, which is in flight until `finish`. */
  take(): Owed<Load> | undefined {
    while (this.ready > 0) {
      const owed = this.#ready[this.#head] as Owed<Load>;
      this.#head += 1;
      this.#options.budget.held -= 1;
      if (this.#head > 1_024 && this.#head * 2 > this.#ready.length) this.#compact();
      if (this.#mayGo(owed)) return owed;
    }
    return undefined;
  }

  /** Takes the jobs whose time is over, wherever they stand; each is in flight until `finish`. */
  takeExpired(nowMs: number): readonly Owed<Load>[] {
    const waiting = this.#ready.slice(this.#head);
    const expired = waiting.filter(({ job }) => job.expiresAtMs <= nowMs);
    if (expired.length === 0) return expired;
    this.#ready = waiting.filter(({ job }) => job.expiresAtMs > nowMs);
    this.#head = 0;
    this.#options.budget.held -= expired.length;
    return expired;
  }

  /** Gives a job back unworked: it is taken first again. */
  giveBack(owed: Owed<Load>): void {
    this.#release(owed.job);
    this.#known.add(owed.job.id);
    this.#options.budget.held += 1;
    if (this.#head > 0) {
      this.#head -= 1;
      this.#ready[this.#head] = owed;
    } else this.#ready.unshift(owed);
  }

  /** The job's row is gone from the table. */
  finish(job: Job): void {
    this.#known.delete(job.id);
    this.#release(job);
  }

  /** The job's row now has another attempt and due time; the poll brings it back. */
  putOff(job: Job, attempt: number): void {
    this.#known.delete(job.id);
    if (attempt > attemptsThatHoldBack) this.#release(job);
    else this.#unlessReleased(job);
  }

  /** Reads due rows; concurrent callers share one read. */
  refill(nowMs: number): Promise<void> {
    this.#reading ??= this.#read(nowMs).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(nowMs: number): Promise<void> {
    const limit = this.#options.jobsMax + this.#known.size;
    // Offers that arrive while the read is under way are held too, so none falls between them.
    this.#complete = true;
    try {
      const rows = await this.#options.read({ lane: this.lane, limit, nowMs });
      if (rows.length >= limit) this.#complete = false;
      for (const owed of rows) {
        if (!this.#hold(owed)) this.#complete = false;
      }
    } catch (error) {
      this.#complete = false;
      throw error;
    }
  }

  #hold(owed: Owed<Load>): boolean {
    if (this.#known.has(owed.job.id)) return true;
    const { budget, jobsMax } = this.#options;
    const here = this.ready + this.#heldCount;
    if (here >= jobsMax || (budget.held >= budget.max && here >= jobsAlways)) return false;
    budget.held += 1;
    this.#known.add(owed.job.id);
    this.#ready.push(owed);
    return true;
  }

  /** Whether the job's key is free; if not, the job waits behind it. */
  #mayGo(owed: Owed<Load>): boolean {
    const key = owed.job.orderKey;
    if (!this.#options.ordered || key === null) return true;
    const holder = this.#busyKeys.get(key);
    if (holder === undefined || holder === owed.job.id) {
      this.#busyKeys.set(key, owed.job.id);
      return true;
    }
    this.#held.set(key, [...(this.#held.get(key) ?? []), owed]);
    this.#heldCount += 1;
    return false;
  }

  #release(job: Job): void {
    if (!this.#options.ordered || job.orderKey === null) return;
    if (this.#busyKeys.get(job.orderKey) !== job.id) return;
    this.#busyKeys.delete(job.orderKey);
    const held = this.#held.get(job.orderKey);
    if (held === undefined) return;
    this.#held.delete(job.orderKey);
    this.#heldCount -= held.length;
    this.#options.budget.held += held.length;
    this.#ready.push(...held);
  }

  /** A job in retry keeps its key, so that later ones of the key stay behind it. */
  #unlessReleased(job: Job): void {
    if (!this.#options.ordered || job.orderKey === null) return;
    this.#busyKeys.set(job.orderKey, job.id);
  }

  #compact(): void {
    this.#ready = this.#ready.slice(this.#head);
    this.#head = 0;
  }
}
