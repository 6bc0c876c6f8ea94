/**
 * Delivers events: takes them right after their commit, or finds them in the table, and hands them to
 * the lanes of their endpoints, which take turns. Endpoints are shared out between processes: each has
 * the lanes of those shards whose leases it holds.
 *
 * ```
 *   commit ── offer ──► lane ── send ──► receiver ── answer ──► settle (batches) ──► table
 *   table  ── wake  ──►   ▲                                        │
 *                         └───────────── ready ────────────────────┘
 * ```
 */
import { boundary } from '#core/boundary.ts';
import type { Clock, Timer } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { PeerTroubles } from '#core/peer-troubles.ts';
import { engineOf, shardOf } from '#queue/lane.ts';
import type { LaneBudget } from '#queue/lane-memory.ts';
import type { HeldLeases, Lease, LeaseHolder } from '#queue/lease.ts';
import { jobsOf, type OwedEvent } from '#queue/owed-event.ts';
import { QuietWaits } from '#queue/quiet-waits.ts';
import { Settler } from '#queue/settler.ts';
import { EndpointLane, type LaneOwner } from './endpoint-lane.ts';
import type { EndpointNotice, EndpointNotices } from './endpoint-notices.ts';
import { SocketBudget } from './http/socket-budget.ts';
import { type LaneCounts, LaneSet } from './lane-set.ts';
import { LaneStates } from './lane-states.ts';
import type { ReceiverPorts } from './receiver.ts';
import { SendSlots } from './send-slots.ts';
import type { Delivery, DeliverySettlement, WebhookStore } from './webhook-store.ts';

export type WebhookEnginePorts = Omit<ReceiverPorts, 'sockets' | 'troubles'> & {
  readonly store: WebhookStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Below 1: spreads retries and probes. */
  readonly random: () => number;
  readonly leases: HeldLeases;
  /** Events have been stored whose lanes other processes have, if anybody. */
  readonly storedElsewhere: (lanes: ReadonlySet<string>) => void;
  /** Nobody is told where there is none. */
  readonly notices?: EndpointNotices;
  /** At once, of all lanes: as many as there may be sockets, unless said otherwise. */
  readonly requestsMax?: number | undefined;
  /** Lanes have become ours: the table is to be looked at. */
  readonly shardsTaken?: () => void;
};

/** Jobs in memory, of all lanes: about 64 MB. */
const jobsMax = 64_000;
/** Results that are not stored yet: so many deliveries may be repeated after a crash. */
const unsettledMax = 256;
/** Requests that a lane begins before it is the next one's turn. */
const turn = 8;
/** Time-outs are as coarse as this. */
const tickMs = 250;
/** What is in flight at the end has this long to be answered, and its results to be stored. */
const stopWithinMs = 5_000;
/** So fine can endpoints be shared out: 32 processes at most deliver, and a round reads 32 rows. */
const shards = 32;

/** The leases of all shards. */
export const shardLeases: readonly string[] = Array.from({ length: shards }, (_, n) =>
  shardLease(n),
);

function shardLease(shard: number): string {
  return `webhook#${shard}`;
}

/** A turn of the engine: its events wait for the next one. */
const engineWork = boundary('webhooks.engine', 'timer');

export class WebhookEngine implements AsyncDisposable, LaneOwner, LeaseHolder {
  readonly #ports: WebhookEnginePorts;
  readonly #states: LaneStates;
  readonly #settler: Settler<DeliverySettlement>;
  readonly #slots: SendSlots;
  readonly #lanes: LaneSet;
  /** Shards whose lanes may send here. */
  readonly #leases = new Map<string, Lease>();
  /** Lanes that may have something to send, in the order of their turns. */
  readonly #ready = new Set<EndpointLane>();
  readonly #quietWaits: QuietWaits;
  #life: 'new' | 'running' | 'stopped' = 'new';
  #pumping = false;
  #ticking: Timer | undefined;

