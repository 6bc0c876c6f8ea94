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
import type { Owed } from '#queue/job.ts';
import type { LaneBudget } from '#queue/lane-memory.ts';
import type { Lease } from '#queue/lease.ts';
import { loggedReason, type MailReason } from '../mail-fact.ts';
import { AccountTurns } from './account-turns.ts';
import { Connections, type Link, type ReadyMail, type Sent } from './connections.ts';
import type { DeliveryStore, LaneOrder, OwedMail, SiteShaping } from './delivery-store.ts';
import type { Dialer } from './dialer.ts';
import { movedLane } from './mail-lane.ts';
import type { MadeMail, MailMaker } from './mail-maker.ts';
import {
  type Ending,
  end,
  giveUp,
  judge,
  lost,
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
export interface SiteLaneOwner {
  /** Whether this process may still begin something for the lane. */
  mayStart(lane: SiteLane): boolean;
  /** Stores it with its events, however often it must try; false: told to stop before. */
  settle(owed: Owed<OwedMail>, ending: Ending): Promise<boolean>;
  /** Gives a mail to another lane; false: it was not done. */
  move(owed: Owed<OwedMail>, lane: string, lease: Lease): Promise<boolean>;
  /** Nothing is under way any more. */
  quiet(): void;
}

export type SiteLanePorts = {
  readonly store: Pick<DeliveryStore, 'dueMails'>;
  readonly maker: MailMaker;
  /** Whether the recipient has come to a suppression list since the mail was accepted. */
  readonly isSuppressed: (mail: OwedMail) => Promise<boolean>;
  readonly dialer: Dialer;
  readonly holds: SenderHolds;
  readonly budget: LaneBudget;
  readonly bodies: BodyBudget;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly owner: SiteLaneOwner;
};

export type SiteLaneStart = {
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
export class SiteLane {
  readonly name: string;
  readonly lease: Lease;
  readonly #route: Route;
  readonly #ports: SiteLanePorts;
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

  constructor({ name, lease, route, order }: SiteLaneStart, ports: SiteLanePorts) {
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

  /** An administrator's word, or undefined where there is none any more. */
  obey(order: LaneOrder | undefined): void {
    if (!this.#standing.obey(order)) return;
    for (const group of this.#groups.values()) group.breaker.probe();
    this.#pump();
  }

  /** To be called about once a second. */
  tick(): void {
    const nowMs = this.#ports.clock.nowMs();
    for (const [key, group] of this.#groups) {
      group.tick(nowMs);
      if (group.isIdle(nowMs)) this.#groups.delete(key);
    }
    if (this.#mayStart()) this.#expire(nowMs);
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
    setImmediate(() => {
      this.#isPumping = false;
      if (!this.#mayStart()) return;
      this.#takeMore();
      this.#feed();
    });
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
    while (this.#readyCount < wanted && bodies.held < bodies.max && !this.#isBroken()) {
      const owed = this.#turns.take();
      if (owed === undefined) return;
      this.#underWay += 1;
      this.#preparing += 1;
      this.#busyAtMs = this.#ports.clock.nowMs();
      void this.#prepare(owed);
    }
  }

  /** Where all go one way and that is closed, mails stay where they are. */
  #isBroken(): boolean {
    const [only, ...others] = this.#groups.values();
    if (only === undefined || others.length > 0) return false;
    return !only.breaker.mayTry(this.#ports.clock.nowMs(), only.count + only.waiting);
  }

  async #prepare(owed: Owed<OwedMail>): Promise<void> {
    try {
      await this.#findWay(owed);
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
    const made = await maker.make(owed.load);
    if (!made.ok) return this.#unmade(owed, made);
    const heldFor = holds.reasonOf(made.fromDomain);
    if (heldFor !== undefined) {
      const how = { ...this.#chance(), reason: heldFor, counted: false };
      return this.#settle(owed, putOff(this.#at(owed), how));
    }
    const { sender, recipient, octets, bytes, needsSmtpUtf8, fromDomain } = made;
    const mail = { sender, recipient, octets, bytes, needsSmtpUtf8 };
    const ready = { owed, mail, fromDomain, losses: 0 };
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
    const { dialer, clock, log } = this.#ports;
    const group = new Connections(destination, {
      route: this.#route,
      dialer,
      shaper: this.#standing.shaper,
      clock,
      log,
      owner: this.name,
      countAll: () => this.#connections,
      makeRoom: () => void [...this.#groups.values()].some((other) => other.closeIdle()),
      changed: () => this.#pump(),
      answered: (ready, link, sent) => this.#answered(group, ready, { link, sent }),
      broke: () => this.#broke(group),
    });
    this.#groups.set(destination.key, group);
    return group;
  }

  #broke(group: Connections): void {
    this.#standing.broke();
    for (const ready of group.takeBack()) {
      this.#ports.bodies.held -= ready.mail.bytes;
      void this.#park(ready.owed, group);
    }
  }

  /** Of a lane of many destinations it makes room for the others; else it stays first in its line. */
  async #park(owed: Owed<OwedMail>, { breaker }: Connections): Promise<void> {
    const { owner } = this.#ports;
    // A tick finds it there when it may be tried again.
    if (this.#groups.size > 1 && owner.mayStart(this)) {
      const reason = ourReason('unreachable', breaker.why);
      const ending = putOff(this.#at(owed), { ...this.#chance(), reason, counted: false });
      const dueAtMs = Math.max(breaker.openUntilMs, ending.retry?.dueAtMs ?? 0);
      const retry = ending.retry && { ...ending.retry, dueAtMs };
      await this.#settle(owed, { ...ending, retry });
      return;
    }
    this.#underWay -= 1;
    this.#turns.giveBack(owed);
    this.#tellQuiet();
  }

  #giveBack({ owed, mail }: ReadyMail): void {
    this.#ports.bodies.held -= mail.bytes;
    this.#underWay -= 1;
    this.#turns.giveBack(owed);
    this.#tellQuiet();
  }

  #answered(
    group: Connections,
    ready: ReadyMail,
    { link, sent }: { readonly link: Link; readonly sent: Sent },
  ): void {
    const { result } = sent;
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
        void this.#settle(ready.owed, ending);
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
    void this.#settle(ready.owed, outcome.ending);
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
      void this.#settle(owed, this.#expired(owed));
    }
  }

  #expired(owed: Owed<OwedMail>): Ending {
    const broken = [...this.#groups.values()].find(({ breaker }) => breaker.isOpen);
    const reason: MailReason =
      broken === undefined
        ? ourReason(owed.load.deferredAs ?? 'expired', 'its time was over')
        : ourReason('unreachable', broken.breaker.why);
    return giveUp(this.#at(owed), reason);
  }

  async #settle(owed: Owed<OwedMail>, ending: Ending): Promise<void> {
    const isStored = await this.#ports.owner.settle(owed, ending);
    this.#done(owed, isStored ? ending.retry?.attempt : owed.job.attempt);
  }

  /** `attempt` undefined: its row is gone from this lane. */
  #done(owed: Owed<OwedMail>, attempt: number | undefined): void {
    if (attempt === undefined) this.#turns.finish(owed);
    else this.#turns.putOff(owed, attempt);
    this.#underWay -= 1;
    this.#tellQuiet();
    this.#pump();
  }

  #tellQuiet(): void {
    if (this.quiet) this.#ports.owner.quiet();
  }

  #logOutcome(
    { owed, host, ip, startedAtMs, nowMs }: Tried,
    { fact, attempt, retry }: Ending,
    bytes: number,
  ): void {
    const { log } = this.#ports;
    const isSent = fact?.kind === 'sent';
    if (isSent && !log.debugs) return;
    const { mailId, accountId } = owed.load;
    const { stage, code, enhanced, outcome } = attempt ?? {};
    const answer = { outcome, stage, code, enhanced, durationMs: Math.round(nowMs - startedAtMs) };
    const told = { mailId, accountId, lane: owed.job.lane, host, ip, bytes, ...answer };
    log[isSent ? 'debug' : 'info']('mail.attempted', { ...told, retryAtMs: retry?.dueAtMs });
  }
}

function ourReason(why: MailReason['class'], text: string): MailReason {
  return { class: why, code: 0, enhanced: '', text, host: '' };
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
