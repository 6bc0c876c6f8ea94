/** What no message reminds us of: reports that never come, receipts nobody claims, old replies. */
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { LeaderJob } from '#queue/leader-job.ts';
import type { Directory } from './directory.ts';
import type { AwaitedPlace, MessageStore } from './message-store.ts';
import type { Operator } from './operator.ts';
import type { ReceiptService } from './receipts/receipt-service.ts';

export type MaintenancePorts = {
  readonly store: Pick<
    MessageStore,
    'overdueParts' | 'keptReceipts' | 'claimableReceipts' | 'forgetReceipts' | 'forgetReplies'
  >;
  readonly receipts: ReceiptService;
  readonly directory: () => Directory;
  readonly clock: Clock;
  readonly log: Log;
};

/** What a claim asks of its neighbours. */
export type ClaimerPorts = Pick<MaintenancePorts, 'receipts' | 'directory'> & {
  readonly store: Pick<MessageStore, 'keptReceipts' | 'claimableReceipts'>;
  /** Whether several processes live. */
  readonly isShared: () => boolean;
};

const roundMs = 60_000;
const claimMs = 2_000;
/** Kept receipts that a claim looks at: most of those that stay are nobody's, and would be looked at each time. */
const newestMax = 10_000;
/** Ids of one look. */
const lookedAtMax = 2_000;
const sliceMax = 256;
/** Awaited parts of one look, a millisecond of the thread that also answers clients, and looks of one sweep. */
const pageMax = 1_000;
const pagesMax = 100;
const hourMs = 3_600_000;
const unclaimedKeptMs = 7 * 24 * hourMs;
const repliesKeptMs = 24 * hourMs;

export function maintenance(ports: MaintenancePorts): LeaderJob {
  const places: Places = new Map();
  return { name: 'sweep of receipts', everyMs: roundMs, work: () => sweep(ports, places) };
}

/** Where the next sweep goes on, by operator. */
type Places = Map<number, AwaitedPlace | undefined>;

/**
 * Claims what two processes have stored past each other: one a receipt, the other at that moment its
 * submit. Of 6,800 messages on four binds of two processes 62 came so; looked for is among the newest.
 * A process that works alone knows which receipts came before their submits, unless it has just started: the one before it may
 * have died with that knowledge.
 */
export function claimer(ports: ClaimerPorts): LeaderJob {
  let hasLooked = false;
  return {
    name: 'claim of early receipts',
    everyMs: claimMs,
    work: async () => {
      if (hasLooked && !ports.isShared()) return;
      await claim(ports, newestMax);
      hasLooked = true;
    },
  };
}

/** Of so many that were kept last, or of all. An operator's strange receipts may be millions: a look is at some of them. */
async function claim(
  { store, receipts, directory }: Omit<ClaimerPorts, 'isShared'>,
  newest = Number.POSITIVE_INFINITY,
): Promise<void> {
  const kept = await store.keptReceipts();
  if (kept === undefined) return;
  let first = Math.max(kept.first, kept.last - newest + 1);
  for (; first <= kept.last; first += lookedAtMax) {
    const last = Math.min(kept.last, first + lookedAtMax - 1);
    for (const { part, receipt } of await store.claimableReceipts(sliceMax, { first, last })) {
      const operator = directory().operators.find(({ id }) => id === receipt.operatorId);
      await receipts.takeKept(part, [receipt], operator?.settings);
    }
    // A file is read at once: what else waits comes between.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

export async function sweep(ports: MaintenancePorts, places: Places = new Map()): Promise<void> {
  const { store, directory, clock, log } = ports;
  await claim(ports);
  for (const operator of directory().operators) {
    const overdue = await sweepOverdue(operator, ports, places);
    if (overdue > 0) log.warn('receipts.overdue', { operator: operator.name, parts: overdue });
  }
  const unclaimedMs = clock.nowMs() - unclaimedKeptMs;
  const forgotten = await inSlices(() => store.forgetReceipts(unclaimedMs, sliceMax));
  if (forgotten > 0) log.warn('receipts.forgotten', { receipts: forgotten });
  const repliesMs = clock.nowMs() - repliesKeptMs;
  await inSlices(() => store.forgetReplies(repliesMs, sliceMax));
}

/** Short commits, so that nothing else waits long, until one finds less than it could take. */
async function inSlices(forget: () => Promise<number>): Promise<number> {
  let all = 0;
  for (;;) {
    const forgotten = await forget();
    all += forgotten;
    if (forgotten < sliceMax) return all;
  }
}

/**
 * An operator without receipts says nothing, and nothing is concluded from that. A sweep looks at so many of an
 * operator's awaited parts; where there are more, the next one goes on behind them.
 */
async function sweepOverdue(
  operator: Operator,
  { store, receipts, clock }: MaintenancePorts,
  places: Places,
): Promise<number> {
  const { id: operatorId, settings } = operator;
  const beforeMs = clock.nowMs() - settings.receiptTimeoutHours * hourMs;
  let swept = 0;
  for (let page = 0; page < pagesMax; page += 1) {
    const from = places.get(operatorId);
    const { parts, next } = await store.overdueParts({
      operatorId,
      beforeMs,
      from,
      limit: pageMax,
    });
    for (let at = 0; at < parts.length; at += sliceMax) {
      const slice = parts.slice(at, at + sliceMax);
      await Promise.all(slice.map((part) => receipts.takeOverdue(operator, part, part.remoteId)));
    }
    swept += parts.length;
    places.set(operatorId, next);
    if (next === undefined) break;
    // A file is read at once: what else waits comes between.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return swept;
}
