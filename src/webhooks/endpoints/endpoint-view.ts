/** An endpoint as people see it: no secret, no value of a header. */

import { z } from 'zod';
import { must } from '#core/assert.ts';
import { faultOf, faultView } from '#core/attempt-fault.ts';
import type { InAccount } from '#core/operation.ts';
import { mayDo, type Role } from '#core/permissions.ts';
import { owedByEndpointMax } from '#model/engines.ts';
import {
  type Endpoint,
  type EndpointSecret,
  liveSecrets,
  secretToShow,
} from '#webhooks/endpoint.ts';
import type { EndpointStanding } from '#webhooks/management/endpoint-store.ts';
import { nextAttemptOf } from '#webhooks/next-attempt.ts';
import { owedSinceMs } from '#webhooks/owed-delivery.ts';
import { shownSettings } from '../shown-settings.ts';
import type { EndpointPorts } from './endpoint-input.ts';
import { nameEndpoint } from './endpoint-input.ts';

const instant = z.iso.datetime();

export const endpointSources = ['reply', 'report', 'email', 'extra', 'request'] as const;

export const secretView = z.object({ createdAt: instant, until: instant.nullable() });

export const endpointView = z.object({
  id: z.int(),
  /** What tells it from others in lists: host, path and id. */
  name: z.string(),
  accountId: z.int(),
  /** `reply`, `report` and `email` are the account's own URLs, `extra` those that get a copy, `request` an origin that requests name. */
  source: z.enum(endpointSources),
  url: z.string(),
  events: z.array(z.string()),
  state: z.enum(['active', 'paused', 'disabled']),
  reason: z.string(),
  /** Of its reason. */
  fault: faultView,
  since: instant,
  maxInFlight: z.int(),
  ratePerSecond: z.int().nullable(),
  ordering: z.enum(['none', 'key', 'strict']),
  timeoutMs: z.int(),
  schedule: z.array(z.int()),
  headers: z.boolean(),
  ca: z.boolean(),
  certificate: z.boolean(),
  autoDisable: z.boolean(),
  signatures: z.array(z.string()),
  secrets: z.array(secretView),
  /** Whether the newest was made for a request's URL and nobody has seen it. */
  unseenSecret: z.boolean(),
  createdAt: instant,
  /** Deliveries that wait, counted up to `owedMax`. */
  owed: z.int(),
  owedMax: z.int(),
  oldestOwedAt: instant.nullable(),
  /** In the future; null: as soon as its turn comes, or nothing is to be sent. */
  nextAttemptAt: instant.nullable(),
  /** Null while it takes what it is sent. */
  breaker: z
    .object({
      openUntil: instant,
      failingSince: instant,
      failuresInRow: z.int(),
      failedAttempts: z.int(),
    })
    .nullable(),
});

export type EndpointView = z.output<typeof endpointView>;

export async function viewEndpoint(
  endpoint: Endpoint,
  ports: EndpointPorts,
  caller: InAccount,
): Promise<EndpointView> {
  return must((await viewEndpoints([endpoint], ports, caller))[0], 'endpoint just shown');
}

export async function viewEndpoints(
  endpoints: readonly Endpoint[],
  { endpointManagement: { store } }: EndpointPorts,
  { role, atMs }: InAccount,
): Promise<EndpointView[]> {
  const ids = endpoints.map(({ id }) => id);
  const standings = await store.standingsOf(ids, owedByEndpointMax);
  return endpoints.map((endpoint) => ({
    ...viewSettings(endpoint),
    ...viewStanding(standings.get(endpoint.id) ?? noStanding, endpoint, atMs),
    name: nameEndpoint(endpoint, role),
    url: showUrl(endpoint.url, role),
    secrets: viewSecrets(liveSecrets(endpoint, atMs)),
  }));
}

function viewSettings(endpoint: Endpoint) {
  const { id, accountId, source, state, reason, settings } = endpoint;
  return {
    id,
    accountId,
    source,
    state,
    reason,
    fault: faultOf(reason),
    events: [...endpoint.events],
    since: isoTime(endpoint.stateSinceMs),
    ...shownSettings(settings),
    signatures: [...settings.signatures],
    unseenSecret: secretToShow(endpoint) !== undefined,
    createdAt: isoTime(endpoint.createdAtMs),
  };
}

/** One that is being removed is owed nothing. */
function viewStanding(
  { owed, headExpiresAtMs, state, dueAtMs }: EndpointStanding,
  { state: endpointState }: Endpoint,
  nowMs: number,
) {
  const openUntilMs = state?.openUntilMs ?? 0;
  const nextMs =
    dueAtMs === null ? null : nextAttemptOf({ dueAtMs, endpointState, openUntilMs }, nowMs);
  const isFailing = state !== undefined && state.failingSinceMs !== 0;
  return {
    owed,
    owedMax: owedByEndpointMax,
    oldestOwedAt:
      headExpiresAtMs === null ? null : isoTime(owedSinceMs({ expiresAtMs: headExpiresAtMs })),
    nextAttemptAt: nextMs === null ? null : isoTime(nextMs),
    breaker: isFailing
      ? {
          openUntil: isoTime(state.openUntilMs),
          failingSince: isoTime(state.failingSinceMs),
          failuresInRow: state.failures,
          failedAttempts: state.failedAttempts,
        }
      : null,
  };
}

const noStanding: EndpointStanding = {
  owed: 0,
  headExpiresAtMs: null,
  state: undefined,
  dueAtMs: null,
};

/** Behind the host stands what often lets in: for those who may not change it that is not there. */
function showUrl(url: string, role: Role): string {
  if (mayDo(role, 'read contents')) return url;
  const parsed = URL.parse(url);
  return parsed === null || parsed.origin === 'null' ? url : `${parsed.origin}/…`;
}

/** Newest first. */
export function viewSecrets(secrets: readonly EndpointSecret[]) {
  return secrets.map(({ madeAtMs, untilMs }) => ({
    createdAt: isoTime(madeAtMs),
    until: untilMs === null ? null : isoTime(untilMs),
  }));
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
