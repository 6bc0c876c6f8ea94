/**
 * Delivers events: takes them right after their commit, or finds them in the table, and hands them to
 * the lanes of their endpoints, which take turns.
 *
 * ```
 *   commit ── offer ──► lane ── send ──► receiver ── answer ──► settle (batches) ──► table
 *   table  ── wake  ──►   ▲                                        │
 *                         └───────────── ready ────────────────────┘
 * ```
 */
import type { Clock, Timer } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { engineOf } from '#queue/lane.ts';
import type { LaneBudget } from '#queue/lane-memory.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import { Settler } from '#queue/settler.ts';
import { EndpointLane, type LaneOwner } from './endpoint-lane.ts';
import { SocketBudget } from './http/socket-budget.ts';
import { LaneSet } from './lane-set.ts';
import { LaneStates } from './lane-states.ts';
import type { ReceiverPorts } from './receiver.ts';
import { SendSlots } from './send-slots.ts';
import type { Delivery, DeliverySettlement, WebhookStore } from './webhook-store.ts';

export type WebhookEnginePorts = Omit<ReceiverPorts, 'sockets'> & {
  readonly store: WebhookStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Below 1: spreads retries and probes. */
  readonly random: () => number;
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

export class WebhookEngine implements AsyncDisposable, LaneOwner {
  readonly #ports: WebhookEnginePorts;
  readonly #states: LaneStates;
  readonly #settler: Settler<DeliverySettlement>;
  readonly #slots = new SendSlots();
  readonly #lanes: LaneSet;
  /** Lanes that may have something to send, in the order of their turns. */
  readonly #ready = new Set<EndpointLane>();
  #life: 'new' | 'running' | 'stopping' = 'new';
  #pumping = false;
  #ticking: Timer | undefined;
  #onQuiet: () => void = () => {};

  constructor(ports: WebhookEnginePorts) {
    const budget: LaneBudget = { held: 0, max: jobsMax };
    const lanePorts = { ...ports, budget, sockets: new SocketBudget(), owner: this };
    this.#ports = ports;
    this.#states = new LaneStates(ports);
    this.#settler = new Settler(ports);
    this.#lanes = new LaneSet((name) => new EndpointLane(name, this.#states.of(name), lanePorts));
  }

  async start(): Promise<void> {
    await this.#states.load();
    this.#life = 'running';
    this.#tick();
  }

  /** Events right after their commit; what memory has no room for is found in the table later. */
  offer(events: readonly OwedEvent[]): void {
    if (this.#life !== 'running') return;
    const { clock } = this.#ports;
    const nowMs = clock.nowMs();
    for (const event of events) {
      // An SMPP user's is delivered by others.
      if (event.job === null || engineOf(event.job.lane) !== 'webhook') continue;
      const lane = this.#lanes.open(event.job.lane, clock.monotonicMs());
      lane?.offer({ job: event.job, load: deliveryOf(event) }, nowMs);
    }
  }

  /** The table has due jobs of this lane. */
  wake(lane: string, earliestJobId: number): void {
    if (this.#life !== 'running') return;
    this.#lanes.open(lane, this.#ports.clock.monotonicMs())?.wake(earliestJobId);
  }

  /** Called when an endpoint changed anywhere. */
  forget(): void {
    this.#lanes.forget();
  }

  ready(lane: EndpointLane): void {
    this.#ready.add(lane);
    if (this.#pumping) return;
    this.#pumping = true;
    // After the I/O events of this turn, so that lanes are served in turns and not as they call.
    setImmediate(() => this.#pump());
  }

  requestBegan(failing: boolean): void {
    this.#slots.take(failing);
  }

  requestEnded(failing: boolean): void {
    this.#slots.release(failing);
    if (this.#slots.inFlight === 0) this.#onQuiet();
  }

  async settle(settlements: readonly DeliverySettlement[]): Promise<boolean> {
    const isStored = await this.#settler.settle(settlements);
    if (this.#settler.unsettled === 0) this.#onQuiet();
    return isStored;
  }

  stateChanged(lane: EndpointLane): void {
    this.#states.note(lane.state);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#life !== 'running') return;
    this.#life = 'stopping';
    await this.#quiet(() => this.#slots.inFlight === 0);
    this.#lanes.stop();
    await this.#quiet(() => this.#settler.unsettled === 0);
    this.#settler.stop();
    this.#ticking?.cancel();
    await this.#states.save();
  }

  #pump(): void {
    this.#pumping = false;
    for (const lane of this.#ready) {
      if (this.#life !== 'running' || this.#settler.unsettled >= unsettledMax) return;
      const room = this.#slots.room(lane.failing);
      if (room <= 0) continue;
      this.#ready.delete(lane);
      if (lane.send(Math.min(room, turn))) this.#ready.add(lane);
    }
  }

  #tick(): void {
    const nowMs = this.#ports.clock.monotonicMs();
    this.#lanes.tick(nowMs);
    this.#states.tick(nowMs);
    this.#ticking = this.#ports.clock.after(tickMs, () => this.#tick());
  }

  /** Waits until it is so, or the time for it is over. */
  #quiet(isQuiet: () => boolean): Promise<void> {
    if (isQuiet()) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = this.#ports.clock.after(stopWithinMs, resolve);
      this.#onQuiet = () => {
        if (!isQuiet()) return;
        timer.cancel();
        resolve();
      };
    });
  }
}

function deliveryOf(event: OwedEvent): Delivery {
  const { id, accountId, kind, url, body, createdAtMs, test } = event;
  return { eventId: id, accountId, kind, url, body, createdAtMs, test };
}
