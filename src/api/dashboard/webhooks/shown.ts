/** Endpoints, events and attempts as the pages see them: no secret, no value of an endpoint's header. */
import type { Reply } from '#api/dashboard/definition.ts';
import { showAbout } from '#api/dashboard/masked.ts';
import { must } from '#core/assert.ts';
import { maskPhone } from '#core/log.ts';
import { mayDo, type Role } from '#core/permissions.ts';
import {
  type Endpoint,
  type EndpointSecret,
  liveSecrets,
  secretToShow,
} from '#webhooks/endpoint.ts';
import type {
  EndpointStanding,
  EventSummary,
  LoggedAttempt,
  PendingDelivery,
} from '#webhooks/management/endpoint-store.ts';
import type { Replay } from '#webhooks/management/replay-store.ts';
import { nextAttemptOf } from '#webhooks/next-attempt.ts';
import { owedSinceMs } from '#webhooks/owed-delivery.ts';
import type * as definitions from './definitions.ts';
import { nameEndpoint } from './endpoint-names.ts';
import type { WebhookPagePorts } from './ports.ts';

type ShownEndpoint = Reply<typeof definitions.findEndpoint>['endpoint'];
type ShownEvent = Reply<typeof definitions.findEvent>['event'];
type ShownAttempt = Reply<typeof definitions.findEvent>['attempts'][number];

/** Jobs that are owed are counted so far. */
const owedMax = 10_000;

export async function showEndpoint(
  endpoint: Endpoint,
  role: Role,
  ports: WebhookPagePorts,
): Promise<ShownEndpoint> {
  return must((await showEndpoints([endpoint], role, ports))[0], 'endpoint just shown');
}

export async function showEndpoints(
  endpoints: readonly Endpoint[],
  role: Role,
  { endpoints: { store }, clock }: WebhookPagePorts,
): Promise<readonly ShownEndpoint[]> {
  const ids = endpoints.map(({ id }) => id);
  const standings = await store.standingsOf(ids, owedMax);
  const nowMs = clock.nowMs();
  return endpoints.map((endpoint) =>
    // One that is being removed is owed nothing.
    showWith(endpoint, standings.get(endpoint.id) ?? noStanding, { role, nowMs }),
  );
}

const noStanding: EndpointStanding = {
  owed: 0,
  headExpiresAtMs: null,
  state: undefined,
  dueAtMs: null,
};

function showWith(
  endpoint: Endpoint,
  { owed, headExpiresAtMs, state, dueAtMs }: EndpointStanding,
  { role, nowMs }: { readonly role: Role; readonly nowMs: number },
): ShownEndpoint {
  const { settings } = endpoint;
  const waiting = {
    dueAtMs: dueAtMs ?? 0,
    endpointState: endpoint.state,
    openUntilMs: state?.openUntilMs ?? 0,
  };
  return {
    id: endpoint.id,
    name: nameEndpoint(endpoint, role),
    source: endpoint.source,
    url: showUrl(endpoint.url, role),
    events: [...endpoint.events],
    state: endpoint.state,
    reason: endpoint.reason,
    sinceMs: endpoint.stateSinceMs,
    maxInFlight: settings.inFlightMax,
    ratePerSecond: settings.ratePerS,
    ordering: settings.ordering,
    timeoutMs: settings.timeoutMs,
    schedule: [...settings.scheduleS],
    headers: settings.sealedHeaders !== '',
    ca: settings.ca !== '',
    certificate: settings.certificate !== '',
    autoDisable: settings.autoDisable,
    signatures: [...settings.signatures],
    secrets: showSecrets(endpoint.secrets, nowMs),
    unseenSecret: secretToShow(endpoint) !== undefined,
    createdAtMs: endpoint.createdAtMs,
    owed,
    owedMax,
    oldestOwedAtMs: headExpiresAtMs === null ? null : owedSinceMs({ expiresAtMs: headExpiresAtMs }),
    nextAttemptAtMs: dueAtMs === null ? null : nextAttemptOf(waiting, nowMs),
    breaker:
      state === undefined || state.failingSinceMs === 0
        ? null
        : {
            openUntilMs: state.openUntilMs,
            failingSinceMs: state.failingSinceMs,
            failuresInRow: state.failures,
            failedAttempts: state.failedAttempts,
          },
  };
}

/** Behind the host stands what often lets in: for those who may not change it that is not there. */
function showUrl(url: string, role: Role): string {
  if (mayDo(role, 'read contents')) return url;
  const parsed = URL.parse(url);
  return parsed === null || parsed.origin === 'null' ? url : `${parsed.origin}/…`;
}

/** Newest first. */
export function showSecrets(
  secrets: readonly EndpointSecret[],
  nowMs: number,
): ShownEndpoint['secrets'] {
  return liveSecrets({ secrets }, nowMs).map(({ madeAtMs, untilMs }) => ({
    createdAtMs: madeAtMs,
    untilMs,
  }));
}

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
