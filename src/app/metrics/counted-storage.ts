/**
 * The storage, and beside it the count of what passes: everything that the program takes, sends or learns
 * goes through one of these calls, so the engines need not know that anybody counts.
 */
import type { Clock } from '#core/clock.ts';
import type { Facts } from '#sms/message-store.ts';
import type { Storage } from '#storage/storage.ts';
import type { Meters } from './meters.ts';

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
        for (const { operatorId } of facts.submits) {
          meters.submits.inc({ operator: operatorName(operatorId) });
        }
        meters.refusals.inc(facts.refusals.length);
        for (const { receipt } of facts.receipts) {
          const operator = operatorName(receipt.operatorId);
          meters.receipts.inc({ operator, outcome: receipt.outcome });
        }
        return results;
      },
    },
    inbound: {
      ...inbound,
      async recordInbound(items) {
        const results = await timed('record_inbound', items.length, () =>
          inbound.recordInbound(items),
        );
        for (const { kind } of items) meters.inbound.inc({ kind });
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
        for (const { attempt } of settlements) {
          meters.webhookAttempts.inc({ outcome: attempt.outcome });
          meters.webhookSeconds.observe(attempt.durationMs / 1_000);
        }
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

/** Our words as Prometheus writes them. */
function wordOf(words: string): string {
  return words.replaceAll(' ', '_');
}
