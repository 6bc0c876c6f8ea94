/**
 * The storage, and beside it the count of what passes: everything that the program takes, sends or learns
 * goes through one of these calls, so the engines need not know that anybody counts.
 */
import type { Clock } from '#core/clock.ts';
import { engineOf } from '#queue/lane.ts';
import { readPartLane } from '#sms/links/part-lane.ts';
import type { Facts, PartRefusal } from '#sms/message-store.ts';
import type { Storage } from '#storage/storage.ts';
import { owedSinceMs } from '#webhooks/owed-delivery.ts';
import type { DeliverySettlement } from '#webhooks/webhook-store.ts';
import type { Meters } from './meters.ts';
import { wordOf } from './tally.ts';

export type CountingPorts = {
  readonly meters: Meters;
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly operatorName: (operatorId: number) => string;
};

export function countedStorage(storage: Storage, ports: CountingPorts): Storage {
  const { meters, operatorName } = ports;
  const timed = timing(ports);
  const { messages, inbound, emails, mailDelivery, webhooks, calls } = storage;
  return {
    ...storage,
    messages: {
      ...messages,
      async acceptMessages(items) {
        const call = (): ReturnType<typeof messages.acceptMessages> =>
          messages.acceptMessages(items);
        const results = await timed('accept_messages', items.length, call);
        for (const [at, { kind }] of results.entries()) {
          meters.accepts.inc({ result: wordOf(kind) });
          if (kind === 'accepted') meters.parts.inc(items[at]?.jobs.length ?? 0);
        }
        return results;
      },
      async recordFacts(facts) {
        const results = await timed('record_facts', sizeOf(facts), () =>
          messages.recordFacts(facts),
        );
        countFacts(facts, ports);
        return results;
      },
      async matchOrKeepReceipts(receipts) {
        const found = await timed('match_receipts', receipts.length, () =>
          messages.matchOrKeepReceipts(receipts),
        );
        for (const [at, { operatorId }] of receipts.entries()) {
          if (found[at] === undefined) meters.unmatched.inc({ operator: operatorName(operatorId) });
        }
        return found;
      },
    },
    inbound: {
      ...inbound,
      async recordInbound(items) {
        const results = await timed('record_inbound', items.length, () =>
          inbound.recordInbound(items),
        );
        for (const [at, item] of items.entries()) {
          meters.inbound.inc({ kind: item.kind });
          if (item.kind === 'part' || results[at]?.kind !== 'stored') continue;
          const { operatorId, partsReceived, partsTotal } = item.message;
          if (partsReceived < partsTotal) {
            meters.incomplete.inc({ operator: operatorName(operatorId) });
          }
        }
        return results;
      },
    },
    emails: {
      ...emails,
      async acceptEmail(acceptance) {
        const result = await timed('accept_email', 1, () => emails.acceptEmail(acceptance));
        meters.emails.inc({ result: wordOf(result.kind) });
        return result;
      },
    },
    mailDelivery: {
      ...mailDelivery,
      async settleMails(settlements) {
        const results = await timed('settle_mails', settlements.length, () =>
          mailDelivery.settleMails(settlements),
        );
        for (const { attempt } of settlements) {
          if (attempt !== undefined) meters.mailAttempts.inc({ outcome: attempt.outcome });
        }
        return results;
      },
    },
    webhooks: {
      ...webhooks,
      async settleDeliveries(settlements) {
        await timed('settle_deliveries', settlements.length, () =>
          webhooks.settleDeliveries(settlements),
        );
        for (const settlement of settlements) countDelivery(settlement, meters);
      },
    },
    calls: {
      ...calls,
      async endCall(callId, end) {
        const ended = await timed('end_call', 1, () => calls.endCall(callId, end));
        if (ended) {
          meters.calls.inc({ cause: end.cause });
          meters.callSeconds.inc(end.billedS);
        }
        return ended;
      },
      async recordRefused(call, end) {
        await timed('end_call', 1, () => calls.recordRefused(call, end));
        meters.calls.inc({ cause: end.cause });
      },
    },
  };
}

function countFacts(facts: Facts, { meters, operatorName }: CountingPorts): void {
  for (const { operatorId, awaitsReport } of facts.submits) {
    const operator = operatorName(operatorId);
    meters.submits.inc({ operator });
    if (awaitsReport) meters.awaited.inc({ operator });
  }
  meters.refusals.inc(facts.refusals.length);
  for (const refusal of facts.refusals) {
    if (refusal.reason !== 'expired_in_queue') continue;
    meters.expired.inc({ operator: operatorName(operatorOf(refusal)) });
  }
  for (const { receipt, keptReceiptId } of facts.receipts) {
    const operator = operatorName(receipt.operatorId);
    meters.receipts.inc({ operator, outcome: receipt.outcome });
    if (keptReceiptId !== null) meters.claimed.inc({ operator });
  }
}

function operatorOf({ job }: PartRefusal): number {
  return readPartLane(job.lane)?.operatorId ?? 0;
}

/** Of webhooks alone: what SMPP users are owed is settled in the same way. */
function countDelivery({ job, attempt, fault }: DeliverySettlement, meters: Meters): void {
  if (engineOf(job.lane) !== 'webhook') return;
  const { outcome, status, atMs, durationMs } = attempt;
  const isReceived = outcome === 'delivered';
  const error = fault ?? (status === 0 ? 'none' : `status ${Math.floor(status / 100)}xx`);
  meters.webhookAttempts.inc({ outcome, error: isReceived ? 'none' : wordOf(error) });
  meters.webhookSeconds.observe(durationMs / 1_000);
  if (!isReceived) return;
  meters.webhookDeliverySeconds.observe(Math.max(0, atMs + durationMs - owedSinceMs(job)) / 1_000);
}

type Timed = <Value>(
  operation: string,
  items: number,
  call: () => Promise<Value>,
) => Promise<Value>;

function timing({ meters, clock }: CountingPorts): Timed {
  return async (operation, items, call) => {
    const startedAtMs = clock.monotonicMs();
    try {
      return await call();
    } catch (error) {
      meters.storageFailures.inc({ operation });
      throw error;
    } finally {
      meters.commits.observe({ operation }, (clock.monotonicMs() - startedAtMs) / 1_000);
      meters.batches.observe({ operation }, items);
    }
  };
}

function sizeOf({ submits, receipts, refusals }: Facts): number {
  return submits.length + receipts.length + refusals.length;
}
