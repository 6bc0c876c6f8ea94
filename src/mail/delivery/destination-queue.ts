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

import type { Timer } from '#core/clock.ts';
import { domainOf } from '#core/email-address.ts';
import { soon } from '#core/turns.ts';
import { laneWork } from '#mail/mail-boundaries.ts';
import type { Owed } from '#queue/job.ts';
import type { Claim } from '#queue/lane-memory.ts';
import type { LaneOrder } from '#queue/lane-order.ts';
import type { Lease } from '#queue/lease.ts';
import { loggedReason } from '../mail-fact.ts';
import { AccountTurns } from './account-turns.ts';
import { Connections, type Link, type ReadyMail, type Sent } from './connections.ts';
import type { OwedMail, SiteShaping } from './delivery-store.ts';
import type { DestinationQueuePorts, DestinationQueueStart } from './destination-queue-ports.ts';
import { LaneEndings, logAttempt } from './lane-endings.ts';
import { movedLane } from './mail-lane.ts';
import { MailPreparation } from './mail-preparation.ts';
import type { Ending } from './outcome.ts';
import type { Destination, Route } from './route.ts';
import { ServerGroups } from './server-groups.ts';
import { SiteStanding } from './site-standing.ts';

/** Mails on their way through find, compose and sign, or ready, beyond what connections hold. */
const readyMax = 256;
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
  readonly #groups = new ServerGroups((destination) => this.#openGroup(destination));
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

  /** What was learned by the process that had the lane before; nothing begins without it. */
  restore(saved: SiteShaping | undefined): void {
    this.#standing.restore(saved);
    this.#pump();
  }

  /** No mail in progress, and no result that is not stored. */
  get quiet(): boolean {
    return this.#underWay === 0;
  }

  get idle(): boolean {
    const isQuiet = this.quiet && this.#turns.idle && this.#groups.connections === 0;
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
    for (const group of this.#groups) {
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
    for (const group of this.#groups) group.breaker.probe();
    this.#pump();
    return obeyed === 'resumed';
  }

  /** To be called about once a second. */
  tick(): void {
    const nowMs = this.#ports.clock.nowMs();
    this.#groups.tick(nowMs);
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
    return this.#standing.takeShaping(() => this.#groups.shownBroken());
  }

  /** Begins nothing more; what is with a server is awaited and stored. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.#again?.cancel();
    this.#turns.close();
    for (const group of this.#groups) {
      for (const ready of group.takeBack()) this.#giveBack(ready);
      group.stop();
    }
  }

  /** Ends what is with a server, too. */
  abort(): void {
    this.stop();
    for (const group of this.#groups) group.abort('told to stop');
  }

  get #readyCount(): number {
    return this.#groups.waiting + this.#preparation.underWay;
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
    const waitMs = this.#groups.feed();
    this.#again?.cancel();
    if (waitMs > 0) this.#again = this.#ports.clock.after(waitMs, () => this.#pump());
  }

  #takeMore(): void {
    const { bodies, clock } = this.#ports;
    const { connections } = this.#standing.shaper.state;
    const wanted = Math.min(readyMax, 2 * connections * this.#route.windowMax);
    while (this.#readyCount < wanted && bodies.held < bodies.max) {
      if (this.#groups.isProbing(clock.nowMs())) return;
      const owed = this.#turns.take();
      if (owed === undefined) return;
      this.#underWay += 1;
      this.#busyAtMs = clock.nowMs();
      const closed = this.#groups.closedWay(clock.nowMs());
      laneWork.run(
        () => this.#preparation.prepare(owed, closed),
        () => this.#done(owed, owed.job.attempt),
      );
    }
  }

  #openPreparation(ports: DestinationQueuePorts): MailPreparation {
    return new MailPreparation({
      ...ports,
      route: this.#route,
      endings: this.#endings,
      groupOf: (destination) => this.#groups.of(destination),
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

  #openGroup(destination: Destination): Connections {
    const { dialer, sockets, clock, log } = this.#ports;
    const group: Connections = new Connections(destination, {
      route: this.#route,
      dialer,
      sockets,
      shaper: this.#standing.shaper,
      clock,
      log,
      owner: this.name,
      countAll: () => this.#groups.connections,
      makeRoom: () => this.#groups.closeIdle(),
      changed: () => this.#pump(),
      answered: (ready, link, sent) => this.#answered(group, ready, { link, sent }),
      failed: (ready) => this.#putOffBroken(ready),
      broke: () => this.#broke(group),
    });
    return group;
  }

  #broke(group: Connections): void {
    this.#standing.broke();
    this.#parkWaiting(group);
  }

  #parkStalled(nowMs: number): void {
    for (const group of this.#groups) if (group.isStalled(nowMs)) this.#parkWaiting(group);
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
    for (const group of this.#groups) {
      for (const { owed, mail } of group.takeExpired(nowMs)) {
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
    const broken = way ?? this.#groups.broken;
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
