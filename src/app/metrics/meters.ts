/**
 * What is counted, by the names that Prometheus sees. No label carries an account, a phone, an address or
 * an id: there are as many series as there are operators and words of ours.
 */
import { collectDefaultMetrics, Registry } from 'prom-client';
import { type Makers, makersIn } from './makers.ts';
import { smsMeters } from './sms-meters.ts';

export type Meters = ReturnType<typeof makeMeters>;

/** Seconds: a commit with its fsync, alone and under load. */
const commitSeconds = [0.000_5, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5];
const batchSizes = [1, 2, 4, 8, 16, 32, 64, 128, 256];
const attemptSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** A webhook is tried for 72 hours. */
const deliverySeconds = [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 120, 600, 3_600, 21_600, 86_400, 259_200];

/** Memory, CPU, handles, garbage collection, and how late the event loop is: of the process and its main thread. */
export function processMeters(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

export function makeMeters() {
  const registry = new Registry();
  const makers = makersIn(registry);
  return {
    registry,
    ...smsMeters(makers),
    ...webhookMeters(makers),
    ...otherMeters(makers),
    ...storageMeters(makers),
  };
}

function webhookMeters({ counter, gauge, histogram }: Makers) {
  return {
    webhookAttempts: counter(
      'webhook_attempts',
      'Requests to endpoints, by their outcome and by what was wrong.',
      ['outcome', 'error'],
    ),
    webhookSeconds: histogram(
      'webhook_attempt_seconds',
      'From the look-up of its host to the end of its answer.',
      { buckets: attemptSeconds },
    ),
    webhookDeliverySeconds: histogram(
      'webhook_delivery_seconds',
      'From the commit of an event to the 2xx of its endpoint.',
      { buckets: deliverySeconds },
    ),
    webhookLanes: gauge('webhook_lanes', 'Endpoints in the memory of this process, by state.', [
      'state',
    ]),
    webhookEndpoints: gauge(
      'webhook_endpoints_at_rest',
      'Endpoints that people have paused, or that were given up.',
      ['state'],
    ),
    webhooksInFlight: gauge('webhook_in_flight', 'Requests to endpoints that are under way.'),
    guardRefusals: counter(
      'guard_refusals',
      'Connections for clients that were not made, by what their addresses are.',
      ['reason'],
    ),
  };
}

function otherMeters({ counter, gauge }: Makers) {
  return {
    emails: counter('emails', 'Requests to send emails, by what became of them.', ['result']),
    mailAttempts: counter('mail_attempts', 'Mails brought to a server.', ['outcome']),
    calls: counter('calls', 'Calls that have ended.', ['cause']),
    callSeconds: counter('call_billed_seconds', 'Seconds of calls that were billed.'),
    callsNow: gauge('calls_now', 'Calls that this process carries.'),
    boundaryFailures: counter(
      'boundary_failures',
      'Entries from outside that failed and were ended, by where they came in.',
      ['boundary'],
    ),
    noPort: counter('calls_without_port', 'Calls for whose audio no port was left.'),
    certificates: gauge(
      'certificate_expires_seconds',
      'Until the certificate that a port shows ends; below 0 it is over.',
      ['port'],
    ),
  };
}

function storageMeters({ counter, gauge, histogram }: Makers) {
  const labelNames = ['operation'] as const;
  return {
    commits: histogram('commit_seconds', 'One call of the storage.', {
      buckets: commitSeconds,
      labelNames,
    }),
    batches: histogram('commit_items', 'Items of one call.', { buckets: batchSizes, labelNames }),
    storageFailures: counter('storage_failures', 'Calls that failed.', labelNames),
    spans: counter('spans', 'Spans of traces, by whether the collector took them.', ['result']),
    owed: gauge('jobs_owed', 'Jobs that are owed, counted to 100,000.', ['engine']),
    oldestOwed: gauge(
      'oldest_due_seconds',
      'How late the earliest due job is: of lanes that wait for us, and of those that somebody has stopped or whose receiver is away.',
      ['engine', 'waits_for'],
    ),
    ledgerDrift: gauge(
      'ledger_drift_accounts',
      'Accounts whose balance is not the sum of what moved it, as the last hourly check found them.',
    ),
    leases: gauge('leases', 'Leases that this process holds.'),
    ready: gauge('ready', '1 while the process takes work, as /readyz says.'),
  };
}
