/**
 * The lane of one endpoint: takes its due jobs in order, posts as many at once as the receiver bears,
 * and learns from what comes back. Its owner, the engine, says when and how many.
 */

import { must, unreachable } from '#core/assert.ts';
import { boundary } from '#core/boundary.ts';
import { errorFields } from '#core/log.ts';
import type { Owed } from '#queue/job.ts';
import type { LaneBudget, LaneMemory } from '#queue/lane-memory.ts';
import { LaneRefill } from '#queue/lane-refill.ts';
import type { Lease } from '#queue/lease.ts';
import type { SettleWish } from '#queue/settler.ts';
import { retryAtMs } from './attempt-retry.ts';
import type { DeliverySettings, Endpoint } from './endpoint.ts';
import { EndpointAlerts } from './endpoint-alerts.ts';
import type { BreakerState } from './endpoint-breaker.ts';
import type { EndpointNotice } from './endpoint-notices.ts';
import type { Answer } from './http/poster.ts';
import { LaneHealth, type Tried } from './lane-health.ts';
import { openLaneJobs } from './lane-jobs.ts';
import { LaneReceiver, type LaneReceiverPorts } from './lane-receiver.ts';
import { LaneWaits } from './lane-waits.ts';
import { Overtaken } from './overtaken.ts';
import { endpointOfLane, owedSinceMs } from './owed-delivery.ts';
import type { Receiver } from './receiver.ts';
import type { LaneSlots, SendSlots } from './send-slots.ts';
import {
  type Attempted,
  type Judged,
  logAttempt,
  settleAttempt,
  settleUnsent,
} from './settlement.ts';
import type { Delivery, DeliverySettlement, LaneState, WebhookStore } from './webhook-store.ts';

/** What a lane tells its owner. */
export interface LaneOwner {
  /** Whether this process may still send for the lane; asked before each turn. */
  maySendFor(lane: EndpointLane): boolean;
  /** It may have something to send. */
  ready(lane: EndpointLane): void;
  /** Stores results in one commit, however often it must try; false: told to stop before. */
  settle(settlements: readonly DeliverySettlement[], wish: SettleWish): Promise<boolean>;
  /** What must outlive the process has changed. */
  stateChanged(lane: EndpointLane): void;
  /** What the people of its endpoint should know, told when it answers; false: it could not be. */
  notice(notice: EndpointNotice): Promise<boolean>;
}

export type LanePorts = LaneReceiverPorts & {
  readonly store: Pick<
    WebhookStore,
    'findEndpoint' | 'dueDeliveries' | 'jobsInRetry' | 'putOffDeliveries' | 'disableEndpoint'
  >;
  readonly budget: LaneBudget;
  readonly random: () => number;
  readonly owner: LaneOwner;
  readonly slots: Pick<SendSlots, 'open'>;
};

/** A lane that hears nothing for so long holds its places as one that fails. */
const silentMs = 2_000;

export type LaneStart = {
  readonly name: string;
  readonly lease: Lease;
  readonly saved: BreakerState;
};

type Posted = {
  readonly attempted: Attempted;
  readonly wasProbe: boolean;
  readonly receiver: Receiver;
};

/** An event on its way to its receiver. */
const attempts = boundary('webhooks.attempt', 'promise');
/** Between two looks at an address that was not allowed: no request is made for it. */
const allowedLookMs = 5_000;

export class EndpointLane {
  readonly name: string;
  /** Under which it is worked on, in this process alone. */
  readonly lease: Lease;
  readonly #endpointId: number;
  readonly #ports: LanePorts;
  #memory: LaneMemory<Delivery>;
  readonly #refill: LaneRefill;
  readonly #receiver: LaneReceiver;
  readonly #health: LaneHealth;
  readonly #trouble: EndpointAlerts;
  readonly #overtaken = new Overtaken();
  readonly #waits: LaneWaits;
  #ordering: DeliverySettings['ordering'] = 'key';
  /** Of the endpoint, as far as it was followed. */
  #generation: number | undefined;
  /** What it holds of the places of all. */
  readonly slots: LaneSlots;
  /** Since when requests are in progress and none was answered. */
  #silentSinceMs = 0;
  /** Attempts and their results until they are stored. */
  #underWay = 0;
  #allowedLookAtMs = 0;

