/**
 * What engines with lanes have in common: they work on the lanes whose leases are here, get jobs right after their
 * commit, and look at the table for what no offer brought.
 *
 * ```
 *   commit ── offer ──► lane, if its lease is here ── else storedElsewhere ──► hint of another process
 *   table  ── wake  ──►   ▲ ◄── hint
 * ```
 */
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { JobStore, Owed } from './job.ts';
import { LanePoller } from './lane-poller.ts';
import type { HeldLeases, Lease, LeaseHolder } from './lease.ts';

export type LaneEnginePorts = {
  readonly jobs: Pick<JobStore, 'lanesWithWork' | 'changes'>;
  /** How often the table is looked at for what no offer brought. */
  readonly pollMs: () => number;
  readonly leases: HeldLeases;
  /** Jobs have been stored whose lanes other processes have, if anybody. */
  readonly storedElsewhere: (lanes: ReadonlySet<string>) => void;
  readonly clock: Clock;
  readonly log: Log;
};

/** What works on one lane, or on several that end at one place. */
interface EngineLane<Load> {
  offer(owed: Owed<Load>): void;
  /** The table has due jobs of this lane. */
  wake(lane: string, earliestJobId: number): void;
  /** Another process has stored jobs of this lane. */
  hint(lane: string): void;
}

export abstract class LaneEngine<Load, Lane extends EngineLane<Load>> implements LeaseHolder {
  readonly #ports: LaneEnginePorts;
  readonly #poller: LanePoller;
  readonly #held = new Map<string, Lease>();

  /** `engine`: with what the names of its lanes begin. */
  constructor(engine: string, ports: LaneEnginePorts) {
    this.#ports = ports;
    this.#poller = new LanePoller({
      engine,
      jobs: ports.jobs,
      clock: ports.clock,
      log: ports.log,
      everyMs: ports.pollMs,
      isWanted: () => this.#held.size > 0,
      wake: (lane, earliestJobId) => this.wake(lane, earliestJobId),
    });
  }

  /** Undefined: a lane that nobody has. */
  protected abstract leaseNameOf(lane: string): string | undefined;
  /** Undefined while there is no room for it, or no way out of it: its jobs wait in the table. */
  protected abstract openLane(lane: string, lease: Lease): Lane | undefined;
  /** Begins nothing more under a lease; settles when nothing is in progress and all results are stored. */
  protected abstract leave(lease: Lease): Promise<void>;
  /** The same for a lease that is over already. */
  protected abstract abandon(lease: Lease): Promise<void> | void;

  wake(lane: string, earliestJobId: number): void {
    this.laneOf(lane)?.wake(lane, earliestJobId);
  }

  hint(lane: string): void {
    this.laneOf(lane)?.hint(lane);
  }

  taken(lease: Lease): Promise<void> | void {
    this.#held.set(lease.name, lease);
    this.pollNow();
  }

  handOver(lease: Lease): Promise<void> {
    this.#held.delete(lease.name);
    return this.leave(lease);
  }

  lost(lease: Lease): Promise<void> | void {
    this.#held.delete(lease.name);
    return this.abandon(lease);
  }

  protected startPolling(): void {
    this.#poller.start();
  }

  protected pollNow(): void {
    this.#poller.poke();
  }

  protected stopPolling(): Promise<void> {
    return this.#poller[Symbol.asyncDispose]();
  }

  /** Jobs right after their commit; what memory has no room for is found in the table later. Says which lanes got some. */
  protected give(jobs: readonly Owed<Load>[]): ReadonlySet<Lane> {
    const given = new Set<Lane>();
    const elsewhere = new Set<string>();
    for (const owed of jobs) {
      const { lane: name } = owed.job;
      const lease = this.#leaseOf(name);
      const lane = lease && this.openLane(name, lease);
      lane?.offer(owed);
      if (lane !== undefined) given.add(lane);
      else if (lease === undefined) elsewhere.add(name);
    }
    if (elsewhere.size > 0) this.#ports.storedElsewhere(elsewhere);
    return given;
  }

  protected laneOf(lane: string): Lane | undefined {
    const lease = this.#leaseOf(lane);
    return lease && this.openLane(lane, lease);
  }

  protected leaseNamed(name: string): Lease | undefined {
    return this.#held.get(name);
  }

  /** Whether something may begin under this lease. */
  protected mayWork(lease: Lease): boolean {
    return this.#held.get(lease.name) === lease && this.#ports.leases.holds(lease);
  }

  protected async leaveAll(): Promise<void> {
    await Promise.all([...this.#held.values()].map((lease) => this.handOver(lease)));
  }

  #leaseOf(lane: string): Lease | undefined {
    const name = this.leaseNameOf(lane);
    return name === undefined ? undefined : this.#held.get(name);
  }
}
