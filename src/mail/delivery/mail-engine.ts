/**
 * Delivers mails: takes them right after their commit, or finds them in the table, and hands them to the
 * lanes of their sites. Lanes are shared out between processes by the part of their name before the `:`;
 * the catcher's goes with the catcher, which other machines cannot reach.
 */
import { comeRound, type Timer } from '#core/clock.ts';
import { errorFields } from '#core/log.ts';
import { SocketBudget } from '#core/socket-budget.ts';
import { inSlices } from '#core/turns.ts';
import { laneWork } from '#mail/mail-boundaries.ts';
import { Batcher } from '#queue/batcher.ts';
import type { Owed } from '#queue/job.ts';
import { ownerOf, shardOf } from '#queue/lane.ts';
import { LaneEngine, type LaneEnginePorts } from '#queue/lane-engine.ts';
import type { LaneBudget } from '#queue/lane-memory.ts';
import type { LaneOrder } from '#queue/lane-order.ts';
import type { Lease } from '#queue/lease.ts';
import type { OwedEvent } from '#queue/owed-event.ts';
import { QuietWaits } from '#queue/quiet-waits.ts';
import { Settler } from '#queue/settler.ts';
import type { WaitingMail } from '../sending/email-store.ts';
import { leavesLater, type Recall } from '../sending/mail-canceller.ts';
import type { DeliveryStore, MailMove, MailSettlement, OwedMail } from './delivery-store.ts';
import { DestinationQueue } from './destination-queue.ts';
import type {
  BodyBudget,
  DestinationQueueOwner,
  DestinationQueuePorts,
} from './destination-queue-ports.ts';
import { Dialer } from './dialer.ts';
import { catcherOwner, readLaneOwner } from './mail-lane.ts';
import type { MailMaker } from './mail-maker.ts';
import type { Ending } from './outcome.ts';
import type { Route } from './route.ts';
import { SenderHolds } from './sender-holds.ts';

export type MailEnginePorts = LaneEnginePorts & {
  readonly store: Omit<DeliveryStore, 'settleMails'>;
  /** The way out of a lane; undefined where this process has none, and its mails wait. */
  readonly routeOf: (owner: string) => Route | undefined;
  readonly maker: MailMaker;
  readonly isSuppressed: (mail: OwedMail) => Promise<boolean>;
  /** One commit, its events numbered and handed over; of each whether its fact was noted. */
  readonly record: (settlements: readonly MailSettlement[]) => Promise<readonly boolean[]>;
  /** The events that a fact owes, rendered. */
  readonly eventsOf: (mail: Owed<OwedMail>, ending: Ending) => Promise<readonly OwedEvent[]>;
  readonly random: () => number;
  /** Connections to mail servers, of all lanes. */
  readonly socketsMax?: number | undefined;
};

/** Mails in memory, of all lanes, composed or not. */
const jobsMax = 20_000;
const bodyBytesMax = 64 * 1_024 * 1_024;
const lanesMax = 10_000;
const tickMs = 1_000;
const saveMs = 30_000;
/** What is with a server has this long to be answered when the process ends. */
const stopWithinMs = 50_000;
const shards = 32;

export const catcherLease = 'mail#catcher';

/** The leases of all shards, without the catcher's. */
export const mailLeases: readonly string[] = Array.from({ length: shards }, (_, n) => `mail#${n}`);

function mailLeaseOf(lane: string): string {
  return ownerOf(lane) === catcherOwner ? catcherLease : `mail#${shardOf(lane, shards)}`;
}

type Settled = {
  readonly job: Owed<OwedMail>['job'];
  readonly ending: Ending;
  readonly load: OwedMail;
};

