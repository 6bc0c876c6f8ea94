/**
 * What a lane's owner holds in memory: the jobs it was offered after their commit, or has read.
 *
 * The table is the truth and this is a bounded view of it. Past its bound the lane forgets: further
 * offers are dropped, for they stand in the table, and it reads there again when it runs dry.
 */
import type { DueQuery, Job, Owed } from './job.ts';
import { JobLine } from './job-line.ts';

/** How many jobs all lanes together hold. */
export type LaneBudget = { held: number; readonly max: number };

export type LaneMemoryOptions<Load> = {
  /** Due rows of the table, by (due_at, id). */
  readonly read: (query: DueQuery) => Promise<readonly Owed<Load>[]>;
  /** Jobs held at most, those in flight not counted. */
  readonly jobsMax: number;
  /** Rows of one read; as many as fit, unless said otherwise. On SQLite the whole process waits for it. */
  readonly rowsMax?: number;
  /** Shared by all lanes of an engine. */
  readonly budget: LaneBudget;
  /** Jobs that failed and hold back the others of their key; read once, before the first rows. */
  readonly readInRetry?: ((lane: string) => Promise<readonly Job[]>) | undefined;
  /** True: jobs of one order key are taken one at a time, and wait behind one that is in retry. */
  readonly ordered: boolean;
  /** True: all jobs of the lane are taken as if they had one key, and one in retry holds them back for good. */
  readonly strict?: boolean;
  /**
   * Jobs that others do not wait for: while there are others, one of them is taken for seven of those, and
   * others of its key may pass it.
   */
  readonly standsBack?: (owed: Owed<Load>) => boolean;
};

/** Of jobs taken, how many are of those that stand back, while both kinds wait: one in so many. */
const backTurn = 8;

/** Of all jobs of a strict lane; no order key is empty. */
const strictKey = '';

/** What happened while a read was in progress, which shows the table as it was before. */
type SinceRead<Load> = {
  /** They come after the rows, for these are older. */
  readonly offered: Owed<Load>[];
  readonly settled: Set<number>;
  /** Another process has stored jobs that the read may have come too early for. */
  hinted: boolean;
  /** Rows have changed in the table, and the read may have seen them as they were. */
  stale: boolean;
};

/** A lane may hold so many even when the others have used the budget up, or it would never move. */
const jobsAlways = 16;

/** A lane whose first due row is in flight reads behind it at every so many-th wake at least; 8 s of the usual poll. */
const wakesMax = 16;
/** No wake has found its first row in flight since a job was put off. */
const nobody = { jobId: 0, wakes: 0 };

/** After so many failed attempts a job no longer holds back the others of its key. */
const attemptsThatHoldBack = 4;

/** Jobs that somebody has taken out of the owner's turn, and those of them that stood in its line. */
export type Claim<Load> = {
  readonly jobIds: readonly number[];
  readonly taken: readonly Owed<Load>[];
};

export class LaneMemory<Load> {
  readonly lane: string;
  readonly #options: LaneMemoryOptions<Load>;
  readonly #ready = new JobLine<Load>();
  /** Those that stand back. */
  readonly #back = new JobLine<Load>();
  #sinceBack = 0;
  readonly #known = new Set<number>();
  readonly #busyKeys = new Map<string, number>();
  readonly #held = new Map<string, Owed<Load>[]>();
  #heldCount = 0;
  /** Whether every due row of the table is in memory. A lane begins by reading. */
  #complete = false;
  #reading: Promise<void> | undefined;
  #sinceRead: SinceRead<Load> | undefined;
  #knowsRetries = false;
  #lacksEarliest = false;
  #behind = nobody;
  #closed = false;

  constructor(lane: string, options: LaneMemoryOptions<Load>) {
    this.lane = lane;
    this.#options = options;
  }

  /** Jobs ready to be taken. */
  get ready(): number {
    return this.#ready.length + this.#back.length;
  }

  /** Nothing in memory, nothing in flight, no key that a retry holds: the lane may be let go. */
  get idle(): boolean {
    return this.#known.size === 0 && this.#busyKeys.size === 0 && this.#sinceRead === undefined;
  }

  /** Whether a job that is offered now stays in memory, if there is room: nothing older waits in the table alone. */
  get takesOffers(): boolean {
    return this.#complete || this.#sinceRead !== undefined;
  }

  /** Whether the job waits in memory or is in flight. */
  knows(jobId: number): boolean {
    return this.#known.has(jobId);
  }

