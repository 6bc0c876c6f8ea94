/** What events of one thing were told by webhooks, as steps of its story. */
import { faultOf } from '#core/attempt-fault.ts';
import { exactInstantText } from '#core/instant-text.ts';
import type { InAccount } from '#core/operation.ts';
import type { EndpointStore } from '#webhooks/management/endpoint-store.ts';
import { nextAttemptOf } from '#webhooks/next-attempt.ts';
import { nameEndpoints } from '../endpoints/endpoint-input.ts';

type Store = Pick<EndpointStore, 'eventsOf' | 'attemptsOf' | 'pendingOf' | 'listEndpoints'>;

/** Of the reports of a phone, one for each change of its state. */
const attemptsMax = 500;

export async function eventSteps(
  store: Store,
  eventIds: readonly number[],
  { accountId, role, atMs: nowMs }: Pick<InAccount, 'accountId' | 'role' | 'atMs'>,
) {
  const events = await store.eventsOf(accountId, eventIds);
  const ids = events.map(({ id }) => id);
  const attempts = await store.attemptsOf(ids, attemptsMax);
  const pending = await store.pendingOf(ids, attemptsMax);
  const endpointName = await nameEndpoints(store, accountId, role);
  return [
    ...events.map(({ id, kind, createdAtMs }) => ({
      kind: 'event' as const,
      at: createdAtMs,
      eventId: id,
      webhookId: `msg_${id}`,
      event: kind,
    })),
    ...attempts.map(({ eventId, endpointId, n, atMs, outcome, status, error, durationMs }) => ({
      kind: 'attempt' as const,
      at: atMs,
      eventId,
      endpointId,
      endpoint: endpointName(endpointId),
      n,
      outcome,
      status,
      error,
      fault: faultOf(error),
      durationMs,
    })),
    ...pending.map((one) => {
      const { eventId, endpointId, attempts: tries, dueAtMs, endpointState } = one;
      const nextAtMs = nextAttemptOf(one, nowMs);
      return {
        kind: 'pending' as const,
        at: nextAtMs ?? dueAtMs,
        eventId,
        endpointId,
        endpoint: endpointName(endpointId),
        tries,
        nextAttemptAt: nextAtMs === null ? null : exactInstantText(nextAtMs),
        held: endpointState !== 'active',
      };
    }),
  ];
}
