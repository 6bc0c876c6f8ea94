/** An endpoint as people write it, at each door; `endpoint-rules.ts` judges what a field alone cannot tell. */

import { z } from 'zod';
import { listOf, nameTableFile, textOf } from '#core/input-form.ts';
import { type Refusal, refuse } from '#core/operation.ts';
import { mayDo, type Role } from '#core/permissions.ts';
import type { Endpoint } from '#webhooks/endpoint.ts';
import type { EndpointManagement } from '#webhooks/management/endpoint-management.ts';
import {
  bounds,
  delaysMax,
  type FieldRefusal,
  isKindOfEvent,
  pemMax,
} from '#webhooks/management/endpoint-rules.ts';
import type { EndpointStore } from '#webhooks/management/endpoint-store.ts';
import { parseSecret } from '#webhooks/signature.ts';
import { endpointForms } from './words.ts';

export type EndpointPorts = {
  readonly endpointManagement: Pick<EndpointManagement, 'service' | 'store' | 'test'>;
};

export const endpointId = z.int().min(1).max(999_999_999_999_999);

export const kindInput = textOf(
  { read: (text) => (isKindOfEvent(text) ? text : undefined) },
  endpointForms.kinds,
);

const pem = textOf(
  { read: (text) => (text.length <= pemMax ? text : undefined) },
  endpointForms.certificate,
  { isFile: true },
);

export const endpointUrl = textOf(
  { read: (text) => (text.length <= 4_096 ? text.trim() : undefined) },
  endpointForms.url,
);

export const endpointSecret = textOf(
  { read: (text) => (parseSecret(text) === undefined ? undefined : text) },
  endpointForms.secret,
  { isSecret: true },
);

const whole = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z.int().min(min).max(max);

/** What is left out keeps its value, or has the usual one. */
export const settingsShape = z
  .object({
    events: listOf(kindInput, 60, { form: endpointForms.kinds, emptyWord: 'all' }),
    maxInFlight: whole(bounds.maxInFlight),
    ratePerSecond: whole(bounds.ratePerSecond).nullable(),
    ordering: z.enum(['none', 'key', 'strict']),
    timeoutMs: whole(bounds.timeoutMs),
    schedule: listOf(z.int(), delaysMax, { form: endpointForms.schedule, emptyWord: 'usual' }),
    headers: nameTableFile(endpointForms.headers),
    ca: pem,
    certificate: pem,
    key: pem,
    autoDisable: z.boolean(),
  })
  .partial().shape;

/** One of another account is as unknown as none. */
export async function findOwn(
  { endpointManagement: { store } }: EndpointPorts,
  { endpoint: id }: { readonly endpoint: number },
  accountId: number,
): Promise<Endpoint | Refusal<'endpoint is not there'>> {
  const endpoint = await store.findEndpoint(id);
  return endpoint?.accountId === accountId ? endpoint : notThere(id);
}

export function notThere(endpoint: number): Refusal<'endpoint is not there'> {
  return refuse('endpoint is not there', { field: 'endpoint', params: { endpoint } });
}

/** Whose it is, for commands, which name the endpoint alone. */
export async function accountOfEndpoint(
  { endpointManagement: { store } }: EndpointPorts,
  { endpoint: id }: { readonly endpoint: number },
): Promise<number | Refusal<'endpoint is not there'>> {
  return (await store.findEndpoint(id))?.accountId ?? notThere(id);
}

export function fieldRefused([
  first,
]: readonly FieldRefusal[]): Refusal<'endpoint field is refused'> {
  const { field = 'url', reason = '' } = first ?? {};
  return refuse('endpoint field is refused', { field, params: { name: field, reason } });
}

// Names of endpoints in lists: two at one host, or even at one URL, are told apart.

/** An account may have so many origins that its requests name, and a few of its own. */
export const endpointsListedMax = 1_100;
const pathMax = 60;

type Named = Pick<Endpoint, 'id' | 'url'>;

/** `example.com/hooks (#3)`. Query strings stay out, and paths too where the role does not see them. */
export function nameEndpoint({ id, url }: Named, role: Role): string {
  const { host = '', pathname = '' } = URL.parse(url) ?? {};
  if (host === '') return `${url} (#${id})`;
  const path = mayDo(role, 'read contents') ? pathname : '';
  return `${host}${path === '/' ? '' : path.slice(0, pathMax)} (#${id})`;
}

/** Those that are not there any more have their number alone. */
export async function nameEndpoints(
  store: Pick<EndpointStore, 'listEndpoints'>,
  accountId: number,
  role: Role,
): Promise<(endpointId: number) => string> {
  const listed = await store.listEndpoints(accountId, endpointsListedMax);
  const names = new Map(listed.map((endpoint) => [endpoint.id, nameEndpoint(endpoint, role)]));
  return (id) => names.get(id) ?? `#${id}`;
}
