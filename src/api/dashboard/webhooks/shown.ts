/** Events and attempts as the pages see them: no value of an endpoint's header. */
import type { Reply } from '#api/dashboard/definition.ts';
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
import type * as definitions from './definitions.ts';

type ShownEvent = Reply<typeof definitions.findEvent>['event'];
type ShownAttempt = Reply<typeof definitions.findEvent>['attempts'][number];

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
    createdAtMs: event.createdAtMs,
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
    if (outcome === undefined) return [];
    return {
      endpointId,
      endpoint: nameOf(endpointId),
      attempts: made.get(endpointId)?.length ?? 0,
      outcome,
      lastAtMs: last?.atMs ?? null,
      nextAttemptAtMs: next === undefined ? null : nextAttemptOf(next, nowMs),
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
    atMs,
    outcome: attempt.outcome,
    status,
    error: attempt.error,
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

export function showReplay(
  replay: Replay,
  role: Role,
): Reply<typeof definitions.startReplay>['replay'] {
  const { accountId: _, afterEventId: __, firstJobId: ___, lastJobId: ____, ...shown } = replay;
  const phone =
    mayDo(role, 'read contents') || shown.phone === '' ? shown.phone : maskPhone(shown.phone);
  return { ...shown, kinds: [...shown.kinds], phone };
}
