/** Names of endpoints in lists: two at one host, or even at one URL, are told apart. */
import { mayDo, type Role } from '#core/permissions.ts';
import type { Endpoint } from '#webhooks/endpoint.ts';
import type { EndpointStore } from '#webhooks/management/endpoint-store.ts';

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