  constructor({ name, lease, saved }: LaneStart, ports: LanePorts) {
    this.name = name;
    this.lease = lease;
    this.#endpointId = endpointOfLane(name);
    this.#ports = ports;
    this.#receiver = new LaneReceiver(this.#endpointId, ports);
    this.#health = new LaneHealth(saved, ports.random);
    this.slots = ports.slots.open();
    this.slots.mark(this.#health.failing);
    this.#trouble = new EndpointAlerts({
      health: this.#health,
      receiver: this.#receiver,
      tell: (notice) => ports.owner.notice(notice),
      changed: () => ports.owner.stateChanged(this),
    });
    this.#waits = new LaneWaits(ports.clock, () => ports.owner.ready(this));
    this.#memory = this.#newMemory();
    this.#refill = new LaneRefill({
      clock: ports.clock,
      refilled: () => ports.owner.ready(this),
      failed: (error) =>
        ports.log.warn('webhook.lane_unreadable', { lane: name, ...errorFields(error) }),
    });
  }

  get state(): LaneState {
    return { lane: this.name, ...this.#health.state };
  }

  /** Its receiver is down: one probe at a time. */
  get isBroken(): boolean {
    return this.#health.probes;
  }

  /** Nothing in memory and nothing in progress. */
  get idle(): boolean {
    return this.#memory.idle && this.slots.inFlight === 0;
  }

  offer(owed: Owed<Delivery>): void {
    this.#memory.offer(owed, this.#ports.clock.nowMs());
    this.#ports.owner.ready(this);
  }

  /** The table has due jobs of this lane. */
  wake(_lane: string, earliestJobId: number): void {
    this.#memory.wake(earliestJobId);
    this.#refill.allow();
    this.#ports.owner.ready(this);
  }

  /** No request in progress, and no result that is not stored. */
  get quiet(): boolean {
    return this.#underWay === 0;
  }

  /** Another process has stored jobs of this lane. */
  hint(): void {
    this.#memory.hint();
    this.#refill.allow();
    this.#ports.owner.ready(this);
  }

  /** The endpoint may have changed. */
  forget(): void {
    this.#receiver.forget();
    this.#ports.owner.ready(this);
  }

  /** To be called a few times a second. */
  tick(nowMs: number): void {
    this.#receiver.receiver?.tick(nowMs);
    if (this.#health.isForbidden(nowMs) && nowMs >= this.#allowedLookAtMs) {
      this.#allowedLookAtMs = nowMs + allowedLookMs;
      attempts.run(
        () => this.#lookWhetherAllowed(),
        () => undefined,
      );
    }
    const isSilent = this.slots.inFlight > 0 && nowMs - this.#silentSinceMs >= silentMs;
    if (!isSilent || this.slots.failing) return;
    // There may be places for others now.
    this.slots.mark(true);
    this.#ports.owner.ready(this);
  }

  /** One that is allowed again is tried at once, not when its time is over. */
  async #lookWhetherAllowed(): Promise<void> {
    if ((await this.#receiver.receiver?.isAllowed()) !== true) return;
    this.#health.allowed();
    this.#ports.owner.stateChanged(this);
    this.#ports.owner.ready(this);
  }

  /** Requests in progress end without a result; their jobs stay in the table. */
  stop(): void {
    this.#receiver.stop();
    this.#memory.close();
    this.#waits.stop();
  }

  /** Starts at most `limit` requests; answers whether it could start more. */
  send(limit: number): boolean {
    if (!this.#ports.owner.maySendFor(this) || !this.#maySend() || !this.#hasRoom()) return false;
    // What the table is known to have more is read while others are sent.
    this.#refill.start(this.#memory);
    for (let started = 0; started < limit; started += 1) {
      if (!this.#hasRoom()) return false;
      const owed = this.#next();
      if (owed === undefined) {
        this.#refill.start(this.#memory);
        return false;
      }
      attempts.run(
        () => this.#attempt(owed, must(this.#receiver.receiver, 'receiver of an open lane')),
        () => this.#putOffBroken(owed),
      );
    }
    return this.#hasRoom() && this.#memory.ready > 0;
  }

  /** Whether another request fits beside those in progress, and in this second. */
  #hasRoom(): boolean {
    if (this.#waits.isResting) return false;
    if (this.slots.inFlight >= this.#health.inFlightMax) return false;
    // The next one may only follow when it is known that the head is done.
    if (this.#ordering === 'strict' && this.#underWay > 0) return false;
    return this.#waits.mayGo();
  }

  #newMemory(): LaneMemory<Delivery> {
    return openLaneJobs(this.name, this.#ordering, { ...this.#ports, overtaken: this.#overtaken });
  }

  #maySend(): boolean {
    switch (this.#receiver.state) {
      case 'open':
        return this.#health.maySend(this.#ports.clock.nowMs());
      case 'removed':
        return true;
      case 'held':
        return false;
      case 'unknown':
        // A change is taken over when the last request to the old address has ended and is stored.
        if (this.#receiver.wantsRefresh && this.quiet) void this.#refresh();
        return false;
      default:
        return unreachable(this.#receiver.state);
    }
  }

  async #refresh(): Promise<void> {
    await this.#receiver.refresh();
    const { endpoint } = this.#receiver;
    if (endpoint !== undefined) this.#follow(endpoint);
    this.#ports.owner.ready(this);
  }

  /** Nothing is in progress: what is in memory may be let go, for the table has it. */
  #follow({ settings, generation }: Endpoint): void {
    this.#health.follow(settings);
    this.#waits.limit(settings.ratePerS);
    const isNew = this.#generation !== undefined && this.#generation !== generation;
    this.#generation = generation;
    if (isNew) {
      this.#health.forgive();
      this.#ports.owner.stateChanged(this);
    }
    if (!isNew && this.#ordering === settings.ordering) return;
    this.#ordering = settings.ordering;
    this.#memory.close();
    this.#memory = this.#newMemory();
    this.#refill.allow();
  }

  /** When nobody wants a job any more: what was held for a while has its time again. */
  #expiresAtMs({ expiresAtMs }: Owed<Delivery>['job']): number {
    return Math.max(expiresAtMs, this.#receiver.endpoint?.expiryFloorMs ?? 0);
  }

  /** The next job to be sent; those that nobody wants any more are settled on the way. */
  #next(): Owed<Delivery> | undefined {
    const nowMs = this.#ports.clock.nowMs();
    const isRemoved = this.#receiver.state === 'removed';
    const dropBeforeMs = this.#receiver.endpoint?.dropBeforeMs ?? 0;
    for (let owed = this.#memory.take(); owed !== undefined; owed = this.#memory.take()) {
      if (this.#overtaken.wasPassed(owed.job)) this.#memory.finish(owed.job);
      else if (isRemoved || owedSinceMs(owed.job) < dropBeforeMs)
        this.#settleUnsent(owed, 'dropped');
      else if (this.#expiresAtMs(owed.job) <= nowMs) this.#settleUnsent(owed, 'expired');
      else return owed;
    }
    return undefined;
  }

  #settleUnsent(owed: Owed<Delivery>, outcome: 'expired' | 'dropped'): void {
    void this.#store([settleUnsent(this.#attempted(owed), outcome)]);
  }

  async #attempt(owed: Owed<Delivery>, receiver: Receiver): Promise<void> {
    const attempted = { ...this.#attempted(owed), url: owed.load.url ?? receiver.endpoint.url };
    const { clock, owner } = this.#ports;
    const wasProbe = this.#health.probes;
    const beganMs = clock.monotonicMs();
    this.#waits.take();
    if (this.slots.inFlight === 0) this.#silentSinceMs = beganMs;
    this.slots.take();
    this.#underWay += 1;
    try {
      let answer: Answer;
      try {
        answer = await receiver.post(owed, attempted.atMs);
      } finally {
        this.#endPost();
      }
      this.#concludeWith(answer, { attempted, wasProbe, receiver });
    } finally {
      this.#underWay -= 1;
      owner.ready(this);
    }
  }

  #endPost(): void {
    this.slots.release();
    this.slots.heard();
    this.#silentSinceMs = this.#ports.clock.monotonicMs();
    this.#ports.owner.ready(this);
  }

  #concludeWith(answer: Answer, { attempted, wasProbe, receiver }: Posted): void {
    const { owed } = attempted;
    const nowMs = this.#ports.clock.nowMs();
    const verdict = receiver.judge(owed.load, answer, nowMs);
    if (verdict.result === 'stopped') {
      this.#memory.giveBack(owed);
    } else {
      const expiresAtMs = this.#expiresAtMs(owed.job);
      const tried = { job: owed.job, wasProbe, nowMs, expiresAtMs };
      this.#learn(verdict, tried);
      this.#conclude(attempted, answer, verdict, tried);
    }
    this.slots.mark(this.#health.failing);
  }

  /** A fault of ours: its job stands in the table, and the lane tries it again after a rest. */
  #putOffBroken(owed: Owed<Delivery>): void {
    this.#memory.giveBack(owed);
    this.#waits.rest();
  }

  #learn(verdict: Judged, tried: Tried): void {
    if (!this.#health.learn(verdict, tried)) return;
    if (verdict.result !== 'received') this.#trouble.failed(verdict, tried.nowMs);
    this.#ports.owner.stateChanged(this);
  }

  #attempted(owed: Owed<Delivery>): Attempted {
    const { lease } = this;
    return { owed, lease, endpointId: this.#endpointId, atMs: this.#ports.clock.nowMs(), url: '' };
  }

  #conclude(attempted: Attempted, answer: Answer, verdict: Judged, tried: Tried): void {
    const { owed } = attempted;
    const [receiver, health, trouble] = [this.#receiver, this.#health, this.#trouble];
    const dueAtMs = retryAtMs(verdict, tried, { receiver, health, trouble });
    const settlement = settleAttempt(attempted, answer, verdict, dueAtMs);
    const { origin } = this.#receiver.receiver ?? {};
    logAttempt(this.#ports.log, settlement, { ...owed.load, origin });
    if (settlement.retry !== undefined) this.#overtaken.putOff(owed, settlement.retry.attempt);
    const passed = verdict.result === 'received' ? this.#overtaken.takePassed(owed) : undefined;
    void this.#store(
      passed === undefined
        ? [settlement]
        : [settlement, settleUnsent(this.#attempted(passed), 'superseded')],
    );
  }

  async #store(settlements: readonly DeliverySettlement[]): Promise<void> {
    this.#underWay += 1;
    // The next one of a strict lane waits for it.
    const wish = { hurries: this.#ordering === 'strict' };
    const areStored = await this.#ports.owner.settle(settlements, wish);
    this.#underWay -= 1;
    this.#ports.owner.ready(this);
    if (!areStored) return;
    for (const { job, retry } of settlements) {
      if (retry === undefined) this.#memory.finish(job);
      else this.#memory.putOff(job, retry.attempt);
    }
    this.#refill.allow();
  }
}
