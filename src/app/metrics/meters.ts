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
    webhookAttempts: counter('webhook_attempts', 'Webhook requests, by outcome and by error.', [
      'outcome',
      'error',
    ]),
    webhookSeconds: histogram(
      'webhook_attempt_seconds',
      'Duration of a webhook request, from the host lookup to the end of the response.',
      { buckets: attemptSeconds },
    ),
    webhookDeliverySeconds: histogram(
      'webhook_delivery_seconds',
      'Time from the commit of an event to the 2xx response of its endpoint.',
      { buckets: deliverySeconds },
    ),
    webhookLanes: gauge('webhook_lanes', 'Webhook endpoints handled by this process, by state.', [
      'state',
    ]),
    webhookEndpoints: gauge(
      'webhook_endpoints_at_rest',
      'Webhook endpoints that are paused or disabled.',
      ['state'],
    ),
    webhooksInFlight: gauge('webhook_in_flight', 'Webhook requests in progress.'),
    guardRefusals: counter(
      'guard_refusals',
      'Outgoing connections refused because of their address, by kind of address.',
      ['reason'],
    ),
  };
}

function otherMeters({ counter, gauge }: Makers) {
  return {
    emails: counter('emails', 'Requests to send emails, by result.', ['result']),
    mailAttempts: counter('mail_attempts', 'Delivery attempts of emails, by outcome.', ['outcome']),
    calls: counter('calls', 'Calls that ended, by cause.', ['cause']),
    callSeconds: counter('call_billed_seconds', 'Billed seconds of calls.'),
    callsNow: gauge('calls_now', 'Calls in progress in this process.'),
    boundaryFailures: counter(
      'boundary_failures',
      'Errors while handling outside input, by boundary.',
      ['boundary'],
    ),
    noPort: counter('calls_without_port', 'Calls refused because no port for audio was free.'),
    certificates: gauge(
      'certificate_expires_seconds',
      'Time until the certificate of a port expires; negative if it has expired.',
      ['port'],
    ),
  };
}

function storageMeters({ counter, gauge, histogram }: Makers) {
  const labelNames = ['operation'] as const;
  return {
    commits: histogram('commit_seconds', 'Duration of a storage call.', {
      buckets: commitSeconds,
      labelNames,
    }),
    batches: histogram('commit_items', 'Items per storage call.', {
      buckets: batchSizes,
      labelNames,
    }),
    storageFailures: counter('storage_failures', 'Storage calls that failed.', labelNames),
    spans: counter('spans', 'Trace spans, by whether the collector accepted them.', ['result']),
    owed: gauge('jobs_owed', 'Pending jobs, counted up to 100,000.', ['engine']),
    oldestOwed: gauge(
      'oldest_due_seconds',
      'How overdue the oldest pending job is: in queues that wait for Parley, and in queues that are paused or whose destination is down.',
      ['engine', 'waits_for'],
    ),
    ledgerDrift: gauge(
      'ledger_drift_accounts',
      'Accounts whose balance differs from the sum of their transactions, at the last hourly check.',
    ),
    leases: gauge('leases', 'Leases held by this process.'),
    ready: gauge('ready', '1 while the process takes work, as /readyz says.'),
  };
}
