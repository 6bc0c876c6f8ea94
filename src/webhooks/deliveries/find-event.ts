/** Finds an event as it stands in `webhook-id`. */
import type { Found, Sought } from '#accounts/search/search-operation.ts';
import { exactInstantText } from '#core/instant-text.ts';
import type { EndpointStore } from '#webhooks/management/endpoint-store.ts';

export async function findEvent(
  store: Pick<EndpointStore, 'findEvent'>,
  { accountId, text }: Sought,
): Promise<readonly Found[]> {
  const id = /^msg_(?<id>\d{1,16})$/.exec(text)?.groups?.['id'];
  const event = id === undefined ? undefined : await store.findEvent(accountId, Number(id));
  if (event === undefined) return [];
  const at = exactInstantText(event.createdAtMs);
  return [{ kind: 'event', at, eventId: String(event.id), event: event.kind }];
}
