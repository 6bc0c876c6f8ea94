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
import { errorFields, type Log } from '#core/log.ts';
import type { SocketBudget } from '#core/socket-budget.ts';
import { myTurn, soon } from '#core/turns.ts';
import { laneWork } from '#mail/mail-boundaries.ts';
import { isTaken } from '#model/mail-state.ts';
import type { Owed } from '#queue/job.ts';
import type { Claim, LaneBudget } from '#queue/lane-memory.ts';
import type { LaneOrder } from '#queue/lane-order.ts';
import type { Lease } from '#queue/lease.ts';
import { loggedReason, type MailReason } from '../mail-fact.ts';
import { AccountTurns } from './account-turns.ts';
import { Connections, type Link, type ReadyMail, type Sent } from './connections.ts';
import type { DeliveryStore, OwedMail, SiteShaping } from './delivery-store.ts';
import type { Dialer } from './dialer.ts';
import { movedLane } from './mail-lane.ts';
import type { MadeMail, MailMaker } from './mail-maker.ts';
import {
  type Ending,
  end,
  giveUp,
  judge,
  lost,
  park,
  putOff,
  suppressed,
  type Tried,
} from './outcome.ts';
import type { Destination, Route } from './route.ts';
import type { SenderHolds } from './sender-holds.ts';
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

