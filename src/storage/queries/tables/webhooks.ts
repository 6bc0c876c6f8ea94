/** The tables of webhooks: where they go, what they say, how it went. */

import type { ColumnType, Generated } from 'kysely';
import type { ReplySignatureMethod } from '#core/signature-words.ts';
import type { KeyMode } from '#model/key-mode.ts';
import type { DeliverySettings, Endpoint, EndpointSource } from '#webhooks/endpoint.ts';
import type { Replay } from '#webhooks/management/replay-store.ts';
import type { AttemptCount, AttemptOutcome } from '#webhooks/webhook-store.ts';

export interface WebhookTables {
  readonly webhook_endpoint: {
    readonly id: Generated<number>;
    account_id: number;
    source: EndpointSource;
    url: string;
    /** Empty for all but those of `request`. */
    origin: string;
    state: Endpoint['state'];
    reason: Generated<string>;
    sealed_secrets: string;
    in_flight_max: Generated<number>;
    created_at: number;
    events: Generated<string>;
    rate_per_s: number | null;
    ordering: Generated<DeliverySettings['ordering']>;
    timeout_ms: Generated<number>;
    schedule: Generated<string>;
    sealed_headers: Generated<string>;
    ca: Generated<string>;
    certificate: Generated<string>;
    sealed_key: Generated<string>;
    auto_disable: Generated<number>;
    signatures: Generated<string>;
    sealed_signing_key: Generated<string>;
    generation: Generated<number>;
    expiry_floor: Generated<number>;
    state_since: Generated<number>;
    drop_before: Generated<number>;
  };
  readonly webhook_event: {
    readonly id: number;
    account_id: number;
    kind: string;
    order_key: string;
    url: string | null;
    body: Uint8Array;
    created_at: number;
    test: number;
    // Null where nothing was owed, and the others until a first attempt was received: asked for only where they are not.
    first_job_id: ColumnType<number, number | null | undefined>;
    first_endpoint_id: Generated<number>;
    first_at: Generated<number>;
    first_status: Generated<number>;
    first_error: Generated<string>;
    first_duration_ms: Generated<number>;
    first_ip: Generated<string>;
    first_response_head: Generated<string>;
    first_response_body: Generated<string>;
    first_url: Generated<string>;
    first_resolve_ms: Generated<number>;
    first_connect_ms: Generated<number>;
    first_tls_ms: Generated<number>;
    first_answer_ms: Generated<number>;
  };
  readonly webhook_attempt: {
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
    url: string;
    resolve_ms: number;
    connect_ms: number;
    tls_ms: number;
    answer_ms: number;
  };
  readonly endpoint_hour: {
    readonly endpoint_id: number;
    readonly starts_at: number;
    readonly outcome: AttemptCount['outcome'];
    readonly bucket: number;
    attempts: number;
  };
  readonly webhook_replay: {
    readonly id: Generated<number>;
    account_id: number;
    endpoint_id: number;
    from_at: number;
    to_at: number;
    kinds: string;
    outcome: Replay['outcome'];
    phone: string;
    mode: KeyMode | null;
    state: Replay['state'];
    after_event_id: number;
    made: number;
    first_job_id: number;
    last_job_id: number;
    created_at: number;
    ended_at: number | null;
  };
  readonly forgotten_event: { readonly stream: number; last_id: number };
  readonly inspected_request: {
    readonly id: Generated<number>;
    readonly at: number;
    readonly head: string;
    readonly answer: string;
    readonly body: Uint8Array;
  };
  readonly reply_signature: {
    readonly account_id: number;
    readonly method: ReplySignatureMethod;
    readonly sealed_secret: string;
  };
}
