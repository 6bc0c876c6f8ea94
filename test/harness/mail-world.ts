/** Delivery of mails with everything real but the storage and what composes. */
import { must } from '#core/assert.ts';
import { type Clock, systemClock } from '#core/clock.ts';
import { openLog } from '#core/log.ts';
import type { OwedMail } from '#mail/delivery/delivery-store.ts';
import { relayRoute } from '#mail/delivery/fixed-routes.ts';
import { MailEngine, mailLeases } from '#mail/delivery/mail-engine.ts';
import { mailLane, relayOwner } from '#mail/delivery/mail-lane.ts';
import type { MadeMail } from '#mail/delivery/mail-maker.ts';
import type { Route } from '#mail/delivery/route.ts';
import type { Job } from '#queue/job.ts';
import { MemoryMails } from './memory-mails.ts';

type WorldOptions = {
  readonly clock?: Clock;
  readonly routeOf?: (owner: string) => Route | undefined;
  readonly make?: (mail: OwedMail) => Promise<MadeMail>;
  readonly isSuppressed?: (mail: OwedMail) => boolean;
  readonly socketsMax?: number;
};

export class MailWorld implements AsyncDisposable {
  readonly store = new MemoryMails();
  readonly lines: Record<string, unknown>[] = [];
  readonly engine: MailEngine;
  readonly clock: Clock;
  holds = true;
  #nextId = 1;

  constructor(options: WorldOptions = {}) {
    const { clock = systemClock, routeOf, make = makeMail, isSuppressed = () => false } = options;
    this.clock = clock;
    this.engine = new MailEngine({
      store: this.store,
      routeOf: routeOf ?? (() => undefined),
      socketsMax: options.socketsMax,
      maker: { make },
      isSuppressed: async (mail) => isSuppressed(mail),
      eventsOf: async () => [],
      record: (settlements) => this.store.settleMails(settlements),
      leases: { holds: () => this.holds },
      // `poll` looks, when a test says so.
      jobs: { lanesWithWork: async () => [] },
      pollMs: () => 3_600_000,
      storedElsewhere: () => {},
      clock,
      random: () => 0.5,
      log: openLog(
        'debug',
        (line) => void this.lines.push(JSON.parse(line) as Record<string, unknown>),
      ),
    });
  }

  async start(): Promise<this> {
    await this.engine.start();
    for (const [n, name] of mailLeases.entries()) await this.engine.taken({ name, epoch: n });
    return this;
  }

  /** Owes a mail and offers it, as accept does. */
  send(
    mail: Partial<OwedMail> = {},
    lane = relayLane(mail.accountId ?? 1),
    job: Partial<Job> = {},
  ): number {
    const mailId = this.#nextId++;
    this.engine.offer([this.store.owe(lane, { ...mail, mailId }, job)]);
    return mailId;
  }

  /** As when the clock says that they are over. */
  loseAll(): void {
    this.holds = false;
    for (const [n, name] of mailLeases.entries()) void this.engine.lost({ name, epoch: n });
  }

  /** As the poller does. */
  async poll(): Promise<void> {
    const lanes = await this.store.lanesWithWork('mail', this.clock.nowMs());
    for (const { lane, earliestJobId } of lanes) this.engine.wake(lane, must(earliestJobId, lane));
  }

  /** Waits until the store shows it. */
  async until(isSo: (store: MemoryMails) => boolean): Promise<void> {
    while (!isSo(this.store)) await systemClock.sleep(5);
  }

  async settled(count: number): Promise<readonly string[]> {
    await this.until(({ settled }) => settled.length >= count);
    return this.store.settled.map(({ fact, retry, attempt }) => {
      const kind = fact?.kind ?? 'nothing new';
      const why = fact?.reason?.class ?? attempt?.outcome ?? '';
      return `${kind}${why === '' || why === kind ? '' : ` ${why}`}${retry === undefined ? '' : `, again as ${retry.attempt}`}`;
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.engine[Symbol.asyncDispose]();
  }
}

export function relayLane(accountId = 1, urgency: 'urgent' | 'normal' = 'normal'): string {
  return mailLane(relayOwner, { urgency, accountId });
}

export async function makeMail(mail: OwedMail): Promise<MadeMail> {
  const octets = [Buffer.from(`Subject: ${mail.mailId}\r\n\r\nhello\r\n`)];
  return {
    ok: true,
    sender: `b+${mail.mailId}@b.example.com`,
    recipient: mail.address,
    octets,
    bytes: Buffer.concat(octets).length,
    needsSmtpUtf8: false,
    fromDomain: 'example.com',
  };
}

/** A relay on this machine. */
export function relayTo(...ports: readonly number[]): (owner: string) => Route | undefined {
  const servers = ports.map((port) => ({
    host: '127.0.0.1',
    port,
    implicitTls: false,
    tls: 'opportunistic' as const,
    user: undefined,
    password: '',
  }));
  const resolver = { resolve: async (name: string) => ({ addresses: [name], ttlS: 60 }) };
  const route = relayRoute({ servers, resolver, helloName: 'out.example.com' });
  return (owner) => (owner === relayOwner ? route : undefined);
}
