/** The commits, counted: everything that the program takes, sends or learns goes through one of them. */
import { engineOf } from '#queue/lane.ts';
import { readPartLane } from '#sms/links/part-lane.ts';
import type { Facts, PartRefusal } from '#sms/message-store.ts';
import { owedSinceMs } from '#webhooks/owed-delivery.ts';
import type { DeliverySettlement } from '#webhooks/webhook-store.ts';
import type { Commits } from '../commits.ts';
import type { Meters } from './meters.ts';
import { wordOf } from './tally.ts';

export type CountingPorts = {
  readonly meters: Meters;
  readonly operatorName: (operatorId: number) => string;
};

export function countCommits(commits: Commits, ports: CountingPorts): void {
  countMessages(commits, ports);
  countInbound(commits, ports);
  countMails(commits, ports);
  countCalls(commits, ports);
  commits.follow('settleDeliveries', {
    settled: timed('settle_deliveries', ports, countItems),
    after: ({ given: [settlements] }) => {
      for (const settlement of settlements) countDelivery(settlement, ports.meters);
    },
  });
}

function countMessages(commits: Commits, ports: CountingPorts): void {
  const { meters, operatorName } = ports;
  commits.follow('acceptMessages', {
    settled: timed('accept_messages', ports, countItems),
    after: ({ given: [items], result }) => {
      for (const [at, { kind }] of result.entries()) {
        meters.accepts.inc({ result: wordOf(kind) });
        if (kind === 'accepted') meters.parts.inc(items[at]?.jobs.length ?? 0);
      }
    },
  });
  commits.follow('recordFacts', {
    settled: timed('record_facts', ports, countFactsIn),
    after: ({ given: [facts] }) => countFacts(facts, ports),
  });
  commits.follow('matchOrKeepReceipts', {
    settled: timed('match_receipts', ports, countItems),
    after: ({ given: [receipts], result }) => {
      for (const [at, { operatorId }] of receipts.entries()) {
        if (result[at] === undefined) meters.unmatched.inc({ operator: operatorName(operatorId) });
      }
    },
  });
}

function countInbound(commits: Commits, ports: CountingPorts): void {
  const { meters, operatorName } = ports;
  commits.follow('recordInbound', {
    settled: timed('record_inbound', ports, countItems),
    after: ({ given: [items], result }) => {
      for (const [at, item] of items.entries()) {
        meters.inbound.inc({ kind: item.kind });
        if (item.kind === 'part' || result[at]?.kind !== 'stored') continue;
        const { operatorId, partsReceived, partsTotal } = item.message;
        if (partsReceived < partsTotal) {
          meters.incomplete.inc({ operator: operatorName(operatorId) });
        }
      }
    },
  });
}

function countMails(commits: Commits, ports: CountingPorts): void {
  const { meters } = ports;
  commits.follow('acceptEmail', {
    settled: timed('accept_email', ports, one),
    after: ({ result }) => meters.emails.inc({ result: wordOf(result.kind) }),
  });
  commits.follow('settleMails', {
    settled: timed('settle_mails', ports, countItems),
    after: ({ given: [settlements] }) => {
      for (const { attempt } of settlements) {
        if (attempt !== undefined) meters.mailAttempts.inc({ outcome: attempt.outcome });
      }
    },
  });
}

function countCalls(commits: Commits, ports: CountingPorts): void {
  const { meters } = ports;
  commits.follow('endCall', {
    settled: timed('end_call', ports, one),
    after: ({ given: [, end], result: hasEnded }) => {
      if (!hasEnded) return;
      meters.calls.inc({ cause: end.cause });
      meters.callSeconds.inc(end.billedS);
    },
  });
  commits.follow('recordRefused', {
    settled: timed('end_call', ports, one),
    after: ({ given: [, end] }) => meters.calls.inc({ cause: end.cause }),
  });
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

function timed<First>(
  operation: string,
  { meters }: CountingPorts,
  sizeOf: (given: First) => number,
) {
  return ([given]: readonly [First, ...unknown[]], tookMs: number, hasFailed: boolean): void => {
    if (hasFailed) meters.storageFailures.inc({ operation });
    meters.commits.observe({ operation }, tookMs / 1_000);
    meters.batches.observe({ operation }, sizeOf(given));
  };
}

function countItems(items: readonly unknown[]): number {
  return items.length;
}

function one(): number {
  return 1;
}

function countFactsIn({ submits, receipts, refusals }: Facts): number {
  return submits.length + receipts.length + refusals.length;
}
