/**
 * A lane of mails: takes what is due, finds where it goes, has it composed, and gives it to connections
 * as far as its site bears; what servers answer is stored.
 *
 * ```
 *   lines of accounts ─ take ─► find ─► compose, sign ─► ready ─ feed ─► connection
 *           ▲                    │ moved, refused, nobody knows            │ answer
 *           └──── put off ───────┴───────────── settle ◄───────────────────┘
 * ```
 */

import type { Clock, Timer } from '#core/clock.ts';
import type { SocketBudget } from '#core/socket-budget.ts';
import { soon } from '#core/turns.ts';
import { laneWork } from '#mail/mail-boundaries.ts';
import type { Owed } from '#queue/job.ts';
import type { Claim, LaneBudget } from '#queue/lane-memory.ts';
import type { LaneOrder } from '#queue/lane-order.ts';
import type { Lease } from '#queue/lease.ts';
import { loggedReason } from '../mail-fact.ts';
import { AccountTurns } from './account-turns.ts';
import { Connections, type Link, type ReadyMail, type Sent } from './connections.ts';
import type { DeliveryStore, OwedMail, SiteShaping } from './delivery-store.ts';
import type { Dialer } from './dialer.ts';
import { LaneEndings, logAttempt } from './lane-endings.ts';
import { movedLane } from './mail-lane.ts';
import { MailPreparation, type MailPreparationPorts } from './mail-preparation.ts';
import type { Ending } from './outcome.ts';
import type { Destination, Route } from './route.ts';
import { type BrokenServer, SiteStanding } from './site-standing.ts';

/** Octets of composed mails, of all lanes. */
export type BodyBudget = { held: number; readonly max: number };

/** What a lane tells its owner. */
export interface DestinationQueueOwner {
  /** Whether this process may still begin something for the lane. */
  mayStart(lane: DestinationQueue): boolean;
  /** Stores it with its events, however often it must try; false: told to stop before. */
  settle(owed: Owed<OwedMail>, ending: Ending): Promise<boolean>;
  /** Gives a mail to another lane; false: it was not done. */
  move(owed: Owed<OwedMail>, lane: string, lease: Lease): Promise<boolean>;
  /** Nothing is under way any more. */
  quiet(): void;
}

export type DestinationQueuePorts = Pick<
  MailPreparationPorts,
  'maker' | 'isSuppressed' | 'holds' | 'log'
> & {
  readonly store: Pick<DeliveryStore, 'dueMails'>;
  readonly dialer: Dialer;
  readonly sockets: SocketBudget;
  readonly budget: LaneBudget;
  readonly bodies: BodyBudget;
  readonly clock: Clock;
  readonly random: () => number;
  readonly owner: DestinationQueueOwner;
};

export type DestinationQueueStart = {
  /** `mail/direct/google`. */
  readonly name: string;
  readonly lease: Lease;
  readonly route: Route;
  readonly order: LaneOrder | undefined;
};

/** Mails on their way through find, compose and sign, or ready, beyond what connections hold. */
const readyMax = 256;
/** Of destinations that cannot be reached, for people to see. */
const shownMax = 20;
const lossesMax = 3;
const busyMs = 60_000;
export class DestinationQueue {
  readonly name: string;
  readonly lease: Lease;
  readonly #route: Route;
  readonly #ports: DestinationQueuePorts;
  readonly #turns: AccountTurns;
  readonly #standing: SiteStanding;
  readonly #endings: LaneEndings;
  readonly #preparation: MailPreparation;
  readonly #groups = new Map<string, Connections>();
  /** Taken from its line, and neither settled nor given back. */
  #underWay = 0;
  #isPumping = false;
  #isStopped = false;
  #busyAtMs: number;
  #again: Timer | undefined;