export type DestinationQueuePorts = {
  readonly store: Pick<DeliveryStore, 'dueMails'>;
  readonly maker: MailMaker;
  /** Whether the recipient has come to a suppression list since the mail was accepted. */
  readonly isSuppressed: (mail: OwedMail) => Promise<boolean>;
  readonly dialer: Dialer;
  readonly sockets: SocketBudget;
  readonly holds: SenderHolds;
  readonly budget: LaneBudget;
  readonly bodies: BodyBudget;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
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
  readonly #groups = new Map<string, Connections>();
  /** Taken from its line, and neither settled nor given back. */
  #underWay = 0;
  #preparing = 0;
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
    return [...this.#groups.values()].reduce((sum, group) => sum + group.waiting, this.#preparing);
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
        () =>
          this.#prepare(owed, () =>
            closed === undefined ? this.#findWay(owed) : this.#park(owed, closed),
          ),
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

  async #prepare(owed: Owed<OwedMail>, work: () => Promise<void>): Promise<void> {
    this.#preparing += 1;
    try {
      await work();
    } catch (error) {
      // The storage is away, or a fault of ours: the mail is found again in the table.
      this.#ports.log.warn('mail.unprepared', { mailId: owed.load.mailId, ...errorFields(error) });
      const reason = ourReason('temporary', 'could not be prepared');
      await this.#settle(
        owed,
        putOff(this.#at(owed), { ...this.#chance(), reason, counted: false }),
      );
    } finally {
      this.#preparing -= 1;
      this.#pump();
    }
  }

  async #findWay(owed: Owed<OwedMail>): Promise<void> {
    const { load, job } = owed;
    const { isSuppressed, clock, owner } = this.#ports;
    if (job.expiresAtMs <= clock.nowMs()) return this.#settle(owed, this.#expired(owed));
    if (await isSuppressed(load)) return this.#settle(owed, suppressed(this.#at(owed)));
    const found = await this.#route.find(load);
    switch (found.kind) {
      case 'destination':
        return this.#compose(owed, this.#group(found.destination));
      case 'move': {
        const isMoved = await owner.move(owed, movedLane(job.lane, found.owner), this.lease);
        return this.#done(owed, isMoved ? undefined : job.attempt);
      }
      case 'end':
        return this.#settle(owed, end(this.#at(owed), 'bounced', found.reason, 'connect'));
      case 'wait': {
        const how = { ...this.#chance(), reason: found.reason, counted: true };
        return this.#settle(owed, putOff(this.#at(owed), how));
      }
    }
  }

  async #compose(owed: Owed<OwedMail>, group: Connections): Promise<void> {
    const { maker, bodies, holds, clock } = this.#ports;
    const { breaker } = group;
    if (breaker.isOpen && !breaker.mayTry(clock.nowMs(), 0)) return this.#park(owed, group);
    // Composing and signing is most of what a mail costs.
    await myTurn();
    const made = await maker.make(owed.load);
    if (!made.ok) return this.#unmade(owed, made);
    const heldFor = holds.reasonOf(made.fromDomain);
    if (heldFor !== undefined) {
      const how = { ...this.#chance(), reason: heldFor, counted: false };
      return this.#settle(owed, putOff(this.#at(owed), how));
    }
    const { sender, recipient, octets, bytes, needsSmtpUtf8, fromDomain } = made;
    const mail = { sender, recipient, octets, bytes, needsSmtpUtf8 };
    const ready = { owed, sinceMs: clock.nowMs(), mail, fromDomain, losses: 0, isGivenUp: false };
    bodies.held += bytes;
    if (this.#isStopped) this.#giveBack(ready);
    else group.add(ready);
  }

  #unmade(owed: Owed<OwedMail>, made: Extract<MadeMail, { readonly ok: false }>): Promise<void> {
    const { log } = this.#ports;
    log.error('mail.unmade', { mailId: owed.load.mailId, why: made.why, reason: made.reason });
    if (made.why === 'missing') {
      const reason = ourReason('expired', made.reason);
      return this.#settle(owed, end(this.#at(owed), 'failed', reason, 'connect'));
    }
    const how = { ...this.#chance(), reason: ourReason('unsigned', made.reason), counted: false };
    return this.#settle(owed, putOff(this.#at(owed), how));
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

  /** Its sender hears why it waits; it comes back when its server is tried again, or its time is over. */
  async #park(owed: Owed<OwedMail>, { breaker, why }: Connections): Promise<void> {
    const { owner, clock } = this.#ports;
    if (owner.mayStart(this)) {
      if (owed.job.expiresAtMs <= clock.nowMs()) return this.#settle(owed, this.#expired(owed));
      const reason = { ...ourReason('unreachable', why.text), host: why.host };
      const notBeforeMs = breaker.openUntilMs;
      return this.#settle(owed, park(this.#at(owed), { ...this.#chance(), reason, notBeforeMs }));
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
        const ending = lost(
          this.#tried(ready, link, sent.startedAtMs),
          result,
          this.#ports.random(),
        );
        this.#settleLater(ready.owed, ending);
      }
      this.#pump();
      return;
    }
    const tried = this.#tried(ready, link, sent.startedAtMs);
    const outcome = judge(tried, result, this.#ports.random());
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
    this.#logOutcome(tried, outcome.ending, ready.mail.bytes);
    this.#settleLater(ready.owed, outcome.ending);
    this.#pump();
  }

  /** It was told to have failed; that it was taken all the same has happened, and is stored. */
  #answeredLate(ready: ReadyMail, link: Link, { result, startedAtMs }: Sent): void {
    if (result.did === 'accept') {
      const outcome = judge(this.#tried(ready, link, startedAtMs), result, this.#ports.random());
      if (outcome.kind === 'settle') void this.#ports.owner.settle(ready.owed, outcome.ending);
    }
    this.#pump();
  }

  #tried(ready: ReadyMail, link: Link, startedAtMs: number): Tried {
    const { host, ip, security } = link;
    const { site } = this.#route;
    return { ...this.#at(ready.owed), site, host, ip, security, startedAtMs };
  }

  #at(owed: Owed<OwedMail>): Pick<Tried, 'owed' | 'lease' | 'nowMs'> {
    return { owed, lease: this.lease, nowMs: this.#ports.clock.nowMs() };
  }

  #chance(): { readonly random: number } {
    return { random: this.#ports.random() };
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
        const reason = ourReason('in-doubt', 'its time was over before the server answered');
        this.#settleLater(owed, giveUp(this.#at(owed), { ...reason, host: group.why.host }));
      }
    }
  }

  #expired(owed: Owed<OwedMail>, way?: Connections): Ending {
    const broken = way ?? [...this.#groups.values()].find(({ breaker }) => breaker.isOpen);
    const reason: MailReason =
      broken === undefined
        ? ourReason(owed.load.deferredAs ?? 'expired', 'its time was over')
        : { ...ourReason('unreachable', broken.why.text), host: broken.why.host };
    return giveUp(this.#at(owed), reason);
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

  /** Something broke while it was under way: it goes again later, like one that its server put off. */
  #putOffBroken(ready: ReadyMail): void {
    this.#ports.bodies.held -= ready.mail.bytes;
    const reason = ourReason('temporary', 'could not be sent');
    this.#settleLater(
      ready.owed,
      putOff(this.#at(ready.owed), { ...this.#chance(), reason, counted: false }),
    );
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

  #logOutcome(
    { owed, host, ip, startedAtMs, nowMs }: Tried,
    { fact, attempt, retry }: Ending,
    bytes: number,
  ): void {
    const { log } = this.#ports;
    const isSent = isTaken(fact?.kind);
    if (isSent && !log.debugs) return;
    const { mailId, accountId } = owed.load;
    const { stage, code, enhanced, outcome } = attempt ?? {};
    const answer = { outcome, stage, code, enhanced, durationMs: Math.round(nowMs - startedAtMs) };
    const told = { mailId, accountId, lane: owed.job.lane, host, ip, bytes, ...answer };
    log[isSent ? 'debug' : 'info']('mail.attempted', { ...told, retryAtMs: retry?.dueAtMs });
  }
}

function isOver({ owed }: ReadyMail, nowMs: number): boolean {
  return owed.job.expiresAtMs <= nowMs;
}

function ourReason(why: MailReason['class'], text: string): MailReason {
  return { class: why, code: 0, enhanced: '', text, host: '' };
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
