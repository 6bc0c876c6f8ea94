/** Owed deliveries as rows of a join, made into the records of webhooks/. */
import type { Delivery } from '#webhooks/webhook-store.ts';
import type { JobRow } from './job-rows.ts';

export type DeliveryRow = JobRow & {
  readonly account_id: number;
  readonly kind: string;
  readonly url: string | null;
  readonly body: Uint8Array;
  readonly created_at: number;
  readonly test: number;
};

export function asDelivery(row: DeliveryRow): Delivery {
  return {
    eventId: row.subject,
    accountId: row.account_id,
    kind: row.kind,
    url: row.url,
    body: row.body,
    createdAtMs: row.created_at,
    test: row.test === 1,
  };
}
