/** What the pages about webhooks ask of the program. */
import type { AccountStore } from '#accounts/account-store.ts';
import type { AuditStore } from '#accounts/audit-store.ts';
import { refuse } from '#api/reply.ts';
import type { Clock } from '#core/clock.ts';
import type { Endpoint } from '#webhooks/endpoint.ts';
import type { EndpointManagement } from '#webhooks/management/endpoint-management.ts';
import type { EventStore } from '#webhooks/pull/event-store.ts';

export type WebhookPagePorts = {
  readonly endpoints: EndpointManagement;
  readonly eventBodies: Pick<EventStore, 'findBodies'>;
  readonly accounts: Pick<AccountStore, 'findAccount'>;
  readonly clock: Clock;
  readonly audit: Pick<AuditStore, 'note'>;
};

export const nothingThere = refuse('nothing is there');

/** One of somebody else is as unknown as none. */
export async function findOwn(
  accountId: number,
  id: number,
  { endpoints }: Pick<WebhookPagePorts, 'endpoints'>,
): Promise<Endpoint | undefined> {
  const endpoint = await endpoints.store.findEndpoint(id);
  return endpoint?.accountId === accountId ? endpoint : undefined;
}