export class MailEngine
  extends LaneEngine<OwedMail, DestinationQueue>
  implements AsyncDisposable, DestinationQueueOwner
{
  readonly #ports: MailEnginePorts;
  readonly #lanePorts: DestinationQueuePorts;
  readonly #settler: Settler<Settled>;
  readonly #mover: Batcher<MailMove, undefined>;
  readonly #lanes = new Map<string, DestinationQueue>();
  /** Begun under a lease that is over; what they have with servers is still awaited. */
  readonly #leaving = new Set<DestinationQueue>();
  readonly #quietWaits: QuietWaits;
  readonly #holds: SenderHolds;
  #orders: ReadonlyMap<string, LaneOrder> = new Map();
  #life: 'new' | 'running' | 'stopped' = 'new';
  #ticking: Timer | undefined;
  #isTicking = false;
  #savedAtMs = 0;
  #settledCounts = new Map<string, number>();

  constructor(ports: MailEnginePorts) {
    super('mail', ports);
    const budget: LaneBudget = { held: 0, max: jobsMax };
    const bodies: BodyBudget = { held: 0, max: bodyBytesMax };
    this.#ports = ports;
    this.#quietWaits = new QuietWaits(ports.clock, stopWithinMs);
    this.#holds = new SenderHolds(ports);
    this.#lanePorts = {
      ...ports,
      dialer: new Dialer(ports),
      sockets: new SocketBudget(ports.socketsMax),
      holds: this.#holds,
      budget,
      bodies,
      owner: this,
    };
    const { clock, log } = ports;
    const store = { settleDeliveries: (settled: readonly Settled[]) => this.#store(settled) };
    this.#settler = new Settler({ store, clock, log });
    this.#mover = new Batcher(async (moves) => {
      await ports.store.moveMails(moves);
      return moves.map(() => undefined);
    });
  }

  async start(): Promise<void> {
    this.#life = 'running';
    await this.obeyOrders();
    this.#tick();
    this.startPolling();
  }

  /** How often each outcome was stored: `sent`, `bounced`, `deferred`, and classes of refusals. */
  get counts(): ReadonlyMap<string, number> {
    return this.#settledCounts;
  }

  offer(mails: readonly Owed<OwedMail>[]): void {
    this.give(mails);
  }

  /** Takes mails out of their turn, as far as they are not with a server, until their cancellation has ended. */
  recall(mails: readonly WaitingMail[]): Recall {
    const nowMs = this.#ports.clock.nowMs();
    const claimed = new Set<number>();
    const ends: ((isOwed: boolean) => void)[] = [];
    for (const [lane, waiting] of Map.groupBy(mails, (mail) => mail.lane)) {
      const site = this.laneOf(lane);
      if (site === undefined) {
        const isApart = this.#isNobodys(lane);
        for (const mail of waiting) {
          if (isApart || leavesLater(mail, nowMs)) claimed.add(mail.jobId);
        }
        continue;
      }
      const claims = site.claim(
        lane,
        waiting.map(({ jobId }) => jobId),
      );
      for (const { jobIds } of claims) for (const id of jobIds) claimed.add(id);
      ends.push((isOwed) => site.release(lane, claims, isOwed));
    }
    return {
      mails: mails.filter(({ jobId }) => claimed.has(jobId)),
      end(isCancelled) {
        for (const end of ends) end(!isCancelled);
      },
    };
  }

  /** It is held, or no way leads out of it. */
  #isNobodys(lane: string): boolean {
    const isHeld = readLaneOwner(lane) === undefined;
    const isHere = this.leaseNamed(mailLeaseOf(lane)) !== undefined;
    return isHeld || (isHere && this.#ports.routeOf(ownerOf(lane)) === undefined);
  }

  /** Settings have changed: what administrators have ordered is read again. */
  async obeyOrders(): Promise<void> {
    try {
      const orders = await this.#ports.store.findLaneOrders();
      this.#orders = new Map(orders.map((order) => [order.owner, order]));
      const resumed = [...this.#lanes.values()].filter((lane) =>
        lane.obey(this.#orders.get(lane.name)),
      );
      for (const { name } of resumed) await this.#resume(name);
    } catch (error) {
      this.#ports.log.warn('mail.orders_unreadable', errorFields(error));
    }
  }

  /** The process that took the order has done the same, but until now the lane may have put mails off again. */
  async #resume(lane: string): Promise<void> {
    const { store, clock } = this.#ports;
    await store.resumeMails(lane, clock.nowMs());
    this.pollNow();
  }

  /** What is with servers is awaited, for a while, and stored. */
  protected async leave(lease: Lease): Promise<void> {
    const lanes = this.#under(lease);
    for (const lane of lanes) lane.stop();
    await this.#quietWaits.until(() => lanes.every((lane) => lane.quiet));
    for (const lane of lanes) this.#end(lane);
    await this.#saveShaping(lanes);
  }

  /** As `handOver`, of a lease that may be here: what its lanes bring mails to is about to go. */
  async close(name: string): Promise<void> {
    const lease = this.leaseNamed(name);
    if (lease !== undefined) await this.handOver(lease);
  }

  /** Begins nothing more. What servers have taken has happened, and is stored no matter who has the lease. */
  protected abandon(lease: Lease): void {
    for (const lane of this.#under(lease)) {
      lane.stop();
      this.#lanes.delete(lane.name);
      this.#leaving.add(lane);
    }
    this.quiet();
  }

  mayStart({ lease }: { readonly lease: Lease }): boolean {
    return this.#life === 'running' && this.mayWork(lease);
  }

  settle(owed: Owed<OwedMail>, ending: Ending): Promise<boolean> {
    return this.#settler.settle([{ job: owed.job, load: owed.load, ending }]);
  }

  async move({ job }: Owed<OwedMail>, lane: string, lease: Lease): Promise<boolean> {
    try {
      await this.#mover.add({ jobId: job.id, attemptRead: job.attempt, lane, lease });
    } catch (error) {
      this.#ports.log.warn('mail.unmoved', { lane: job.lane, ...errorFields(error) });
      return false;
    }
    const here = this.laneOf(lane);
    if (here === undefined) this.#ports.storedElsewhere(new Set([lane]));
    else here.hint(lane);
    return true;
  }

  /** A lane has nothing in progress any more. */
  quiet(): void {
    for (const lane of this.#leaving) {
      if (!lane.quiet) continue;
      this.#leaving.delete(lane);
      lane.abort();
    }
    this.#quietWaits.look();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#life !== 'running') return;
    await this.stopPolling();
    await Promise.all([this.leaveAll(), this.#quietWaits.until(() => this.#leaving.size === 0)]);
    this.#life = 'stopped';
    for (const lane of this.#leaving) lane.abort();
    this.#settler.stop();
    this.#ticking?.cancel();
  }

  async #store(settled: readonly Settled[]): Promise<void> {
    const { record, eventsOf } = this.#ports;
    const rendered = await Promise.all(
      settled.map(({ job, load, ending }) => eventsOf({ job, load }, ending)),
    );
    const settlements = settled.map(({ ending }, n) => ({ ...ending, events: rendered[n] ?? [] }));
    await record(settlements);
    this.#count(settlements);
  }

  #count(endings: readonly Ending[]): void {
    for (const { fact, attempt } of endings) {
      for (const word of new Set([fact?.kind, attempt?.outcome])) {
        if (word === undefined) continue;
        this.#settledCounts.set(word, (this.#settledCounts.get(word) ?? 0) + 1);
      }
    }
  }

  protected leaseNameOf(lane: string): string {
    return mailLeaseOf(lane);
  }

  protected openLane(lane: string, lease: Lease): DestinationQueue | undefined {
    const name = ownerOf(lane);
    const known = this.#lanes.get(name);
    if (known !== undefined) return known;
    if (this.#lanes.size >= lanesMax) return undefined;
    const route = this.#ports.routeOf(name);
    if (route === undefined) return undefined;
    const made = new DestinationQueue(
      { name, lease, route, order: this.#orders.get(name) },
      this.#lanePorts,
    );
    this.#lanes.set(name, made);
    void this.#restore(made);
    return made;
  }

  async #restore(lane: DestinationQueue): Promise<void> {
    const { store, log } = this.#ports;
    try {
      const [saved] = await store.findShaping([lane.name]);
      lane.restore(saved);
    } catch (error) {
      // The next look at the table makes it again.
      log.warn('mail.lane_unreadable', { lane: lane.name, ...errorFields(error) });
      this.#end(lane);
    }
  }

  #under(lease: Lease): readonly DestinationQueue[] {
    return [...this.#lanes.values()].filter((lane) => lane.lease.name === lease.name);
  }

  #end(lane: DestinationQueue): void {
    lane.abort();
    if (this.#lanes.get(lane.name) === lane) this.#lanes.delete(lane.name);
  }

  #tick(): void {
    const { clock } = this.#ports;
    // Before anything else: whatever comes of this tick, there is a next one.
    this.#ticking = comeRound(clock, tickMs, () => this.#tick());
    const nowMs = clock.monotonicMs();
    this.#tickLanes();
    if (nowMs - this.#savedAtMs >= saveMs) {
      this.#savedAtMs = nowMs;
      void this.#saveShaping([...this.#lanes.values()]);
      for (const lane of [...this.#lanes.values()].filter(({ idle }) => idle)) this.#end(lane);
    }
  }

  /** A round that is not over when the next one is due stands for it. */
  #tickLanes(): void {
    if (this.#isTicking) return;
    this.#isTicking = true;
    const over = (): void => {
      this.#isTicking = false;
    };
    laneWork.run(() => inSlices([...this.#lanes.values()], (lane) => lane.tick()).then(over), over);
  }

  async #saveShaping(lanes: readonly DestinationQueue[]): Promise<void> {
    const learned = lanes.flatMap((lane) => lane.takeShaping() ?? []);
    if (learned.length === 0) return;
    try {
      await this.#ports.store.saveShaping(learned);
    } catch (error) {
      // Learned again in time.
      this.#ports.log.warn('mail.shaping_unsaved', errorFields(error));
    }
  }
}
