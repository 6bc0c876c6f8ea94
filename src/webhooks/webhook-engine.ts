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
import { comeRound, type Timer } from '#core/clock.ts';
import { errorFields } from '#core/log.ts';
import { PeerTroubles } from '#core/peer-troubles.ts';
import { SocketBudget } from '#core/socket-budget.ts';
import { slice, soon } from '#core/turns.ts';
import type { Gathering } from '#queue/batcher.ts';
import type { Owed } from '#queue/job.ts';
import { engineOf, shardOf } from '#queue/lane.ts';
import { LaneEngine, type LaneEnginePorts } from '#queue/lane-engine.ts';
import type { LaneBudget } from '#queue/lane-memory.ts';
import type { Lease } from '#queue/lease.ts';
import { jobsOf, type OwedEvent } from '#queue/owed-event.ts';
import { QuietWaits } from '#queue/quiet-waits.ts';
import { Settler, type SettleWish } from '#queue/settler.ts';
import { AttemptCounts } from './attempt-counts.ts';
import { EndpointLane, type LaneOwner } from './endpoint-lane.ts';
import type { EndpointNotice, EndpointNotices } from './endpoint-notices.ts';
import { type LaneCounts, LaneSet } from './lane-set.ts';
import { LaneStates } from './lane-states.ts';
import type { ReceiverPorts } from './receiver.ts';
import { SendSlots } from './send-slots.ts';
import type { Delivery, DeliverySettlement, WebhookStore } from './webhook-store.ts';

export type WebhookEnginePorts = LaneEnginePorts &
  Omit<ReceiverPorts, 'sockets' | 'troubles'> & {
    readonly store: WebhookStore;
    /** Below 1: spreads retries and probes. */
    readonly random: () => number;
    /** Of results; undefined: those of a turn are stored at its end. */
    readonly gathering?: Gathering | undefined;
    /** Nobody is told where there is none. */
    readonly notices?: EndpointNotices;
    /** At once, of all lanes: as many as there may be sockets, unless said otherwise. */
    readonly requestsMax?: number | undefined;
  };

/** Jobs in memory, of all lanes: about 64 MB. */
const jobsMax = 64_000;
/** Results that are not stored yet: so many deliveries may be repeated after a crash. */
const unsettledMax = 256;
/** Nobody waits for a result, and a commit costs 0.2 ms of CPU whatever it carries: 8 results each, then 40. */
export const usualGathering: Gathering = { waitMs: 20, enough: 64 };
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

export class WebhookEngine
  extends LaneEngine<Delivery, EndpointLane>
  implements AsyncDisposable, LaneOwner
{
  readonly #ports: WebhookEnginePorts;
  readonly #states: LaneStates;
  readonly #settler: Settler<DeliverySettlement>;
  readonly #counts: AttemptCounts;
  readonly #slots: SendSlots;
  readonly #lanes: LaneSet;
  /** Lanes that may have something to send, in the order of their turns. */
  readonly #ready = new Set<EndpointLane>();
  readonly #quietWaits: QuietWaits;
  #life: 'new' | 'running' | 'stopped' = 'new';
  #pumping = false;
  #ticking: Timer | undefined;

  constructor(ports: WebhookEnginePorts) {
    super('webhook', ports);
    const budget: LaneBudget = { held: 0, max: jobsMax };
    this.#slots = new SendSlots(ports.requestsMax);
    const troubles = new PeerTroubles(ports);
    const shared = { budget, sockets: new SocketBudget(), slots: this.#slots, troubles };
    const lanePorts = { ...ports, ...shared, owner: this };
    this.#ports = ports;
    this.#quietWaits = new QuietWaits(ports.clock, stopWithinMs);
    this.#states = new LaneStates(ports);
    this.#settler = new Settler(ports);
    this.#counts = new AttemptCounts(ports);
    this.#lanes = new LaneSet(
      (name, lease) => new EndpointLane({ name, lease, saved: this.#states.of(name) }, lanePorts),
    );
  }

  /** A shard's lanes begin with its lease. */
  start(): void {
    this.#life = 'running';
    this.#tick();
    this.startPolling();
  }

  /** Of this process, for its metrics. */
  get laneCounts(): LaneCounts {
    return this.#lanes.counts;
  }

  /** Requests of this process that are in progress. */
  get inFlight(): number {
    return this.#slots.inFlight;
  }

  offer(events: readonly OwedEvent[]): void {
    const owed: Owed<Delivery>[] = [];
    for (const event of events) {
      for (const job of jobsOf(event)) {
        // An SMPP user's is delivered by others.
        if (engineOf(job.lane) === 'webhook') owed.push({ job, load: deliveryOf(event) });
      }
    }
    this.give(owed);
  }

  /** Called when an endpoint changed anywhere. */
  forget(): void {
    this.#lanes.forget();
  }

  override async taken(lease: Lease): Promise<void> {
    // What the process before this one has learned of its receivers.
    await this.#states.load();
    await super.taken(lease);
  }

  /** Requests in progress have a while to be answered and stored. */
  protected async leave(lease: Lease): Promise<void> {
    const lanes = this.#lanes.under(lease);
    await this.#quietWaits.until(() => lanes.every((lane) => lane.quiet));
    this.#lanes.stop(lanes);
    await this.#states.save();
  }

  protected abandon(lease: Lease): void {
    this.#lanes.stop(this.#lanes.under(lease));
  }

  maySendFor({ lease }: EndpointLane): boolean {
    return this.mayWork(lease);
  }

  ready(lane: EndpointLane): void {
    if (lane.quiet) this.#quietWaits.look();
    this.#ready.add(lane);
    this.#pumpSoon();
  }

  #pumpSoon(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    // After the I/O events of this turn, so that lanes are served in turns and not as they call.
    soon(
      engineWork.guard(
        () => this.#pump(),
        () => {
          this.#pumping = false;
        },
      ),
    );
  }

  async settle(settlements: readonly DeliverySettlement[], wish: SettleWish): Promise<boolean> {
    const isStored = await this.#settler.settle(settlements, wish);
    if (isStored) this.#counts.note(settlements);
    return isStored;
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
    await this.stopPolling();
    await this.leaveAll();
    this.#life = 'stopped';
    this.#settler.stop();
    this.#ticking?.cancel();
    await this.#states.save();
    await this.#counts.save();
  }

  protected leaseNameOf(lane: string): string {
    return shardLease(shardOf(lane, shards));
  }

  protected openLane(lane: string, lease: Lease): EndpointLane | undefined {
    return this.#lanes.open(lane, lease, this.#ports.clock.monotonicMs());
  }

  #pump(): void {
    this.#pumping = false;
    const isOver = slice();
    for (const lane of this.#ready) {
      if (isOver()) {
        this.#pumpSoon();
        return;
      }
      if (this.#life !== 'running' || this.#settler.unsettled >= unsettledMax) return;
      const room = this.#slots.room(lane.slots);
      if (room <= 0) continue;
      this.#ready.delete(lane);
      if (lane.send(Math.min(room, turn))) this.#ready.add(lane);
    }
  }

  #tick(): void {
    // Before anything else: whatever comes of this tick, there is a next one.
    this.#ticking = comeRound(this.#ports.clock, tickMs, () => this.#tick());
    const nowMs = this.#ports.clock.monotonicMs();
    this.#lanes.tick(nowMs);
    this.#states.tick(nowMs);
    this.#counts.tick(nowMs);
  }
}

function deliveryOf(event: OwedEvent): Delivery {
  const { id, accountId, kind, url, body, createdAtMs, test } = event;
  return { eventId: id, accountId, kind, url, body, createdAtMs, test };
}
