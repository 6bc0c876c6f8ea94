/**
 * Takes emails back for a command that finds no server to ask: clients are told by the servers that run elsewhere, or
 * start later.
 */
import { StorageUnavailable } from '#core/unavailable.ts';
import { MailRecorder } from '#mail/mail-recorder.ts';
import type { WaitingMail } from '#mail/sending/email-store.ts';
import { leavesLater, MailCanceller } from '#mail/sending/mail-canceller.ts';
import { EventIds, streamLeases } from '#queue/event-ids.ts';
import { IdSource } from '#queue/id-source.ts';
import type { Storage } from '#storage/storage.ts';
import { EventMakers } from '#webhooks/event-makers.ts';
import type { Common } from './common.ts';
import { streamPorts } from './leased-work.ts';

type CancelNeeds = Pick<Common, 'clock' | 'sealer'> & {
  readonly storage: Pick<Storage, 'ids' | 'leases' | 'emails' | 'webhooks' | 'suppressions'>;
};

/** Nobody else writes the stream meanwhile. */
const leaseMs = 30_000;
/** Servers take the first streams that are free. */
const streamsTried = 16;
/** Of the deliveries that are owed by one email: 512 mails, some endpoints each. */
const jobIdsMax = 10_000;

export async function cancelWithoutServer(
  wish: { readonly accountId: number; readonly emailId: number },
  { clock, storage, sealer }: CancelNeeds,
): Promise<number> {
  const { ids, leases } = storage;
  const processId = await ids.reserveIds('process', 1);
  const eventIds = new EventIds({ leases: { holds: () => true }, ...streamPorts(ids) });
  const lease = await takeStream(processId, leases);
  try {
    await eventIds.taken(lease);
    const job = await IdSource.open(jobIdsMax, (count) => ids.reserveIds('job', count));
    const makers = new EventMakers({ storage, ids: { job }, sealer, clock, random: Math.random });
    const recorder = new MailRecorder({
      emails: storage.emails,
      suppressions: storage.suppressions,
      webhooks: storage.webhooks,
      eventIds,
      // Servers look for what is pending.
      eventsStored: () => undefined,
      commitsInOrder: false,
    });
    const canceller = new MailCanceller({
      store: storage.emails,
      recorder,
      events: makers.mails,
      recall: (mails) => ({ mails: laterOf(mails, clock.nowMs()), end: () => undefined }),
      clock,
    });
    return await canceller.cancel(wish);
  } finally {
    await leases.leave(processId);
  }
}

/** How many mails that would take back: without a server nothing is known of those that are due. */
export async function countWithoutServer(
  wish: { readonly accountId: number; readonly emailId: number },
  { clock, storage }: Pick<CancelNeeds, 'clock' | 'storage'>,
): Promise<number> {
  const waiting = await storage.emails.findCancellable({ ...wish, leavesAfterMs: 0 });
  return laterOf(waiting, clock.nowMs()).length;
}

function laterOf(mails: readonly WaitingMail[], nowMs: number): readonly WaitingMail[] {
  return mails.filter((mail) => leavesLater(mail, nowMs));
}

async function takeStream(processId: number, leases: CancelNeeds['storage']['leases']) {
  for (const name of streamLeases.slice(-streamsTried)) {
    const [lease] = await leases.take(processId, [name], leaseMs);
    if (lease !== undefined) return lease;
  }
  throw new StorageUnavailable('Too many processes write events');
}
