/**
 * Delivers what SMPP users are owed: takes events right after their commit, or finds them in the table,
 * while the user has a bind that receives; without one they wait there for 72 hours.
 */
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { Loop } from '#core/loop.ts';
import type { JobStore, Owed } from '#queue/job.ts';
import type { LaneBudget } from '#queue/lane-memory.ts';
import { LanePoller } from '#queue/lane-poller.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import { Settler } from '#queue/settler.ts';
import type { BoundPeer } from '#sms/smpp/server.ts';
import type { CustomerDirectory } from './customer-directory.ts';
import { CustomerLane } from './customer-lane.ts';
import { customerEngine, laneOfUser, userOfLane } from './customer-lane-name.ts';
import type {
  CustomerDelivery,
  CustomerDeliveryStore,
  CustomerSettlement,
} from './delivery-store.ts';
import type { SmppUser } from './smpp-user.ts';

export type CustomerDeliveriesPorts = {
  readonly store: CustomerDeliveryStore;
  readonly jobs: Pick<JobStore, 'lanesWithWork' | 'changes'>;
  readonly directory: () => CustomerDirectory;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly delivers: (userId: number) => boolean;
  /** Whether somebody has stopped a lane. */
  readonly isPaused: (lane: string) => boolean;
  /** How often the table is looked at for what no offer brought: other processes' events, retries. */
  readonly pollMs: () => number;
};

/** Jobs in memory, of all lanes: about 20 MB. */
const jobsMax = 20_000;
const expireMs = 60_000;
const sliceMax = 256;
/** What is in progress at the end has this long to be stored. */
const stopWithinMs = 5_000;

export class CustomerDeliveries implements AsyncDisposable {
  readonly #ports: CustomerDeliveriesPorts;
  readonly #settler: Settler<CustomerSettlement>;
  readonly #budget: LaneBudget = { held: 0, max: jobsMax };
  readonly #lanes = new Map<string, CustomerLane>();
  readonly #laneOfPeer = new Map<BoundPeer, CustomerLane>();
  /** Lanes with work whose user is not bound here. */
  readonly #unattended = new Set<string>();
  readonly #poller: LanePoller;
  readonly #expiry: Loop;
  #onQuiet: (() => void) | undefined;

  constructor(ports: CustomerDeliveriesPorts) {
    this.#ports = ports;
    const { store, jobs, clock, log } = ports;
    this.#settler = new Settler({ store, clock, log });
    this.#poller = new LanePoller({
      engine: customerEngine,
      jobs,
      clock,
      log,
      everyMs: ports.pollMs,
      wake: (lane, earliestJobId) => this.#wake(lane, earliestJobId),
    });
    this.#expiry = new Loop({
      name: 'expiry of what SMPP users are owed',
      everyMs: expireMs,
      clock,
      log,
      work: () => this.#expire(),
    });
  }

  start(): void {
    this.#poller.start();
    this.#expiry.start();
  }

  /** Events right after their commit; who is not bound finds them in the table. */
  offer(events: readonly OwedEvent[]): void {
    const nowMs = this.#ports.clock.nowMs();
    const touched = new Set<CustomerLane>();
    for (const { job, id, body } of events) {
      const lane = job === null ? undefined : this.#lanes.get(job.lane);
      if (job === null || lane === undefined) continue;
      lane.offer({ job, load: { eventId: id, body } }, nowMs);
      touched.add(lane);
    }
    for (const lane of touched) lane.pump();
  }

  /** A bind that receives. */
  attach(peer: BoundPeer, user: SmppUser): void {
    const name = laneOfUser(user.id);
    const standing = this.#lanes.get(name);
    const lane = standing ?? this.#openLane(name, user);
    this.#lanes.set(name, lane);
    this.#laneOfPeer.set(peer, lane);
    this.#unattended.delete(name);
    lane.attach(peer);
  }

  detach(peer: BoundPeer): void {
    const lane = this.#laneOfPeer.get(peer);
    this.#laneOfPeer.delete(peer);
    lane?.detach(peer);
  }

  /** The bind may have room again. */
  ready(peer: BoundPeer): void {
    this.#laneOfPeer.get(peer)?.pump();
  }

  /** The user's settings may have changed. */
  apply(user: SmppUser): void {
    const lane = this.#lanes.get(laneOfUser(user.id));
    if (lane !== undefined) lane.window = user.settings.window;
  }

  /** Which process delivers to whom may have changed. */
  ownersChanged(): void {
    for (const lane of this.#lanes.values()) lane.ownerChanged();
  }

  /** The binds are gone by now; what they have answered is stored. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#poller[Symbol.asyncDispose]();
    await this.#expiry[Symbol.asyncDispose]();
    for (const lane of this.#lanes.values()) lane.stop();
    await this.#quiet();
    this.#settler.stop();
  }

  #openLane(name: string, { settings }: SmppUser): CustomerLane {
    const { store, clock, random, log, delivers, isPaused } = this.#ports;
    const ports = { store, clock, random, log, delivers, isPaused };
    return new CustomerLane(name, settings.window, {
      ...ports,
      settler: this.#settler,
      budget: this.#budget,
      quiet: (lane) => this.#letGo(lane),
    });
  }

  #letGo(lane: CustomerLane): void {
    if (!lane.isLeft) return;
    lane.stop();
    if (this.#lanes.get(lane.name) === lane) this.#lanes.delete(lane.name);
    this.#onQuiet?.();
  }

  #wake(lane: string, earliestJobId: number): void {
    const open = this.#lanes.get(lane);
    if (open === undefined) this.#unattended.add(lane);
    else open.wake(earliestJobId);
  }

  /** Of users that are away for longer than their deliveries live, or for good. */
  async #expire(): Promise<void> {
    const lanes = [...this.#unattended];
    this.#unattended.clear();
    for (const lane of lanes) {
      while ((await this.#expireSlice(lane)) === sliceMax);
    }
  }

  async #expireSlice(lane: string): Promise<number> {
    const { store, clock, directory } = this.#ports;
    const nowMs = clock.nowMs();
    const isKnown = directory().withUserId(userOfLane(lane)) !== undefined;
    const due = await store.dueDeliveries({ lane, limit: sliceMax, nowMs });
    const over = due.filter(({ job }) => !isKnown || job.expiresAtMs <= nowMs);
    const outcome = isKnown ? 'expired' : 'dropped';
    const settlements = over.map((owed) => unsent(owed, lane, { outcome, atMs: nowMs }));
    if (settlements.length > 0) {
      await store.settleDeliveries(settlements);
      this.#ports.log.warn('smpp.deliveries_over', { lane, outcome, deliveries: over.length });
    }
    return over.length;
  }

  async #quiet(): Promise<void> {
    const isQuiet = (): boolean =>
      [...this.#lanes.values()].every(({ underWay }) => underWay === 0);
    if (isQuiet()) return;
    await new Promise<void>((resolve) => {
      const timer = this.#ports.clock.after(stopWithinMs, resolve);
      this.#onQuiet = () => {
        if (!isQuiet()) return;
        timer.cancel();
        resolve();
      };
    });
  }
}

function unsent(
  { job }: Owed<CustomerDelivery>,
  lane: string,
  end: Pick<CustomerSettlement, 'outcome' | 'atMs'>,
): CustomerSettlement {
  const nothing = { status: 0, error: '', durationMs: 0, address: '', retry: undefined };
  return { job, userId: userOfLane(lane), ...nothing, ...end };
}
