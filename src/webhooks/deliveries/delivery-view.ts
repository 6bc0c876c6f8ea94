/** Events, attempts and replays as people see them: no value of an endpoint's header. */

import { z } from 'zod';
import { faultOf, faultView } from '#core/attempt-fault.ts';
import { maskPhone } from '#core/log.ts';
import { showAbout } from '#core/masked.ts';
import { mayDo, type Role } from '#core/permissions.ts';
import type {
  EventSummary,
  LoggedAttempt,
  PendingDelivery,
} from '#webhooks/management/endpoint-store.ts';
import type { Replay } from '#webhooks/management/replay-store.ts';
import { nextAttemptOf } from '#webhooks/next-attempt.ts';

const instant = z.iso.datetime();

const outcomes = [
  'delivered',
  'retry',
  'expired',
  'superseded',
  'gone',
  'dropped',
  'forbidden',
] as const;

const phases = z.object({
  resolveMs: z.int(),
  connectMs: z.int(),
  tlsMs: z.int(),
  answerMs: z.int(),
});

export const attemptView = z.object({
  id: z.int(),
  eventId: z.string(),
  endpointId: z.int(),
  attempt: z.int(),
  at: instant,
  outcome: z.enum(outcomes),
  /** The HTTP status; 0 where none came. */
  status: z.int(),
  /** As it was recorded; empty: nothing went wrong. */
  error: z.string(),
  fault: faultView,
  durationMs: z.int(),
  phases,
  ip: z.string(),
  /** Null where nothing was sent. */
  request: z.object({ url: z.string(), headers: z.record(z.string(), z.string()) }).nullable(),
  /** Null where nothing came back. */
  response: z.object({ head: z.string(), body: z.string() }).nullable(),
});

export const eventView = z.object({
  id: z.string(),
  kind: z.string(),
  /** What it is about: a message or number, and a phone. */
  about: z.string(),
  createdAt: instant,
  test: z.boolean(),
  deliveries: z.array(
    z.object({
      endpointId: z.int(),
      endpoint: z.string(),
      attempts: z.int(),
      /** `pending` for as long as it is to be tried, whatever came of it before. */
      outcome: z.enum([...outcomes, 'pending']),
      /** Null: it was never tried. */
      lastAt: instant.nullable(),
      /** Of one that is pending, in the future; null: as soon as its turn comes. */
      nextAttemptAt: instant.nullable(),
      /** Of one that is pending: its endpoint is paused or disabled. */
      held: z.boolean(),
    }),
  ),
});

export const replayView = z.object({
  id: z.int(),
  endpointId: z.int(),
  state: z.enum(['running', 'done', 'cancelled']),
  made: z.int(),
  since: instant,
  until: instant,
  kinds: z.array(z.string()),
  outcome: z.enum(['any', 'delivered', 'undelivered']),
  phone: z.string(),
  createdAt: instant,
  endedAt: instant.nullable(),
});

type ShownEvent = z.input<typeof eventView>;
type ShownAttempt = z.input<typeof attemptView>;

/** What is known of the deliveries of some events. */
export type DeliveryFacts = {
  readonly attempts: readonly LoggedAttempt[];
  readonly pending: readonly PendingDelivery[];
};

export type DeliveryView = {
  readonly role: Role;
  readonly nowMs: number;
  readonly nameOf: (endpointId: number) => string;
};

export function showEvent(
  event: EventSummary,
  facts: DeliveryFacts,
  view: DeliveryView,
): ShownEvent {
  return {
    id: String(event.id),
    kind: event.kind,
    about: showAbout(event.orderKey, view.role),
    createdAt: isoTime(event.createdAtMs),
    test: event.test,
    deliveries: showDeliveries(facts, view),
  };
}

/** One for each endpoint that got it or is to get it. */
function showDeliveries(
  { attempts, pending }: DeliveryFacts,
  { nowMs, nameOf }: DeliveryView,
): ShownEvent['deliveries'] {
  const made = Map.groupBy(attempts.filter(isWebhook), ({ endpointId }) => endpointId);
  // One that is sent again may be owed beside an older job: the last one says what is to come.
  const waiting = new Map(pending.map((one) => [one.endpointId, one]));
  const ids = [...new Set([...made.keys(), ...waiting.keys()])].toSorted((a, b) => a - b);
  return ids.flatMap((endpointId) => {
    const last = made.get(endpointId)?.at(-1);
    const next = waiting.get(endpointId);
    const outcome = next === undefined ? last?.outcome : 'pending';
    const nextMs = next === undefined ? null : nextAttemptOf(next, nowMs);
    if (outcome === undefined) return [];
    return {
      endpointId,
      endpoint: nameOf(endpointId),
      attempts: made.get(endpointId)?.length ?? 0,
      outcome,
      lastAt: last === undefined ? null : isoTime(last.atMs),
      nextAttemptAt: nextMs === null ? null : isoTime(nextMs),
      held: next !== undefined && next.endpointState !== 'active',
    };
  });
}

/** An SMPP user's are logged under its id with a minus, and told elsewhere. */
export function isWebhook({ endpointId }: Pick<LoggedAttempt, 'endpointId'>): boolean {
  return endpointId > 0;
}

export function showAttempt(attempt: LoggedAttempt): ShownAttempt {
  const { eventId, atMs, n, url, status } = attempt;
  return {
    id: attempt.id,
    eventId: String(eventId),
    endpointId: attempt.endpointId,
    attempt: n,
    at: isoTime(atMs),
    outcome: attempt.outcome,
    status,
    error: attempt.error,
    fault: faultOf(attempt.error),
    durationMs: attempt.durationMs,
    phases: { ...attempt.phases },
    ip: attempt.ip,
    request:
      url === ''
        ? null
        : {
            url,
            headers: {
              'webhook-id': `msg_${eventId}`,
              'webhook-timestamp': String(Math.floor(atMs / 1_000)),
              'webhook-attempt': String(n),
            },
          },
    response: status === 0 ? null : { head: attempt.responseHead, body: attempt.responseBody },
  };
}

export function showReplay(replay: Replay, role: Role): z.input<typeof replayView> {
  const { id, endpointId, state, made, outcome, kinds, phone, endedAtMs } = replay;
  const isRead = mayDo(role, 'read contents') || phone === '';
  return {
    id,
    endpointId,
    state,
    made,
    since: isoTime(replay.fromMs),
    until: isoTime(replay.toMs),
    kinds: [...kinds],
    outcome,
    phone: isRead ? phone : maskPhone(phone),
    createdAt: isoTime(replay.createdAtMs),
    endedAt: endedAtMs === null ? null : isoTime(endedAtMs),
  };
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
