/**
 * The connections of a lane to one destination, and the mails that are ready for them. The lane's shaper
 * says how many there may be, and when the next mail may go.
 */
import type { FaultText } from '#core/attempt-fault.ts';
import { dropped } from '#core/boundary.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { SocketBudget } from '#core/socket-budget.ts';
import type { Owed } from '#queue/job.ts';
import { mailSends } from '../mail-boundaries.ts';
import { replyText } from '../smtp/reply.ts';
import type { SmtpSession } from '../smtp/session.ts';
import type { SessionFault, SmtpMail, SmtpResult } from '../smtp/smtp-mail.ts';
import { classify } from './classify.ts';
import type { OwedMail } from './delivery-store.ts';
import type { Dialed, Dialer } from './dialer.ts';
import type { Destination, Route } from './route.ts';
import type { Shaper } from './shaper.ts';
import { SiteBreaker } from './site-breaker.ts';

/** A mail that is composed, signed, and waits for a connection. */
export type ReadyMail = {
  readonly owed: Owed<OwedMail>;
  readonly sinceMs: number;
  readonly mail: SmtpMail;
  readonly fromDomain: string;
  /** How often its connection was lost before it was whole. */
  losses: number;
  /** Its time was over while its server was silent: only that it was taken after all is news. */
  isGivenUp: boolean;
};

export type Link = {
  readonly session: SmtpSession;
  readonly host: string;
  readonly ip: string;
  readonly security: string;
  idleSinceMs: number;
  /** Says good-bye. */
  stop(): void;
};

export type ConnectionPorts = {
  readonly route: Route;
  readonly dialer: Dialer;
  readonly shaper: Shaper;
  /** Of all lanes. */
  readonly sockets: SocketBudget;
  readonly clock: Clock;
  readonly log: Log;
  readonly owner: string;
  /** Connections of the whole lane that are open or being opened. */
  readonly countAll: () => number;
  /** Another of the lane's connections that has nothing to do may be closed for this one. */
  readonly makeRoom: () => void;
  /** Something has changed: there may be a mail to send. */
  readonly changed: () => void;
  readonly answered: (ready: ReadyMail, link: Link, sent: Sent) => void;
  /** One that could not be sent for a fault of ours. */
  readonly failed: (ready: ReadyMail) => void;
  /** It cannot be reached for a while: what waits for it is to be taken back. */
  readonly broke: (connections: Connections) => void;
};

export type Sent = { readonly result: SmtpResult; readonly startedAtMs: number };

/** A server that restarts is no news; one that takes longer to answer is. */
const stalledMs = 15_000;
/** For an answer that is on its way when a mail's time is over. */
const lastWordMs = 1_000;

const endedAtOnce: SessionFault = {
  stage: 'ehlo',
  reply: undefined,
  reason: 'connection closed at once' satisfies FaultText,
  outOfStep: false,
};

export class Connections {
  readonly destination: Destination;
  readonly breaker = new SiteBreaker();
  readonly #ports: ConnectionPorts;
  readonly #links = new Set<Link>();
  #waiting: ReadyMail[] = [];
  readonly #inFlight = new Set<ReadyMail>();
  #opening = 0;
  #isStopped = false;
  /** When it last had anything to do. */
  #busyAtMs: number;

  constructor(destination: Destination, ports: ConnectionPorts) {
    this.destination = destination;
    this.#ports = ports;
    this.#busyAtMs = ports.clock.nowMs();
  }

