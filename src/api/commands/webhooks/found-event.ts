/** An event that a call names, as its key may see it. */
import { reachOf } from '#accounts/authenticator.ts';
import type { Call } from '#api/commands/command.ts';
import { parseWholeNumber } from '#api/parameters/fields.ts';
import type { EndpointStore, EventSummary } from '#webhooks/management/endpoint-store.ts';
import { isMailKind } from '#webhooks/management/sample-kinds.ts';

/** With the `msg_` of its header or without; the email base has events of emails alone. */
export async function findAskedEvent(
  text: string,
  { caller, base }: Pick<Call, 'caller' | 'base'>,
  store: Pick<EndpointStore, 'findEvent'>,
): Promise<EventSummary | undefined> {
  const id = parseWholeNumber(text.replace(/^msg_/, ''));
  if (id === undefined) return undefined;
  const { accountId, mode } = reachOf(caller);
  const event = await store.findEvent(accountId, id, mode);
  return event !== undefined && base === 'email' && !isMailKind(event.kind) ? undefined : event;
}
