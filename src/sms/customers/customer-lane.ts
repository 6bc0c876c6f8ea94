/**
 * What one SMPP user is owed, and its binds here that can take it: in order for each message, as many
 * at once as window and socket allow, on any of them in turn.
 *
 * A deliver_sm_resp of 0 settles. A refusal puts the delivery off and lets the lane rest; where the
 * link is lost, nobody knows, and it goes again on the next bind.
 */

import { must, unreachable } from '#core/assert.ts';
import { boundary } from '#core/boundary.ts';
import type { Clock, Timer } from '#core/clock.ts';
import { errorFields, type Log } from '#core/log.ts';
import { nextAttemptAtMs } from '#queue/delivery-schedule.ts';
import type { Owed } from '#queue/job.ts';
import { type LaneBudget, LaneMemory } from '#queue/lane-memory.ts';
import { LaneRefill } from '#queue/lane-refill.ts';
import type { Settler } from '#queue/settler.ts';
import { decodePdu } from '#sms/smpp/decode.ts';
import type { DeliverSm } from '#sms/smpp/pdu.ts';
import type { BoundPeer } from '#sms/smpp/server.ts';
import { status, statusName } from '#sms/smpp/status.ts';
import type { RequestOutcome } from '#sms/smpp/window.ts';
import { userOfLane } from './customer-lane-name.ts';
import type {
  CustomerDelivery,
  CustomerDeliveryStore,
  CustomerSettlement,
} from './delivery-store.ts';

export type CustomerLanePorts = {
  readonly store: Pick<CustomerDeliveryStore, 'dueDeliveries' | 'jobsInRetry'>;
  readonly settler: Settler<CustomerSettlement>;
  readonly budget: LaneBudget;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  /** Whether this process is the one that delivers to the user. */
  readonly delivers: (userId: number) => boolean;
  /** Whether somebody has stopped a lane. */
  readonly isPaused: (lane: string) => boolean;
  /** Called when nothing of the lane is in progress any more. */
  readonly quiet: (lane: CustomerLane) => void;
};

/** How an attempt ended, and with `retry` when the next one comes. */
type End = Pick<CustomerSettlement, 'outcome' | 'status' | 'error' | 'retry'>;

type Attempt = { readonly atMs: number; readonly startedAtMs: number; readonly bind: Bind };

type Bind = { readonly peer: BoundPeer; inFlight: number };

/** Jobs held in memory; past it they are read from the table. */
const jobsMax = 1_000;
const retriesKnownMax = 10_000;
/** Results that wait for their commit: so many deliveries of all lanes may go again after a crash. */
const unsettledMax = 1_000;
/** The lane's rest behind a refusal, doubled behind each further one. */
const restMs = 1_000;
const restMsMax = 60_000;

/** A receipt or reply on its way to a customer. */
const deliveries = boundary('customers.delivery', 'promise');

export class CustomerLane {
  readonly name: string;
  readonly userId: number;
  readonly #ports: CustomerLanePorts;
  readonly #binds: Bind[] = [];
  #memory: LaneMemory<CustomerDelivery>;
  #window: number;
  #turn = 0;
  #underWay = 0;
  readonly #refill: LaneRefill;
  #refusals = 0;
  #restsUntilMs = 0;
  #rest: Timer | undefined;
  #isStopped = false;