  constructor({ name, lease, route, order }: DestinationQueueStart, ports: DestinationQueuePorts) {
    this.name = name;
    this.lease = lease;
    this.#route = route;
    this.#ports = ports;
    this.#standing = new SiteStanding({ lane: name, limits: route.limits, order }, ports);
    this.#endings = new LaneEndings({ ...ports, lease, site: route.site });
    this.#preparation = this.#openPreparation(ports);
    this.#busyAtMs = ports.clock.nowMs();
    this.#turns = new AccountTurns({
      ...ports,
      read: (query) => ports.store.dueMails(query),
      ready: () => this.#pump(),
    });
  }

  /** What was learned by whoever had the lane before; nothing begins without it. */
  restore(saved: SiteShaping | undefined): void {
    this.#standing.restore(saved);
    this.#pump();
  }

  /** No mail under way, and no result that is not stored. */
  get quiet(): boolean {
    return this.#underWay === 0;
  }

  get idle(): boolean {
    const isQuiet = this.quiet && this.#turns.idle && this.#connections === 0;
    return isQuiet && this.#ports.clock.nowMs() - this.#busyAtMs > busyMs;
  }

  offer(owed: Owed<OwedMail>): void {
    this.#turns.offer(owed);
    this.#pump();
  }

  wake(lane: string, earliestJobId: number): void {
    this.#turns.wake(lane, earliestJobId);
    this.#pump();
  }

  hint(lane: string): void {
    this.#turns.hint(lane);
    this.#pump();
  }

  /** Takes mails out of their turn until `release`, wherever they wait; those that are with a server stay. */
  claim(lane: string, jobIds: readonly number[]): readonly Claim<OwedMail>[] {
    const wanted = new Set(jobIds);
    for (const group of this.#groups.values()) {
      const ready = group.takeBack(({ owed }) => wanted.has(owed.job.id));
      for (const each of ready) this.#giveBack(each);
    }
    return this.#turns.claim(lane, jobIds);
  }

  release(lane: string, claims: readonly Claim<OwedMail>[], isOwed: boolean): void {
    this.#turns.release(lane, claims, isOwed);
    this.#pump();
  }

  /** An administrator's word, or undefined where there is none any more. True: mails that were put off are to go now. */
  obey(order: LaneOrder | undefined): boolean {
    const obeyed = this.#standing.obey(order);
    if (obeyed === 'known') return false;
    for (const group of this.#groups.values()) group.breaker.probe();
    this.#pump();
    return obeyed === 'resumed';
  }

  /** To be called about once a second. */
  tick(): void {
    const nowMs = this.#ports.clock.nowMs();
    for (const [key, group] of this.#groups) {
      group.tick(nowMs);
      if (group.isIdle(nowMs)) this.#groups.delete(key);
    }
    if (this.#mayStart()) {
      this.#expire(nowMs);
      this.#parkStalled(nowMs);
      this.#turns.fill();
    }
    this.#turns.tidy();
    this.#pump();
  }

  /** What was learned since it was asked last; undefined: nothing. */
  takeShaping(): SiteShaping | undefined {
    return this.#standing.takeShaping(() => this.#brokenGroups());
  }

  #brokenGroups(): readonly BrokenServer[] {
    const broken = [...this.#groups.values()].filter(({ breaker }) => breaker.isOpen);
    return broken.slice(0, shownMax).map(({ breaker, destination }) => ({
      host: destination.hosts[0]?.name ?? '',
      why: breaker.why,
      untilMs: breaker.openUntilMs,
    }));
  }

  /** Begins nothing more; what is with a server is awaited and stored. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#again?.cancel();
    this.#turns.close();
    for (const group of this.#groups.values()) {
      for (const ready of group.takeBack()) this.#giveBack(ready);
      group.stop();
    }
  }

  /** Ends what is with a server, too. */
  abort(): void {
    this.stop();
    for (const group of this.#groups.values()) group.abort('told to stop');
  }

  get #connections(): number {
    return [...this.#groups.values()].reduce((sum, group) => sum + group.count, 0);
  }

  get #readyCount(): number {
    return [...this.#groups.values()].reduce(
      (sum, group) => sum + group.waiting,
      this.#preparation.underWay,
    );
  }

  #mayStart(): boolean {
    return this.#standing.mayBegin && !this.#isStopped && this.#ports.owner.mayStart(this);
  }

  #pump(): void {
    if (this.#isPumping || this.#isStopped) return;
    this.#isPumping = true;
    // After the I/O events of this turn, so that a window is filled in one write.
    const pump = laneWork.guard(
      () => {
        this.#isPumping = false;
        if (!this.#mayStart()) return;
        this.#takeMore();
        this.#feed();
      },
      // A tick of the engine comes back to it.
      () => {
        this.#isPumping = false;
      },
    );
    soon(pump);
  }

  #feed(): void {
    let waitMs = 0;
    for (const group of this.#groups.values()) {
      const asked = group.feed();
      if (asked > 0) waitMs = waitMs === 0 ? asked : Math.min(waitMs, asked);
    }
    this.#again?.cancel();
    if (waitMs > 0) this.#again = this.#ports.clock.after(waitMs, () => this.#pump());
  }

  #takeMore(): void {
    const { bodies } = this.#ports;
    const { connections } = this.#standing.shaper.state;
    const wanted = Math.min(readyMax, 2 * connections * this.#route.windowMax);
    while (this.#readyCount < wanted && bodies.held < bodies.max && !this.#isProbing()) {
      const owed = this.#turns.take();
      if (owed === undefined) return;
      this.#underWay += 1;
      this.#busyAtMs = this.#ports.clock.nowMs();
      const closed = this.#closedWay();
      laneWork.run(
        () => this.#preparation.prepare(owed, closed),
        () => this.#done(owed, owed.job.attempt),
      );
    }
  }

  /** Where all go one way. */
  get #onlyWay(): Connections | undefined {
    return this.#groups.size === 1 ? this.#groups.values().next().value : undefined;
  }

  /** Where that is closed mails are put off without being composed, and told of. */
  #closedWay(): Connections | undefined {
    const only = this.#onlyWay;
    const isClosed =
      only?.breaker.isOpen === true && this.#ports.clock.nowMs() < only.breaker.openUntilMs;
    return isClosed ? only : undefined;
  }

  /** While its server is tried, others stay where they are. */
  #isProbing(): boolean {
    const only = this.#onlyWay;
    if (only === undefined || this.#closedWay() !== undefined) return false;
    return !only.breaker.mayTry(this.#ports.clock.nowMs(), only.count + only.waiting);
  }

  #openPreparation(ports: DestinationQueuePorts): MailPreparation {
    return new MailPreparation({
      ...ports,
      route: this.#route,
      endings: this.#endings,
      groupOf: (destination) => this.#group(destination),
      settle: (owed, ending) => this.#settle(owed, ending),
      expire: (owed) => this.#settle(owed, this.#expired(owed)),
      move: (owed, owner) => this.#move(owed, owner),
      park: (owed, way) => this.#park(owed, way),
      ready: (ready, group) => this.#ready(ready, group),
      changed: () => this.#pump(),
    });
  }

  async #move(owed: Owed<OwedMail>, to: string): Promise<void> {
    const { lane, attempt } = owed.job;
    const isMoved = await this.#ports.owner.move(owed, movedLane(lane, to), this.lease);
    this.#done(owed, isMoved ? undefined : attempt);
  }

  #ready(ready: ReadyMail, group: Connections): void {
    this.#ports.bodies.held += ready.mail.bytes;
    if (this.#isStopped) this.#giveBack(ready);
    else group.add(ready);
  }

  #group(destination: Destination): Connections {
    const known = this.#groups.get(destination.key);
    if (known !== undefined) return known;
    const { dialer, sockets, clock, log } = this.#ports;
    const group = new Connections(destination, {
      route: this.#route,
      dialer,
      sockets,
      shaper: this.#standing.shaper,
      clock,
      log,
      owner: this.name,
      countAll: () => this.#connections,
      makeRoom: () => void [...this.#groups.values()].some((other) => other.closeIdle()),
      changed: () => this.#pump(),
      answered: (ready, link, sent) => this.#answered(group, ready, { link, sent }),
      failed: (ready) => this.#putOffBroken(ready),
      broke: () => this.#broke(group),
    });
    this.#groups.set(destination.key, group);
    return group;
  }

  #broke(group: Connections): void {
    this.#standing.broke();
    this.#parkWaiting(group);
  }

  #parkStalled(nowMs: number): void {
    for (const group of this.#groups.values()) if (group.isStalled(nowMs)) this.#parkWaiting(group);
  }

  #parkWaiting(group: Connections): void {
    for (const ready of group.takeBack()) {
      this.#ports.bodies.held -= ready.mail.bytes;
      laneWork.run(
        () => this.#park(ready.owed, group),
        () => this.#done(ready.owed, ready.owed.job.attempt),
      );
    }
  }

  async #park(owed: Owed<OwedMail>, way: Connections): Promise<void> {
    const { owner, clock } = this.#ports;
    if (owner.mayStart(this)) {
      if (owed.job.expiresAtMs <= clock.nowMs()) return this.#settle(owed, this.#expired(owed));
      return this.#settle(owed, this.#endings.parked(owed, way));
    }
    this.#underWay -= 1;
    this.#turns.giveBack(owed);
    this.#reportQuiet();
  }

  #giveBack({ owed, mail }: ReadyMail): void {
    this.#ports.bodies.held -= mail.bytes;
    this.#underWay -= 1;
    this.#turns.giveBack(owed);
    this.#reportQuiet();
  }

  #answered(
    group: Connections,
    ready: ReadyMail,
    { link, sent }: { readonly link: Link; readonly sent: Sent },
  ): void {
    const { result } = sent;
    if (ready.isGivenUp) {
      this.#answeredLate(ready, link, sent);
      return;
    }
    if (result.did === 'lose') {
      ready.losses += 1;
      if (this.#isStopped) this.#giveBack(ready);
      else if (ready.losses < lossesMax) group.addAgain(ready);
      else {
        this.#ports.bodies.held -= ready.mail.bytes;
        const tried = this.#endings.tried(ready, link, sent.startedAtMs);
        this.#settleLater(ready.owed, this.#endings.lost(tried, result));
      }
      this.#pump();
      return;
    }
    const tried = this.#endings.tried(ready, link, sent.startedAtMs);
    const outcome = this.#endings.judge(tried, result);
    if (outcome.kind === 'stop lane') {
      group.breaker.trip(tried.nowMs, outcome.reason.text);
      this.#ports.log.error('mail.relay_refused', {
        lane: this.name,
        ...loggedReason(outcome.reason),
      });
      this.#giveBack(ready);
      return;
    }
    const domains = { from: ready.fromDomain, to: domainOf(ready.owed.load.address) };
    this.#standing.learn(domains, outcome.reason);
    this.#ports.bodies.held -= ready.mail.bytes;
    logAttempt(tried, outcome.ending, { log: this.#ports.log, bytes: ready.mail.bytes });
    this.#settleLater(ready.owed, outcome.ending);
    this.#pump();
  }

  /** It was told to have failed; that it was taken all the same has happened, and is stored. */
  #answeredLate(ready: ReadyMail, link: Link, { result, startedAtMs }: Sent): void {
    if (result.did === 'accept') {
      const outcome = this.#endings.judge(this.#endings.tried(ready, link, startedAtMs), result);
      if (outcome.kind === 'settle') void this.#ports.owner.settle(ready.owed, outcome.ending);
    }
    this.#pump();
  }

  #expire(nowMs: number): void {
    for (const owed of this.#turns.takeExpired(nowMs)) {
      this.#underWay += 1;
      this.#settleLater(owed, this.#expired(owed));
    }
    for (const group of this.#groups.values()) {
      for (const { owed, mail } of group.takeBack((ready) => isOver(ready, nowMs))) {
        this.#ports.bodies.held -= mail.bytes;
        this.#settleLater(owed, this.#expired(owed, group));
      }
      for (const { owed, mail } of group.takeOverdue(nowMs)) {
        this.#ports.bodies.held -= mail.bytes;
        this.#settleLater(owed, this.#endings.unanswered(owed, group));
      }
    }
  }

  #expired(owed: Owed<OwedMail>, way?: Connections): Ending {
    const broken = way ?? [...this.#groups.values()].find(({ breaker }) => breaker.isOpen);
    return this.#endings.expired(owed, broken);
  }

  async #settle(owed: Owed<OwedMail>, ending: Ending): Promise<void> {
    const isStored = await this.#ports.owner.settle(owed, ending);
    this.#done(owed, isStored ? ending.retry?.attempt : owed.job.attempt);
  }

  /** Where that fails it stays in the table, and is found there again. */
  #settleLater(owed: Owed<OwedMail>, ending: Ending): void {
    laneWork.run(
      () => this.#settle(owed, ending),
      () => this.#done(owed, owed.job.attempt),
    );
  }

  #putOffBroken(ready: ReadyMail): void {
    this.#ports.bodies.held -= ready.mail.bytes;
    this.#settleLater(ready.owed, this.#endings.broken(ready.owed, 'could not be sent'));
  }

  /** `attempt` undefined: its row is gone from this lane. */
  #done(owed: Owed<OwedMail>, attempt: number | undefined): void {
    if (attempt === undefined) this.#turns.finish(owed);
    else this.#turns.putOff(owed, attempt);
    this.#underWay -= 1;
    this.#reportQuiet();
    this.#pump();
  }

  #reportQuiet(): void {
    if (this.quiet) this.#ports.owner.quiet();
  }
}

function isOver({ owed }: ReadyMail, nowMs: number): boolean {
  return owed.job.expiresAtMs <= nowMs;
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
