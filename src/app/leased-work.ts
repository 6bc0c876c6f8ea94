/** What is leased, and how it is shared out among the processes on one storage. */
import { hostname } from 'node:os';
import type { Config } from '#config.ts';
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import { programVersion } from '#core/program-version.ts';
import { catcherLease, type MailEngine, mailLeases } from '#mail/delivery/mail-engine.ts';
import type { Registrations } from '#numbers/trunks/registrations.ts';
import { type EventIdPorts, EventIds, streamLeases } from '#queue/event-ids.ts';
import type { LeaseHolder } from '#queue/lease.ts';
import { Leases, sharedTiming, soleTiming } from '#queue/leases.ts';
import type { SmsEngine } from '#sms/sms-engine.ts';
import type { Storage } from '#storage/storage.ts';
import { shardLeases, type WebhookEngine } from '#webhooks/webhook-engine.ts';

import { type LeasedMailCatcher, mailCatcherLease } from './leased-mail-catcher.ts';
import { type LeasedSimulator, simulatorLease } from './leased-simulator.ts';

export type LeasePorts = {
  readonly config: Pick<Config, 'roles' | 'leaseMs'>;
  readonly storage: Pick<Storage, 'ids' | 'leases' | 'isSole'>;
  /** 0: the main thread. */
  readonly thread: number;
  readonly clock: Clock;
  readonly log: Log;
};

const startLease = 'start';
/** A start that dies in the middle holds the others up for so long. */
const startMs = 10_000;
const startLookMs = 100;

/** What a new installation is made of is made once, however many processes start at a time. */
export async function startAlone<Value>(
  { storage, clock }: Pick<LeasePorts, 'storage' | 'clock'>,
  work: () => Promise<Value>,
): Promise<Value> {
  const { isSole, leases, ids } = storage;
  if (isSole) return work();
  const processId = await ids.reserveIds('process', 1);
  for (;;) {
    const taken = await leases.take(processId, [startLease], startMs);
    if (taken.length > 0) {
      try {
        return await work();
      } finally {
        await leases.release(processId, taken);
      }
    }
    await clock.sleep(startLookMs);
  }
}

/** Where no other process can work on the storage, what is taken is never over. */
export async function openLeases(ports: LeasePorts): Promise<Leases> {
  const { config, storage, thread, clock, log } = ports;
  const { roles, leaseMs } = config;
  return new Leases({
    store: storage.leases,
    process: {
      id: await storage.ids.reserveIds('process', 1),
      host: hostname(),
      pid: process.pid,
      version: programVersion(),
      roles,
      startedAtMs: clock.nowMs(),
      draining: false,
    },
    timing: storage.isSole ? soleTiming(thread === 0) : sharedTiming(leaseMs),
    clock,
    log,
  });
}

/** Commits of one kind follow each other, those of two kinds need not: each has a stream of its own. */
export type EventStreams = {
  readonly reports: EventIds;
  readonly replies: EventIds;
  readonly mails: EventIds;
};

export function eventStreams(
  { ids, isSole }: Pick<Storage, 'ids' | 'isSole'>,
  leases: Leases,
): EventStreams {
  const ports = { leases, ...streamPorts(ids) };
  const reports = new EventIds(ports);
  // On one folder all commits of a thread follow each other.
  if (isSole) return { reports, replies: reports, mails: reports };
  return { reports, replies: new EventIds(ports), mails: new EventIds(ports) };
}

export function streamPorts(ids: Storage['ids']): Pick<EventIdPorts, 'reserve' | 'begin'> {
  return {
    reserve: (stream, count) => ids.reserveIds(stream === 0 ? 'event' : `event ${stream}`, count),
    begin: (stream, first) => ids.beginStream(stream, first),
  };
}

