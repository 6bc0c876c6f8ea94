/** Matches kept receipts again when their operator's receipt-id setting has changed, and says which setting fits. */
import type { Clock } from '#core/clock.ts';
import type { Log } from '#core/log.ts';
import type { LeaderJob } from '#queue/leader-job.ts';
import type { Directory } from '#sms/directory.ts';
import type { KeptReceiptCount, MessageStore } from '#sms/message-store.ts';
import type { Operator, OperatorSettings } from '#sms/operator.ts';
import { adviseReceiptId, pairReceipts, type ReceiptIdAdvice } from './receipt-readings.ts';
import type { ReceiptService } from './receipt-service.ts';

type RematchPorts = {
  readonly store: Pick<MessageStore, 'countKept' | 'newestKept' | 'newestAwaited'>;
  readonly receipts: Pick<ReceiptService, 'takeKept'>;
  readonly directory: () => Directory;
  readonly clock: Clock;
  readonly log: Log;
};

const roundMs = 5_000;
/** Receipts that are counted and looked at, of all operators. */
const keptMax = 10_000;
/** A round takes so many receipts of an operator; the next one takes those before them. */
const receiptsMax = 1_000;
const partsMax = 5_000;
/** A receipt that came just before the answer to its submit is no trouble yet. */
const patienceMs = 5_000;

/** How many receipts have matched no message for some seconds, by operator. */
export async function countUnmatched(
  store: Pick<MessageStore, 'countKept'>,
  nowMs: number,
): Promise<ReadonlyMap<number, number>> {
  const counts = await store.countKept(nowMs - patienceMs, keptMax);
  return new Map(counts.map(({ operatorId, receipts }) => [operatorId, receipts]));
}

/** Which receipt-id setting would match kept receipts of an operator. */
export async function findReceiptIdAdvice(
  store: Pick<MessageStore, 'newestKept' | 'newestAwaited'>,
  { id, settings }: Operator,
): Promise<ReceiptIdAdvice | undefined> {
  const kept = await store.newestKept(id, receiptsMax, keptMax);
  if (kept.length === 0) return undefined;
  return adviseReceiptId(kept, await store.newestAwaited(id, partsMax), settings);
}

/**
 * An operator is looked at again when its rules have changed, another receipt was kept
 * or the last round found some, so that receipts that are nobody's cost one count a round.
 */
export function receiptRematch(ports: RematchPorts): LeaderJob {
  const looked = new Map<number, string>();
  return {
    name: 'match of kept receipts',
    everyMs: roundMs,
    work: async () => {
      const counts = await ports.store.countKept(ports.clock.nowMs(), keptMax);
      for (const count of counts) await look(count, looked, ports);
    },
  };
}

async function look(
  { operatorId, newestId }: KeptReceiptCount,
  looked: Map<number, string>,
  ports: RematchPorts,
): Promise<void> {
  const operator = ports.directory().operators.find(({ id }) => id === operatorId);
  if (operator === undefined) return;
  const sight = sightOf(operator.settings, newestId);
  if (looked.get(operatorId) === sight) return;
  const matched = await rematch(operator, ports);
  if (matched === 0) looked.set(operatorId, sight);
  else ports.log.info('receipts.matched', { operator: operator.name, receipts: matched });
}

function sightOf(settings: OperatorSettings, newestId: number): string {
  const { receiptId, stripZeros, ignoreCase } = settings;
  return JSON.stringify([receiptId, stripZeros, ignoreCase, newestId]);
}

async function rematch({ id, settings }: Operator, ports: RematchPorts): Promise<number> {
  const kept = await ports.store.newestKept(id, receiptsMax, keptMax);
  const parts = await ports.store.newestAwaited(id, partsMax);
  const pairs = pairReceipts(kept, parts, settings);
  for (const { part, receipt } of pairs) await ports.receipts.takeKept(part, [receipt], settings);
  return pairs.length;
}
