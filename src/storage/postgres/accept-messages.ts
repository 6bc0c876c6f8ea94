/** The one durable commit of an accept: message, debit, jobs and the remembered reply. */
import type { AcceptResult } from '#core/accept.ts';
import type { Acceptance } from '#sms/message-store.ts';
import { insertAccepted, isKeyed, witnessOf } from './acceptance-rows.ts';
import { acceptJudged } from './judge-acceptances.ts';
import { type Transactions, transactAtOnce } from './transaction.ts';

/** So long after a balance was too low accepts are judged one by one at once: it most likely still is. */
const carefulMs = 1_000;

/**
 * Usual accepts are debited and stored in one round trip, all of them or none. Where a balance is not enough for all, or one has an
 * idempotency key, they are judged one by one.
 */
export function messageAcceptance(
  transactions: Transactions,
): (items: readonly Acceptance[]) => Promise<readonly AcceptResult[]> {
  const { clock } = transactions;
  let carefulUntilMs = 0;
  return async (items) => {
    const isUsual = clock.monotonicMs() >= carefulUntilMs && !items.some((item) => isKeyed(item));
    if (isUsual && (await acceptAll(transactions, items))) {
      return items.map(() => ({ kind: 'accepted' }));
    }
    const results = await acceptJudged(transactions, items);
    if (results.some(({ kind }) => kind === 'balance is too low')) {
      carefulUntilMs = clock.monotonicMs() + carefulMs;
    }
    return results;
  };
}

/** False: nothing was stored, because a balance is not enough. */
function acceptAll(transactions: Transactions, items: readonly Acceptance[]): Promise<boolean> {
  const [first] = items;
  return transactAtOnce(transactions, {
    write: (connection) => insertAccepted(connection, items),
    ...(first !== undefined && { unheard: { witness: witnessOf(first), result: true } }),
  });
}