  constructor(ports: WebhookEnginePorts) {
    const budget: LaneBudget = { held: 0, max: jobsMax };
    this.#slots = new SendSlots(ports.requestsMax);
    const troubles = new PeerTroubles(ports);
    const shared = { budget, sockets: new SocketBudget(), slots: this.#slots, troubles };
    const lanePorts = { ...ports, ...shared, owner: this };
    this.#ports = ports;
    this.#quietWaits = new QuietWaits(ports.clock, stopWithinMs);
    this.#states = new LaneStates(ports);
    this.#settler = new Settler(ports);
    this.#lanes = new LaneSet(
      (name, lease) => new EndpointLane({ name, lease, saved: this.#states.of(name) }, lanePorts),
    );
  }

  /** A shard's lanes begin with its lease. */
  start(): void {
    this.#life = 'running';
    this.#tick();
  }

  /** Of this process, for its metrics. */
  get laneCounts(): LaneCounts {
    return this.#lanes.counts;
  }

  /** Requests of this process that are under way. */
  get inFlight(): number {
    return this.#slots.inFlight;
  }

  /** Whether any shard is here. */
  get hasShards(): boolean {
    return this.#leases.size > 0;
  }

  /** Events right after their commit; what memory has no room for is found in the table later. */
  offer(events: readonly OwedEvent[]): void {
    const { clock } = this.#ports;
    const nowMs = clock.nowMs();
    const elsewhere = new Set<string>();
    for (const event of events) {
      for (const job of jobsOf(event)) {
        const { lane: name } = job;
        // An SMPP user's is delivered by others.
        if (engineOf(name) !== 'webhook') continue;
        const lease = this.#leaseOf(name);
        if (lease === undefined) elsewhere.add(name);
        else this.#open(name, lease)?.offer({ job, load: deliveryOf(event) }, nowMs);
      }
    }
    if (elsewhere.size > 0) this.#ports.storedElsewhere(elsewhere);
  }

  /** The table has due jobs of this lane. */
  wake(lane: string, earliestJobId: number): void {
    const lease = this.#leaseOf(lane);
    if (lease !== undefined) this.#open(lane, lease)?.wake(earliestJobId);
  }

  /** Another process has stored jobs of this lane. */
  hint(lane: string): void {
    const lease = this.#leaseOf(lane);
    if (lease !== undefined) this.#open(lane, lease)?.hint();
  }

  /** Called when an endpoint changed anywhere. */
  forget(): void {
    this.#lanes.forget();
  }

  async taken(lease: Lease): Promise<void> {
    // What the process before this one has learned of its receivers.
    await this.#states.load();
    this.#leases.set(lease.name, lease);
    this.#ports.shardsTaken?.();
  }

  /** Sends nothing more for its lanes; requests under way have a while to be answered and stored. */
  async handOver(lease: Lease): Promise<void> {
    this.#leases.delete(lease.name);
    const lanes = this.#lanes.under(lease);
    await this.#quietWaits.until(() => lanes.every((lane) => lane.quiet));
    this.#lanes.stop(lanes);
    await this.#states.save();
  }

  lost(lease: Lease): void {
    this.#leases.delete(lease.name);
    this.#lanes.stop(this.#lanes.under(lease));
  }

  maySendFor({ lease }: EndpointLane): boolean {
    return this.#leases.get(lease.name) === lease && this.#ports.leases.holds(lease);
  }

  ready(lane: EndpointLane): void {
    if (lane.quiet) this.#quietWaits.look();
    this.#ready.add(lane);
    if (this.#pumping) return;
    this.#pumping = true;
    // After the I/O events of this turn, so that lanes are served in turns and not as they call.
    setImmediate(
      engineWork.guard(
        () => this.#pump(),
        () => {
          this.#pumping = false;
        },
      ),
    );
  }

  settle(settlements: readonly DeliverySettlement[]): Promise<boolean> {
    return this.#settler.settle(settlements);
  }

  stateChanged(lane: EndpointLane): void {
    this.#states.note(lane.state);
  }

  async notice(notice: EndpointNotice): Promise<boolean> {
    const { notices, log } = this.#ports;
    const { endpointId: endpoint, accountId: account, what, reason, givenUpAtMs } = notice;
    log.warn('webhook.endpoint_in_trouble', { endpoint, account, what, reason, givenUpAtMs });
    try {
      await notices?.say(notice);
      return true;
    } catch (error) {
      log.warn('webhook.notice_unsaid', { endpoint, what, ...errorFields(error) });
      return false;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#life !== 'running') return;
    await Promise.all([...this.#leases.values()].map((lease) => this.handOver(lease)));
    this.#life = 'stopped';
    this.#settler.stop();
    this.#ticking?.cancel();
    await this.#states.save();
  }

  #leaseOf(lane: string): Lease | undefined {
    return this.#leases.get(shardLease(shardOf(lane, shards)));
  }

  #open(lane: string, lease: Lease): EndpointLane | undefined {
    return this.#lanes.open(lane, lease, this.#ports.clock.monotonicMs());
  }

  #pump(): void {
    this.#pumping = false;
    for (const lane of this.#ready) {
      if (this.#life !== 'running' || this.#settler.unsettled >= unsettledMax) return;
      const room = this.#slots.room(lane.slots);
      if (room <= 0) continue;
      this.#ready.delete(lane);
      if (lane.send(Math.min(room, turn))) this.#ready.add(lane);
    }
  }

  #tick(): void {
    // Before anything else: whatever comes of this tick, there is a next one.
    this.#ticking = this.#ports.clock.after(tickMs, () => this.#tick());
    const nowMs = this.#ports.clock.monotonicMs();
    this.#lanes.tick(nowMs);
    this.#states.tick(nowMs);
  }
}

function deliveryOf(event: OwedEvent): Delivery {
  const { id, accountId, kind, url, body, createdAtMs, test } = event;
  return { eventId: id, accountId, kind, url, body, createdAtMs, test };
}