  get count(): number {
    return this.#links.size + this.#opening;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Nothing open, nothing waiting, nothing that must be remembered. */
  isIdle(nowMs: number): boolean {
    const isEmpty = this.count === 0 && this.waiting === 0 && !this.breaker.isOpen;
    return isEmpty && nowMs - this.#busyAtMs > 60_000;
  }

  add(ready: ReadyMail): void {
    this.#busyAtMs = this.#ports.clock.nowMs();
    this.#waiting.push(ready);
  }

  /** In front of the others: it was on its way already. */
  addAgain(ready: ReadyMail): void {
    this.#waiting.unshift(ready);
  }

  /** What waits here, or those of it that are wanted, waits here no more. */
  takeBack(isWanted: (ready: ReadyMail) => boolean = () => true): readonly ReadyMail[] {
    const taken = this.#waiting.filter(isWanted);
    this.#waiting = this.#waiting.filter((ready) => !taken.includes(ready));
    return taken;
  }

  /** Those whose time is over before they were sent. */
  takeExpired(nowMs: number): readonly ReadyMail[] {
    return this.takeBack(({ owed }) => owed.job.expiresAtMs <= nowMs);
  }

  /** With a server that has not answered, though their time is over; each once. */
  takeOverdue(nowMs: number): readonly ReadyMail[] {
    const overdue = [...this.#inFlight].filter(
      ({ owed, isGivenUp }) => !isGivenUp && nowMs >= owed.job.expiresAtMs + lastWordMs,
    );
    for (const ready of overdue) ready.isGivenUp = true;
    return overdue;
  }

  /** Nothing has answered for so long that the sender of what waits is to hear of it. */
  isStalled(nowMs: number): boolean {
    const [first] = this.#waiting;
    return first !== undefined && this.#links.size === 0 && nowMs - first.sinceMs >= stalledMs;
  }

  /** Why nothing has come about, as far as it is known. */
  get why(): { readonly host: string; readonly text: string } {
    const host = this.destination.hosts[0]?.name ?? '';
    const text = this.breaker.why;
    return { host, text: text === '' ? `no answer from ${host} yet` : text };
  }

  /** Sends what may be sent now; answers in how many milliseconds more may be, 0 if that is not a matter of time. */
  feed(): number {
    const { shaper, clock } = this.#ports;
    for (const link of this.#links) {
      while (link.session.hasRoom) {
        if (this.#waiting.length === 0) return 0;
        const waitMs = shaper.take(clock.nowMs());
        if (waitMs > 0) return waitMs;
        const ready = this.#waiting.shift();
        if (ready === undefined) continue;
        mailSends.run(
          () => this.#send(link, ready),
          () => this.#ports.failed(ready),
        );
      }
    }
    this.#connect();
    return 0;
  }

  /** Connections that have had nothing to do, or have carried enough, say good-bye. */
  tick(nowMs: number): void {
    const { route } = this.#ports;
    for (const { session, idleSinceMs } of this.#links) {
      const isIdle = session.inFlight === 0 && nowMs - idleSinceMs >= route.idleMs;
      if (isIdle || session.isSpent) session.quit();
    }
  }

  /** Closes one that has nothing to do; false if there is none. */
  closeIdle(): boolean {
    if (this.#waiting.length > 0) return false;
    const idle = [...this.#links].find(({ session }) => session.inFlight === 0);
    idle?.session.quit();
    return idle !== undefined;
  }

  /** Opens nothing more, and closes what is open once it is answered. */
  stop(): void {
    this.#isStopped = true;
    for (const { session } of this.#links) session.quit();
  }

  /** Closes what is open, answered or not. */
  abort(reason: string): void {
    this.#isStopped = true;
    for (const { session } of this.#links) session.abort(reason);
  }

  async #send(link: Link, ready: ReadyMail): Promise<void> {
    const { clock, sockets, answered } = this.#ports;
    const startedAtMs = clock.nowMs();
    const sending = link.session.send(ready.mail);
    if (link.session.isSpent) link.session.quit();
    this.#inFlight.add(ready);
    sockets.becameBusy(link);
    const result = await sending;
    this.#inFlight.delete(ready);
    link.idleSinceMs = clock.nowMs();
    if (link.session.inFlight === 0 && this.#links.has(link)) sockets.becameIdle(link);
    answered(ready, link, { result, startedAtMs });
  }

  #connect(): void {
    const { shaper, sockets, clock, countAll, makeRoom } = this.#ports;
    const nowMs = clock.nowMs();
    if (this.#isStopped || this.#waiting.length <= this.#opening) return;
    if (!this.breaker.mayTry(nowMs, this.#opening) || !shaper.mayConnect(nowMs)) return;
    if (countAll() >= shaper.connectionsMax(nowMs)) {
      if (this.count === 0) makeRoom();
      return;
    }
    // A tick of the lane comes back to it.
    if (!sockets.makeRoom()) return;
    shaper.connected(nowMs);
    this.#opening += 1;
    sockets.opening();
    mailSends.run(() => this.#open(), dropped);
  }

  async #open(): Promise<void> {
    const { dialer, route, shaper, sockets, changed } = this.#ports;
    let link: Link | undefined;
    const triedAtMs = this.#ports.clock.nowMs();
    try {
      const dialed = await dialer
        .dial({
          route,
          destination: this.destination,
          mailsMax: shaper.limits.mailsPerConnection,
          room: changed,
          ended: (fault) => this.#ended(link, fault),
        })
        .finally(() => {
          this.#opening -= 1;
        });
      if (!dialed.ok) this.#failed(dialed, triedAtMs);
      else if (dialed.session.hasEnded)
        this.#failed({ ...dialed, ok: false, fault: endedAtOnce }, triedAtMs);
      else link = this.#opened(dialed);
    } finally {
      if (link === undefined) sockets.closed();
      changed();
    }
  }

  #opened({ session, host, ip, security }: Extract<Dialed, { readonly ok: true }>): Link {
    const { clock, log, owner, sockets } = this.#ports;
    const stop = (): void => session.quit();
    const link = { session, host, ip, security, idleSinceMs: clock.nowMs(), stop };
    this.breaker.reached();
    this.#links.add(link);
    sockets.becameIdle(link);
    if (log.debugs) log.debug('mail.connected', { lane: owner, host, ip, security });
    if (this.#isStopped) session.quit();
    return link;
  }

  #failed({ fault, host, ip }: Extract<Dialed, { readonly ok: false }>, triedAtMs: number): void {
    const { clock, log, owner, shaper, route, broke } = this.#ports;
    const { stage, reply, reason } = fault;
    const nowMs = clock.nowMs();
    if (stage === 'auth') this.breaker.trip(nowMs, reason);
    else this.breaker.failed(nowMs, reason, triedAtMs);
    if (reply !== undefined) {
      const { code, enhanced } = reply;
      const refusal = { stage, code, enhanced, text: replyText(reply), site: route.site };
      if (classify(refusal) === 'throttled') shaper.throttled(nowMs);
    }
    const retryAtMs = this.breaker.isOpen ? this.breaker.openUntilMs : undefined;
    const level = stage === 'auth' ? 'error' : 'warn';
    log[level]('mail.unreachable', { lane: owner, host, ip, stage, reason, retryAtMs });
    if (this.breaker.isOpen) broke(this);
  }

  #ended(link: Link | undefined, { outOfStep, reason }: SessionFault): void {
    const { dialer, sockets, changed, log, owner } = this.#ports;
    if (link === undefined) return;
    this.#links.delete(link);
    sockets.closed(link);
    if (outOfStep) {
      dialer.lostCount(link.host);
      log.warn('mail.out_of_step', { lane: owner, host: link.host, reason });
    }
    changed();
  }
}
