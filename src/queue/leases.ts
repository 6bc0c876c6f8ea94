/**
 * The leases of this process, with epochs as fencing tokens: renewed in rounds, taken and given up so that all processes have their
 * share, and over by this process's own clock before they are over by the storage's.
 */
import type { Clock, Timer } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import type {
  HeldLeases,
  Lease,
  LeaseHolder,
  LeaseStore,
  LeaseView,
  ProcessRecord,
} from './lease.ts';
import { type Sharing, share } from './lease-shares.ts';

export type LeaseTiming = {
  /** From a round on a lease lasts so long by the storage's clock. */
  readonly leaseMs: number;
  readonly renewMs: number;
  /** So long before its end nothing is begun under it: what is in progress must reach its end. */
  readonly marginMs: number;
  /** No other process can work on this storage: what is taken is never over. */
  readonly sole: boolean;
  /** What stands in the storage is of processes that have ended. */
  readonly isFirst: boolean;
};

/** 15 s renewed every 3 s, and nothing begun in the last 4 s, or all of it in proportion. */
export function sharedTiming(leaseMs: number): LeaseTiming {
  return {
    leaseMs,
    renewMs: leaseMs / 5,
    marginMs: (leaseMs * 4) / 15,
    sole: false,
    isFirst: false,
  };
}

const yearMs = 365 * 24 * 3_600_000;
/** The rounds of a process that is alone show that it lives, and take what settings have added. */
export function soleTiming(isFirst: boolean): LeaseTiming {
  return { leaseMs: 100 * yearMs, renewMs: 30_000, marginMs: 0, sole: true, isFirst };
}

/** Leases of one kind and how they are shared. */
export type LeaseGroup = {
  readonly sharing: Sharing;
  readonly wanted: () => readonly string[];
  readonly holder: LeaseHolder;
};

export type LeaseRounds = Omit<LeaseStore, 'saveNotes' | 'listNotes'>;

export type LeasesOptions = {
  readonly store: LeaseRounds;
  readonly process: ProcessRecord;
  readonly timing: LeaseTiming;
  readonly clock: Clock;
  readonly log: Log;
};

type Held = {
  readonly lease: Lease;
  readonly group: LeaseGroup;
  leaving: Promise<void> | undefined;
};

/** How soon a round comes again that failed, or found less than this process is to have. */
const hurriedMs = 500;
/** A process that has not been seen for so long is no longer shown. */
const forgetAfterMs = 24 * 3_600_000;

export class Leases implements HeldLeases, AsyncDisposable {
  readonly #options: LeasesOptions;
  readonly #loop: Loop;
  readonly #groups: LeaseGroup[] = [];
  readonly #held = new Map<string, Held>();
  /** Lost, and what was in progress has not ended yet: not to be taken again before. */
  readonly #ending = new Map<string, Promise<void>>();
  /** Monotonic; nothing is begun from here on. */
  #usableUntilMs = Number.NEGATIVE_INFINITY;
  /** By the clock that also counts while a machine sleeps; set forward it ends a lease early, which is safe. */
  #usableUntilWallMs = Number.NEGATIVE_INFINITY;
  #end: Timer | undefined;
  #processes = 1;
  #hurries = false;
  #isLeaving = false;
  #life: 'new' | 'running' | 'stopped' = 'new';

