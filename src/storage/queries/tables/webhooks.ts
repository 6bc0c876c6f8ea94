/** The tables of webhooks: where they go, what they say, how it went. */
import type { Generated } from 'kysely';
import type { AttemptOutcome, Endpoint, EndpointSource } from '#webhooks/webhook-store.ts';

export interface WebhookTables {
  readonly webhook_endpoint: WebhookEndpointTable;
  readonly webhook_event: WebhookEventTable;
  readonly webhook_attempt: WebhookAttemptTable;
}

type WebhookEndpointTable = {
  readonly id: Generated<number>;
  account_id: number;
  source: EndpointSource;
  url: string;
  /** Empty for the account's own endpoints. */
  origin: string;
  state: Endpoint['state'];
  reason: Generated<string>;
  sealed_secrets: string;
  in_flight_max: Generated<number>;
  created_at: number;
};

type WebhookEventTable = {
  readonly id: number;
  account_id: number;
  kind: string;
  order_key: string;
  url: string | null;
  body: Uint8Array;
  created_at: number;
  test: number;
};

type WebhookAttemptTable = {
  readonly id: Generated<number>;
  event_id: number;
  endpoint_id: number;
  job_id: number;
  n: number;
  at: number;
  outcome: AttemptOutcome;
  status: number;
  error: string;
  duration_ms: number;
  ip: string;
  response_head: string;
  response_body: string;
};