  constructor(name: string, window: number, ports: CustomerLanePorts) {
    this.name = name;
    this.userId = userOfLane(name);
    this.#ports = ports;
    this.#window = window;
    this.#memory = this.#openMemory();
    this.#refill = new LaneRefill({
      clock: ports.clock,
      refilled: () => this.pump(),
      failed: (error) =>
        ports.log.warn('smpp.lane_unreadable', { lane: name, ...errorFields(error) }),
    });
  }

  /** Nobody is bound and no result is awaited: the table alone knows what is pending. */
  get isLeft(): boolean {
    return this.#binds.length === 0 && this.#underWay === 0;
  }

  get underWay(): number {
    return this.#underWay;
  }

  set window(window: number) {
    this.#window = window;
    this.pump();
  }

  attach(peer: BoundPeer): void {
    this.#binds.push({ peer, inFlight: 0 });
    this.#refill.allow();
    this.pump();
  }

  detach(peer: BoundPeer): void {
    const at = this.#binds.findIndex((bind) => bind.peer === peer);
    if (at >= 0) this.#binds.splice(at, 1);
    this.#ports.quiet(this);
  }

  offer(owed: Owed<CustomerDelivery>, nowMs: number): void {
    this.#memory.offer(owed, nowMs);
  }

  /** The table has due jobs of this lane. */
  wake(earliestJobId: number): void {
    this.#memory.wake(earliestJobId);
    this.#refill.allow();
    this.pump();
  }

  /** Another process may deliver from now on, and what is held here may be taken there. */
  ownerChanged(): void {
    if (this.#ports.delivers(this.userId)) this.pump();
    else if (!this.#memory.idle) {
      this.#memory.close();
      this.#memory = this.#openMemory();
      this.#refill.allow();
    }
  }

  /** What is in progress is still settled; nothing new is sent. */
  stop(): void {
    this.#isStopped = true;
    this.#rest?.cancel();
    this.#memory.close();
  }

  /** Sends what may go now. Called when there may be work, room or leave. */
  pump(): void {
    while (this.#mayDeliver()) {
      const bind = this.#nextBind();
      if (bind === undefined) return;
      const owed = this.#memory.take();
      if (owed === undefined) {
        this.#refill.start(this.#memory);
        return;
      }
      const atMs = this.#ports.clock.nowMs();
      const attempt = { atMs, startedAtMs: this.#ports.clock.monotonicMs(), bind };
      deliveries.run(
        () =>
          owed.job.expiresAtMs <= atMs
            ? this.#settle(owed, attempt, expired)
            : this.#deliver(owed, attempt),
        () => this.#putOffBroken(owed),
      );
    }
  }

  #openMemory(): LaneMemory<CustomerDelivery> {
    const { store, budget } = this.#ports;
    return new LaneMemory(this.name, {
      read: (query) => store.dueDeliveries(query),
      readInRetry: (lane) => store.jobsInRetry(lane, retriesKnownMax),
      jobsMax,
      budget,
      ordered: true,
    });
  }

  #mayDeliver(): boolean {
    if (this.#isStopped || this.#ports.isPaused(this.name)) return false;
    if (!this.#ports.delivers(this.userId)) return false;
    if (this.#ports.settler.unsettled >= unsettledMax) return false;
    return this.#ports.clock.monotonicMs() >= this.#restsUntilMs;
  }

  /** The binds take turns. */
  #nextBind(): Bind | undefined {
    for (let count = 0; count < this.#binds.length; count += 1) {
      const bind = this.#binds[(this.#turn + count) % this.#binds.length];
      if (bind !== undefined && bind.peer.room > 0 && bind.inFlight < this.#window) return bind;
    }
    return undefined;
  }

  async #deliver(owed: Owed<CustomerDelivery>, attempt: Attempt): Promise<void> {
    const { bind } = attempt;
    const memory = this.#memory;
    bind.inFlight += 1;
    this.#turn = this.#binds.indexOf(bind) + 1;
    this.#underWay += 1;
    const outcome = await bind.peer.deliver(deliverSmOf(owed.load.body));
    bind.inFlight -= 1;
    this.#underWay -= 1;
    const end = this.#judge(owed, outcome);
    if (end === undefined) {
      memory.giveBack(owed);
      this.pump();
      this.#ports.quiet(this);
    } else await this.#settle(owed, attempt, end);
  }

  /** A fault of ours: its job stands in the table, and the lane tries it again after a rest. */
  #putOffBroken(owed: Owed<CustomerDelivery>): void {
    this.#memory.giveBack(owed);
    this.#restFor(restMs);
  }

  #restFor(ms: number): void {
    this.#restsUntilMs = this.#ports.clock.monotonicMs() + ms;
    this.#rest?.cancel();
    this.#rest = this.#ports.clock.after(ms, () => this.pump());
  }

  /** Undefined: the link was lost, and it goes again at once, on whichever bind is there. */
  #judge(owed: Owed<CustomerDelivery>, outcome: RequestOutcome): End | undefined {
    switch (outcome.kind) {
      case 'answered':
        if (outcome.status !== status.ok) return this.#refused(owed, outcome.status);
        this.#refusals = 0;
        return delivered;
      case 'uncertain':
        return outcome.why === 'link lost' ? undefined : this.#again(owed, 0, outcome.why);
      case 'unsent':
        return undefined;
      case 'unfit':
        return { outcome: 'dropped', status: 0, error: `unfit ${outcome.field}`, retry: undefined };
      default:
        return unreachable(outcome);
    }
  }

  #refused(owed: Owed<CustomerDelivery>, code: number): End {
    const nowMs = this.#ports.clock.monotonicMs();
    // What was sent together is refused together: one rest for all of it.
    if (nowMs >= this.#restsUntilMs) {
      const forMs = Math.min(restMsMax, restMs * 2 ** this.#refusals);
      this.#refusals += 1;
      this.#restFor(forMs);
    }
    return this.#again(owed, code, statusName(code));
  }

  #again({ job }: Owed<CustomerDelivery>, code: number, error: string): End {
    const { clock, random } = this.#ports;
    const attempt = job.attempt + 1;
    const failed = { nowMs: clock.nowMs(), n: attempt, expiresAtMs: job.expiresAtMs };
    const dueAtMs = nextAttemptAtMs(failed, random());
    return dueAtMs === undefined
      ? { ...expired, status: code, error }
      : { outcome: 'retry', status: code, error, retry: { dueAtMs, attempt } };
  }

  async #settle(owed: Owed<CustomerDelivery>, attempt: Attempt, end: End): Promise<void> {
    const { settler, clock, log } = this.#ports;
    const memory = this.#memory;
    const { job } = owed;
    const { address } = attempt.bind.peer.origin;
    const durationMs = Math.round(clock.monotonicMs() - attempt.startedAtMs);
    this.#tell(job.id, attempt, end);
    this.#underWay += 1;
    const settlement = {
      job,
      userId: this.userId,
      atMs: attempt.atMs,
      durationMs,
      address,
      ...end,
    };
    const isStored = await settler.settle([settlement]);
    this.#underWay -= 1;
    // Told to stop before it was stored: the job stands in the table, and is delivered again.
    if (!isStored) log.warn('smpp.delivery_unsettled', { lane: this.name, jobId: job.id });
    else if (end.retry === undefined) memory.finish(job);
    else memory.putOff(job, end.retry.attempt);
    this.#refill.allow();
    this.pump();
    this.#ports.quiet(this);
  }

  #tell(jobId: number, { bind }: Attempt, { outcome, error, retry }: End): void {
    const { log } = this.#ports;
    const told = { systemId: bind.peer.systemId, lane: this.name, jobId, outcome };
    if (outcome !== 'delivered') log.info('smpp.delivery', { ...told, error, ...retry });
    else if (log.debugs) log.debug('smpp.delivery', told);
  }
}

const delivered: End = { outcome: 'delivered', status: 0, error: '', retry: undefined };
const expired: End = { outcome: 'expired', status: 0, error: '', retry: undefined };

/** As the event holds it; the session gives it a number of its own. */
function deliverSmOf(body: Uint8Array): DeliverSm {
  const octets = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const decoded = decodePdu(octets);
  const pdu = decoded.kind === 'pdu' && decoded.pdu.command === 'deliver_sm' ? decoded.pdu : null;
  return must(pdu, 'deliver_sm in the event of an SMPP user').body;
}