  /** Whether `refill` would find more than memory holds. */
  get wantsRefill(): boolean {
    if (this.#complete || this.#sinceRead !== undefined) return false;
    return this.ready === 0 || this.#lacksEarliest;
  }

  /** Hands over a job right after its commit. One that is not due yet stays in the table. */
  offer(owed: Owed<Load>, nowMs: number): void {
    if (owed.job.dueAtMs > nowMs) return;
    if (this.#sinceRead !== undefined) {
      if (this.#sinceRead.offered.length < this.#options.jobsMax)
        this.#sinceRead.offered.push(owed);
    } else if (this.#complete) this.#complete = this.#hold(owed);
  }

  /**
   * The poll found due rows of this lane in the table, this job the first. A retry or a schedule that
   * has fallen due is one that memory does not hold, and it must not wait until the lane runs dry.
   */
  wake(earliestJobId: number): void {
    this.#lacksEarliest = !this.#known.has(earliestJobId);
    if (this.#lacksEarliest || (this.ready === 0 && this.#mayLookBehind(earliestJobId)))
      this.#complete = false;
  }

  /**
   * The first due row is in flight, and a retry may have fallen due behind it. Each wake would read the same row
   * again, twice a second for as long as a slow peer takes: it is read at the first wake, the second, the fourth and
   * so on, so that a retry waits at most as long again as it was put off for.
   */
  #mayLookBehind(earliestJobId: number): boolean {
    const { jobId, wakes } = this.#behind;
    const n = jobId === earliestJobId ? wakes + 1 : 1;
    this.#behind = { jobId: earliestJobId, wakes: n };
    return (n & (n - 1)) === 0 || n % wakesMax === 0;
  }

  /** Another process has stored jobs of this lane: they are read when those that are here are taken. */
  hint(): void {
    this.#complete = false;
    if (this.#sinceRead !== undefined) this.#sinceRead.hinted = true;
  }

  /** The next job, which is in flight until `finish`. */
  take(): Owed<Load> | undefined {
    for (let owed = this.#shift(); owed !== undefined; owed = this.#shift()) {
      this.#options.budget.held -= 1;
      // A late answer may have finished it while it waited.
      if (this.#known.has(owed.job.id) && this.#mayGo(owed)) return owed;
    }
    return undefined;
  }

  /**
   * The same of those that may go now; the others stay where they stand. Not for a lane that is `ordered`,
   * or where some stand back; nor are the next two.
   */
  takeFirst(mayGo: (owed: Owed<Load>) => boolean): Owed<Load> | undefined {
    const isWanted = (owed: Owed<Load>): boolean => this.#known.has(owed.job.id) && mayGo(owed);
    const owed = this.#ready.takeFirst(isWanted);
    if (owed !== undefined) this.#options.budget.held -= 1;
    return owed;
  }

  /** Jobs ready to be taken, in their order. */
  waiting(): readonly Owed<Load>[] {
    return this.#ready.all().filter(({ job }) => this.#known.has(job.id));
  }

  /** Takes the jobs whose time is over, wherever they stand; each is in flight until `finish`. */
  takeExpired(nowMs: number): readonly Owed<Load>[] {
    return this.takeWhere(({ job }) => job.expiresAtMs <= nowMs);
  }

  /** Takes the jobs that are wanted, wherever they stand; each is in flight until `finish`. */
  takeWhere(isWanted: (owed: Owed<Load>) => boolean): readonly Owed<Load>[] {
    const waiting = this.#ready.all();
    const wanted = waiting.filter(isWanted);
    if (wanted.length === 0) return wanted;
    const taken = new Set(wanted);
    this.#ready.set(waiting.filter((owed) => !taken.has(owed)));
    this.#options.budget.held -= wanted.length;
    return wanted.filter(({ job }) => this.#known.has(job.id));
  }

  /**
   * Takes sets of jobs, each whole or not at all, wherever they wait: what only the table has is not read until it
   * is finished or released. Undefined where one of the set is in flight.
   */
  claim(sets: readonly (readonly number[])[]): readonly (Claim<Load> | undefined)[] {
    const waiting = new Map(this.waiting().map((owed) => [owed.job.id, owed]));
    const claims = sets.map((jobIds): Claim<Load> | undefined => {
      if (jobIds.some((id) => this.#known.has(id) && !waiting.has(id))) return undefined;
      const taken = jobIds.flatMap((id) => waiting.get(id) ?? []);
      for (const id of jobIds) {
        waiting.delete(id);
        this.#known.add(id);
      }
      return { jobIds, taken };
    });
    const gone = new Set(claims.flatMap((claim) => claim?.taken ?? []));
    this.#ready.set(this.#ready.all().filter((owed) => !gone.has(owed)));
    this.#options.budget.held -= gone.size;
    return claims;
  }

  /** What was claimed waits again, as far as it is still owed. */
  release({ jobIds, taken }: Claim<Load>, owed: ReadonlySet<number>): void {
    const back = taken.filter(({ job }) => owed.has(job.id));
    const stays = new Set(back.map(({ job }) => job.id));
    for (const id of jobIds) if (!stays.has(id)) this.#known.delete(id);
    for (const each of back) this.giveBack(each);
    // The others stand in the table.
    this.hint();
  }

  /** Gives a job back unworked: it keeps its key, and is taken before what came after it. */
  giveBack(owed: Owed<Load>): void {
    if (this.#closed) return;
    this.#options.budget.held += 1;
    this.#lineOf(owed).putBack(owed);
  }

  /** The job's row is gone from the table. */
  finish(job: Job): void {
    this.#settle(job);
    this.#release(job);
  }

  /**
   * The job's row now has another attempt and due time; the poll brings it back. Meanwhile it keeps its
   * key, so that later ones stay behind it.
   */
  putOff(job: Job, attempt: number): void {
    this.#settle(job);
    this.#behind = nobody;
    if (attempt > attemptsThatHoldBack && this.#options.strict !== true) this.#release(job);
  }

  /** Rows have changed in the table: what waits here is read again. Not for a lane that is `ordered`. */
  forget(): void {
    for (const owed of [...this.#ready.all(), ...this.#back.all()]) this.#known.delete(owed.job.id);
    this.#options.budget.held -= this.ready;
    this.#ready.set([]);
    this.#back.set([]);
    this.#complete = false;
    if (this.#sinceRead !== undefined) this.#sinceRead.stale = true;
  }

  /** Lets go of what waits here, for the table has it too; nothing is held from now on. */
  close(): void {
    this.#closed = true;
    this.#options.budget.held -= this.ready;
    this.#ready.set([]);
    this.#back.set([]);
  }

  /** Reads due rows; concurrent callers share one read. */
  refill(nowMs: number): Promise<void> {
    this.#reading ??= this.#read(nowMs).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #read(nowMs: number): Promise<void> {
    const { jobsMax, rowsMax = jobsMax } = this.#options;
    const limit = rowsMax + this.#known.size;
    const since: SinceRead<Load> = { offered: [], settled: new Set(), hinted: false, stale: false };
    this.#sinceRead = since;
    this.#complete = false;
    this.#lacksEarliest = false;
    try {
      const { readInRetry } = this.#options;
      if (readInRetry !== undefined && !this.#knowsRetries) await this.#learnRetries(readInRetry);
      const rows = await this.#options.read({ lane: this.lane, limit, nowMs });
      if (since.stale) return;
      const isAll = rows.length < limit && since.offered.length < jobsMax;
      const found = isAll ? [...rows, ...since.offered] : rows;
      const fits = found.every((owed) => since.settled.has(owed.job.id) || this.#hold(owed));
      this.#complete = isAll && fits && !since.hinted;
    } finally {
      this.#sinceRead = undefined;
    }
  }

  /** Of an owner before this one: a job offered behind one of these has to wait as well. */
  async #learnRetries(readInRetry: (lane: string) => Promise<readonly Job[]>): Promise<void> {
    for (const job of await readInRetry(this.lane)) {
      const key = this.#keyOf(job);
      if (key !== null && !this.#busyKeys.has(key)) this.#busyKeys.set(key, job.id);
    }
    this.#knowsRetries = true;
  }

  /** Jobs of one key are worked on in order; null: it has none. */
  #keyOf(job: Job): string | null {
    const { ordered, strict } = this.#options;
    if (strict === true) return strictKey;
    return ordered ? job.orderKey : null;
  }

  #settle(job: Job): void {
    this.#known.delete(job.id);
    this.#sinceRead?.settled.add(job.id);
  }

  #hold(owed: Owed<Load>): boolean {
    if (this.#closed) return false;
    if (this.#known.has(owed.job.id)) return true;
    const { budget, jobsMax } = this.#options;
    const here = this.ready + this.#heldCount;
    const isFull = here >= jobsMax || (budget.held >= budget.max && here >= jobsAlways);
    // One fits always: it may be the one that all of them wait for, back from its retry.
    if (isFull && this.ready > 0) return false;
    budget.held += 1;
    this.#known.add(owed.job.id);
    this.#lineOf(owed).push(owed);
    return true;
  }

  /** Whether the job's key is free; if not, the job waits behind it. */
  #mayGo(owed: Owed<Load>): boolean {
    const key = this.#keyOf(owed.job);
    if (key === null) return true;
    const holder = this.#busyKeys.get(key);
    if (holder === undefined || holder === owed.job.id) {
      this.#busyKeys.set(key, owed.job.id);
      return true;
    }
    const held = this.#held.get(key);
    if (held === undefined) this.#held.set(key, [owed]);
    else held.push(owed);
    this.#heldCount += 1;
    return false;
  }

  #release(job: Job): void {
    const key = this.#keyOf(job);
    if (key === null || this.#busyKeys.get(key) !== job.id) return;
    this.#busyKeys.delete(key);
    const held = this.#held.get(key);
    if (held === undefined) return;
    this.#held.delete(key);
    this.#heldCount -= held.length;
    if (this.#closed) return;
    this.#options.budget.held += held.length;
    // In front: later ones of the key may stand in the line already.
    for (const owed of held.toReversed()) this.#lineOf(owed).putFirst(owed);
  }

  #lineOf(owed: Owed<Load>): JobLine<Load> {
    return this.#options.standsBack?.(owed) === true ? this.#back : this.#ready;
  }

  #shift(): Owed<Load> | undefined {
    const isBacksTurn = this.#ready.length === 0 || this.#sinceBack >= backTurn - 1;
    const owed = isBacksTurn ? this.#back.shift() : undefined;
    this.#sinceBack = owed !== undefined || this.#back.length === 0 ? 0 : this.#sinceBack + 1;
    return owed ?? this.#ready.shift();
  }
}