  constructor(options: LeasesOptions) {
    const { clock, log, timing } = options;
    this.#options = options;
    this.#loop = new Loop({
      name: 'round of leases',
      everyMs: () => (this.#hurries ? Math.min(hurriedMs, timing.renewMs) : timing.renewMs),
      clock,
      log,
      work: () => this.#round(),
    });
  }

  /** To be called before the start. */
  add(group: LeaseGroup): void {
    this.#groups.push(group);
  }

  /** Takes what is free; throws what the storage throws. */
  async start(): Promise<void> {
    this.#life = 'running';
    if (this.#options.timing.isFirst) await this.#options.store.freeAll();
    await this.#renewAndShare();
    this.#loop.start();
  }

  holds({ name, epoch }: Lease): boolean {
    return this.isCurrent && this.#held.get(name)?.lease.epoch === epoch;
  }

  /** Whether this process has been able to renew what it holds. */
  get isCurrent(): boolean {
    const { clock } = this.#options;
    return clock.monotonicMs() < this.#usableUntilMs && clock.nowMs() < this.#usableUntilWallMs;
  }

  /** The lease of that name, if it is ours. */
  find(name: string): Lease | undefined {
    const lease = this.#held.get(name)?.lease;
    return lease !== undefined && this.holds(lease) ? lease : undefined;
  }

  /** How this process is called among those that share the storage. */
  get process(): Pick<ProcessRecord, 'id' | 'host'> {
    return this.#options.process;
  }

  get heldCount(): number {
    return this.#held.size;
  }

  /** Whether other processes run on this storage; threads of one process have their work divided once and for all. */
  get isShared(): boolean {
    return this.#processes > 1 && !this.#options.timing.sole;
  }

  /** Something has changed: what is wanted, or what other processes hold. */
  poke(): void {
    this.#loop.poke();
  }

  /**
   * Hands over at once: others count without this process, and take each lease as soon as nothing is under
   * way for it. Until then it is renewed, and so is what this process holds for itself alone: what still
   * ends here needs that.
   */
  async handOver(): Promise<void> {
    if (this.#life !== 'running') return;
    this.#isLeaving = true;
    this.#loop.poke();
    await this.#attempt(() => this.#renew());
    await this.#giveUpShared();
  }

  /** Hands over, and ends. What it holds for itself alone goes last, for the others need it until they are gone. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#life !== 'running') return;
    this.#life = 'stopped';
    this.#isLeaving = true;
    const { store, process } = this.#options;
    await this.#loop[Symbol.asyncDispose]();
    await this.#attempt(() => this.#renew());
    await this.#giveUpShared();
    await Promise.all(this.#ending.values());
    await this.#attempt(() => store.leave(process.id));
    this.#end?.cancel();
  }

  async #giveUpShared(): Promise<void> {
    const shared = [...this.#held.values()].filter(({ group }) => group.sharing.how !== 'one');
    await Promise.all(shared.map((held) => this.#giveUp(held)));
  }

  async #round(): Promise<void> {
    try {
      await this.#renewAndShare();
    } catch (error) {
      // A neighbour's fault; if it lasts, the leases end by the clock.
      this.#hurries = true;
      this.#options.log.warn('leases.unrenewed', errorFields(error));
    }
  }

  async #renewAndShare(): Promise<void> {
    const view = await this.#renew();
    // The answer took so long, or this process was stopped meanwhile, that it says nothing any more.
    if (!this.isCurrent) {
      this.#hurries = true;
      return;
    }
    const { timing, process } = this.#options;
    const aliveMs = timing.sole ? Number.POSITIVE_INFINITY : timing.leaseMs;
    this.#processes = view.processes.filter(
      ({ id, seenAtMs }) => id === process.id || seenAtMs > view.nowMs - aliveMs,
    ).length;
    this.#hurries = await this.#releaseStrays(view);
    for (const group of this.#groups) {
      const { sharing, wanted } = group;
      const names = wanted().filter((name) => !this.#ending.has(name));
      const question = { view, processId: process.id, wanted: names, sharing, aliveMs };
      const { take, giveUp, lacks } = share(question);
      for (const name of giveUp) this.#giveUpNamed(name);
      const taken = take.length > 0 ? await this.#take(take, group) : 0;
      if (lacks > taken) this.#hurries = true;
    }
    this.#giveUpUnwanted();
  }

  async #renew(): Promise<LeaseView> {
    const { store, process, timing, clock } = this.#options;
    this.#endIfOver();
    const { leaseMs, marginMs } = timing;
    // Before the call: the storage counts from a later instant.
    const startedMs = clock.monotonicMs();
    const startedWallMs = clock.nowMs();
    const held = [...this.#held.keys()];
    const record = { ...process, draining: this.#isLeaving };
    const view = await store.renew({ process: record, held, leaseMs, forgetAfterMs });
    this.#endIfTaken(view);
    this.#usableUntilMs = startedMs + leaseMs - marginMs;
    this.#usableUntilWallMs = startedWallMs + leaseMs - marginMs;
    this.#end?.cancel();
    if (!timing.sole) {
      const leftMs = this.#usableUntilMs - clock.monotonicMs();
      this.#end = clock.after(Math.max(0, leftMs), () => this.#endIfOver());
    }
    return view;
  }

  /**
   * Ours by the table and not held: given up while the storage was away, or lost by our own clock. Answers
   * whether there were any, for they can be taken now.
   */
  async #releaseStrays({ leases }: LeaseView): Promise<boolean> {
    const { store, process } = this.#options;
    const strays = leases.filter(
      ({ name, owner, isFree }) =>
        owner === process.id && !isFree && !this.#held.has(name) && !this.#ending.has(name),
    );
    if (strays.length > 0) await store.release(process.id, strays);
    return strays.length > 0;
  }

  async #take(names: readonly string[], group: LeaseGroup): Promise<number> {
    const { store, process, timing, log } = this.#options;
    const taken = await store.take(process.id, names, timing.leaseMs);
    for (const lease of taken) this.#held.set(lease.name, { lease, group, leaving: undefined });
    await Promise.all(taken.map((lease) => this.#open(lease, group.holder)));
    for (const { name, epoch } of taken) log.debug('lease.taken', { lease: name, epoch });
    return taken.length;
  }

  async #open(lease: Lease, holder: LeaseHolder): Promise<void> {
    try {
      await holder.taken(lease);
    } catch (error) {
      this.#options.log.error('lease.unopened', { lease: lease.name, ...errorFields(error) });
      this.#hurries = true;
      this.#giveUpNamed(lease.name);
    }
  }

  /** What settings no longer name: an operator that was removed, or has fewer binds. */
  #giveUpUnwanted(): void {
    const wanted = new Set(this.#groups.flatMap((group) => group.wanted()));
    for (const held of this.#held.values()) {
      if (!wanted.has(held.lease.name)) void this.#giveUp(held);
    }
  }

  #giveUpNamed(name: string): void {
    const held = this.#held.get(name);
    if (held !== undefined) void this.#giveUp(held);
  }

  #giveUp(held: Held): Promise<void> {
    held.leaving ??= this.#handOver(held);
    return held.leaving;
  }

  async #handOver(held: Held): Promise<void> {
    const { lease, group } = held;
    const { store, process, log } = this.#options;
    await this.#attempt(() => group.holder.handOver(lease));
    // It may have been lost meanwhile, by the clock.
    if (this.#held.get(lease.name) !== held) return;
    this.#held.delete(lease.name);
    await this.#attempt(() => store.release(process.id, [lease]));
    log.debug('lease.given_up', { lease: lease.name, epoch: lease.epoch });
  }

  #endIfOver(): void {
    if (this.isCurrent || this.#held.size === 0) return;
    this.#options.log.warn('leases.lost', { leases: this.#held.size, why: 'not renewed in time' });
    for (const held of this.#held.values()) this.#lose(held);
  }

  #endIfTaken({ leases }: LeaseView): void {
    const { process, log } = this.#options;
    const standing = new Map(leases.map((lease) => [lease.name, lease]));
    for (const held of this.#held.values()) {
      const { name, epoch } = held.lease;
      const stored = standing.get(name);
      if (stored?.owner === process.id && stored.epoch === epoch) continue;
      log.warn('leases.lost', { lease: name, why: 'another process has it' });
      this.#lose(held);
    }
  }

  #lose({ lease, group }: Held): void {
    this.#held.delete(lease.name);
    const ended = this.#attempt(async () => group.holder.lost(lease));
    this.#ending.set(
      lease.name,
      ended.finally(() => this.#ending.delete(lease.name)),
    );
  }

  /** What fails here is made up for by the next round, or by the end of the lease. */
  async #attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#options.log.warn('leases.unrenewed', errorFields(error));
    }
  }
}
