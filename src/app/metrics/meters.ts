/**
 * What is counted, by the names that Prometheus sees. No label carries an account, a phone, an address or
 * an id: there are as many series as there are operators and words of ours.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type Meters = ReturnType<typeof makeMeters>;

/** Seconds: a commit with its fsync, alone and under load. */
const commitSeconds = [0.000_5, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5];
const batchSizes = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const attemptSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function makeMeters() {
  const registry = new Registry();
  const registers = [registry];
  // Memory, CPU, handles, garbage collection, and how late the event loop is.
  collectDefaultMetrics({ register: registry });
  const counter = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ) => new Counter<Label>({ name: `parley_${name}_total`, help, labelNames, registers });
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
  ) => new Gauge<Label>({ name: `parley_${name}`, help, labelNames, registers });
  const histogram = <Label extends string>(
    name: string,
    help: string,
    buckets: readonly number[],
    labelNames: readonly Label[] = [],
  ) =>
    new Histogram<Label>({
      name: `parley_${name}`,
      help,
      buckets: [...buckets],
      labelNames,
      registers,
    });
  return {
    registry,
    accepts: counter('messages', 'Requests to send SMS, by what became of them.', ['result']),
    parts: counter('parts_accepted', 'Parts of accepted SMS.'),
    submits: counter('submits', 'Parts that an operator took.', ['operator']),
    refusals: counter('parts_refused', 'Parts that nobody will send any more.'),
    receipts: counter('receipts', 'Reports of operators.', ['operator', 'outcome']),
    inbound: counter('inbound', 'Messages and parts from phones.', ['kind']),
    emails: counter('emails', 'Requests to send emails, by what became of them.', ['result']),
    mailAttempts: counter('mail_attempts', 'Mails brought to a server.', ['outcome']),
    webhookAttempts: counter('webhook_attempts', 'Requests to endpoints.', ['outcome']),
    webhookSeconds: histogram(
      'webhook_attempt_seconds',
      'From the look-up of its host to the end of its answer.',
      attemptSeconds,
    ),
    webhookLanes: gauge('webhook_lanes', 'Endpoints in the memory of this process, by state.', [
      'state',
    ]),
    calls: counter('calls', 'Calls that have ended.', ['cause']),
    callSeconds: counter('call_billed_seconds', 'Seconds of calls that were billed.'),
    commits: histogram('commit_seconds', 'One call of the storage.', commitSeconds, ['operation']),
    batches: histogram('commit_items', 'Items of one call.', batchSizes, ['operation']),
    storageFailures: counter('storage_failures', 'Calls that failed.', ['operation']),
    spans: counter('spans', 'Spans of traces, by whether the collector took them.', ['result']),
    owed: gauge('jobs_owed', 'Jobs that are owed, counted to 100,000.', ['engine']),
    oldestOwed: gauge('oldest_due_seconds', 'How late the earliest due job is.', ['engine']),
    binds: gauge('binds_up', 'Binds of an operator that are up, on all processes.', ['operator']),
    bindsDown: gauge('binds_down', 'Binds of an operator that are not.', ['operator']),
    waitingParts: gauge('waiting_parts', 'Parts in the memory of the lanes of this process.'),
    leases: gauge('leases', 'Leases that this process holds.'),
    callsNow: gauge('calls_now', 'Calls that this process carries.'),
    ready: gauge('ready', '1 while the process takes work, as /readyz says.'),
  };
}
