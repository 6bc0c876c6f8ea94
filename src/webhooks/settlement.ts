/** From verdict to what is stored: the line of the attempt log, and whether the job is put off. */
import type { Log } from '#core/log.ts';
import type { Owed } from '#queue/job.ts';
import type { Lease } from '#queue/lease.ts';
import { type Answer, noPhases } from './http/poster.ts';
import type { Verdict } from './verdict.ts';
import type { Attempt, AttemptOutcome, Delivery, DeliverySettlement } from './webhook-store.ts';

const urlKept = 2_048;
/** Of a response body: a success says little, a failure is what people want to read. */
const bodyKept = { received: 256, failed: 4_096 };

export type Attempted = {
  readonly owed: Owed<Delivery>;
  /** Under which its lane is worked on. */
  readonly lease: Lease;
  readonly endpointId: number;
  readonly atMs: number;
  /** Where it goes; empty where nothing is sent. */
  readonly url: string;
};

/** A verdict that settles something. */
export type Judged = Exclude<Verdict, { readonly result: 'stopped' }>;

/** `retryAtMs` undefined: no attempt is left, or none is needed. */
export function settleAttempt(
  attempted: Attempted,
  answer: Answer,
  verdict: Judged,
  retryAtMs: number | undefined,
): DeliverySettlement {
  const { lease, owed } = attempted;
  const { job } = owed;
  const isReceived = verdict.result === 'received';
  const body = answer.body.slice(0, isReceived ? bodyKept.received : bodyKept.failed);
  return {
    job,
    whose: owed.load,
    ...(answer.fault !== undefined && { fault: answer.fault.kind }),
    attempt: {
      ...emptyAttempt(attempted, outcomeOf(verdict, retryAtMs)),
      status: answer.status,
      error: storable(isReceived ? verdict.note : verdict.error),
      durationMs: Math.round(answer.durationMs),
      phases: answer.phases,
      url: attempted.url.slice(0, urlKept),
      ip: answer.ip,
      responseHead: storable(answer.head),
      responseBody: storable(body),
    },
    retry:
      retryAtMs === undefined ? undefined : { lease, dueAtMs: retryAtMs, attempt: job.attempt + 1 },
  };
}

/** A job that ends without an attempt. */
export function settleUnsent(
  attempted: Attempted,
  outcome: 'expired' | 'superseded' | 'dropped',
): DeliverySettlement {
  const { job, load: whose } = attempted.owed;
  return { job, whose, attempt: emptyAttempt(attempted, outcome) };
}

function emptyAttempt({ owed, endpointId, atMs }: Attempted, outcome: AttemptOutcome): Attempt {
  return {
    eventId: owed.load.eventId,
    endpointId,
    jobId: owed.job.id,
    n: owed.job.attempt + 1,
    atMs,
    outcome,
    status: 0,
    error: '',
    durationMs: 0,
    phases: noPhases,
    url: '',
    ip: '',
    responseHead: '',
    responseBody: '',
  };
}

function outcomeOf(verdict: Judged, retryAtMs: number | undefined): AttemptOutcome {
  if (verdict.result === 'received') return 'delivered';
  if (verdict.result === 'forbidden') return 'forbidden';
  if (retryAtMs !== undefined) return 'retry';
  return verdict.result === 'gone' ? 'gone' : 'expired';
}

/** A receiver's text, without the one character that PostgreSQL cannot store. */
function storable(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\u{FFFD}') : text;
}

export function logAttempt(
  log: Log,
  { attempt, retry }: DeliverySettlement,
  { accountId, body, origin }: Delivery & { readonly origin: string | undefined },
): void {
  const isReceived = attempt.outcome === 'delivered';
  if (isReceived && !log.debugs) return;
  const { eventId, endpointId, n, outcome, status, error, durationMs, ip } = attempt;
  const fields = { eventId, endpointId, n, outcome, status, error, durationMs, ip };
  const more = { account: accountId, bytes: body.length, origin, retryAtMs: retry?.dueAtMs };
  log[isReceived ? 'debug' : 'warn']('webhook.attempted', { ...fields, ...more });
}
