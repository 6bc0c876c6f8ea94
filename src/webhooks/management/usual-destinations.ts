/** Where an event went, or would go now. */

import type { EndpointManagement } from './endpoint-management.ts';
import type { EventSummary } from './endpoint-store.ts';
import { destinations } from './replayer.ts';

/** An account has so many origins that its requests name, and a few endpoints of its own. */
const listedMax = 1_100;

export async function usualDestinations(
  event: Pick<EventSummary, 'kind' | 'url'>,
  accountId: number,
  { listOwn, store }: Pick<EndpointManagement, 'listOwn' | 'store'>,
): Promise<readonly number[]> {
  const own = destinations(event, await listOwn(accountId));
  if (event.url === null) return own;
  const { origin } = new URL(event.url);
  const listed = await store.listEndpoints(accountId, listedMax);
  const lane = listed.find(({ source, url }) => source === 'request' && url === origin);
  return lane === undefined ? own : [lane.id, ...own];
}