export type LeasedWork = EventStreams & {
  readonly sms: SmsEngine;
  readonly webhooks: WebhookEngine;
  /** Undefined where it is off. */
  readonly simulator: LeasedSimulator | undefined;
  readonly mail: MailEngine;
  /** Undefined where this process carries no calls. */
  readonly registrations: Registrations | undefined;
  /** Undefined where it is off. */
  readonly mailCatcher: LeasedMailCatcher | undefined;
};

/** The process that holds it does the jobs of the leader (`leader-jobs.ts`). */
const leaderLease = 'sweep';

export function isLeaderOf(leases: Pick<Leases, 'find'>): () => boolean {
  return () => leases.find(leaderLease) !== undefined;
}

/** One process at a time owes events once more. */
export const replayLease = 'replays';

const nothingToOpen: LeaseHolder = {
  taken: () => undefined,
  handOver: async () => undefined,
  lost: () => undefined,
};

/** In the order in which they are taken: binds need their simulator, facts their stream of events. */
export function shareWork(
  leases: Leases,
  { roles, thread }: { readonly roles: Config['roles']; readonly thread: number | undefined },
  work: LeasedWork,
): void {
  const { sms, webhooks, simulator } = work;
  shareStreams(leases, thread, work);
  if (roles.includes('mail')) shareMail(leases, work);
  if (roles.includes('sms')) {
    if (simulator !== undefined) {
      leases.add({ sharing: { how: 'all' }, wanted: () => [simulatorLease], holder: simulator });
      leases.add({
        sharing: { how: 'all' },
        wanted: () => (simulator.address === undefined ? [] : sms.leaseNames({ builtIn: true })),
        holder: sms,
      });
    }
    leases.add({
      sharing: { how: 'even', role: 'sms' },
      wanted: () => sms.leaseNames({ builtIn: false }),
      holder: sms,
    });
    leases.add({ sharing: { how: 'all' }, wanted: () => [leaderLease], holder: nothingToOpen });
  }
  const { registrations } = work;
  if (registrations !== undefined) {
    leases.add({
      sharing: { how: 'even', role: 'calls' },
      wanted: () => registrations.leaseNames(),
      holder: registrations,
    });
  }
  if (roles.includes('webhooks')) {
    leases.add({
      sharing: { how: 'even', role: 'webhooks' },
      wanted: () => shardLeases,
      holder: webhooks,
    });
    leases.add({ sharing: { how: 'all' }, wanted: () => [replayLease], holder: nothingToOpen });
  }
}

/** `thread`: of the one process that works on the storage; undefined where there may be others. */
function shareStreams(
  leases: Leases,
  thread: number | undefined,
  { reports, replies, mails }: EventStreams,
): void {
  const isSole = thread !== undefined;
  // Each thread has one stream of its own: its ids are in the order of time over restarts, too.
  const [half, last] = [streamLeases.length / 2, (streamLeases.length / 4) * 3];
  const ofReports = isSole ? streamLeases.slice(thread, thread + 1) : streamLeases.slice(0, half);
  const ofReplies = isSole ? [] : streamLeases.slice(half, last);
  const ofMails = isSole ? [] : streamLeases.slice(last);
  leases.add({ sharing: { how: 'one' }, wanted: () => ofReports, holder: reports });
  leases.add({ sharing: { how: 'one' }, wanted: () => ofReplies, holder: replies });
  leases.add({ sharing: { how: 'one' }, wanted: () => ofMails, holder: mails });
}

/** The catcher's lane goes with the catcher, which is reached from its own machine alone. */
function shareMail(leases: Leases, { mail, mailCatcher }: LeasedWork): void {
  if (mailCatcher !== undefined) {
    leases.add({ sharing: { how: 'all' }, wanted: () => [mailCatcherLease], holder: mailCatcher });
    leases.add({
      sharing: { how: 'all' },
      wanted: () => (mailCatcher.address === undefined ? [] : [catcherLease]),
      holder: mail,
    });
  }
  leases.add({ sharing: { how: 'even', role: 'mail' }, wanted: () => mailLeases, holder: mail });
}
