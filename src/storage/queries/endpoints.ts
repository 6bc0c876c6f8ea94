/** Webhook endpoints; what they are owed is in the backend's own hand. */
import { type Selectable, sql } from 'kysely';
import { must } from '#core/assert.ts';
import type { SignatureScheme } from '#core/signature-words.ts';
import type { DeliverySettings, Endpoint, EndpointSecret } from '#webhooks/endpoint.ts';
import type { Attempt, NewEndpoint, WebhookStore } from '#webhooks/webhook-store.ts';
import { auditStep } from './audit.ts';
import { type Database, writeChange, writeRow } from './database.ts';
import { settingsChanged } from './settings.ts';
import type { Tables } from './tables.ts';

type EndpointStore = Pick<
  WebhookStore,
  | 'findEndpoint'
  | 'findAccountEndpoint'
  | 'listAccountEndpoints'
  | 'saveAccountEndpoint'
  | 'limitAccountEndpoints'
  | 'removeAccountEndpoint'
  | 'findRequestEndpoint'
  | 'endpointForOrigin'
  | 'disableEndpoint'
  | 'saveSignatures'
>;

export function endpointStore(database: Database): EndpointStore {
  const { build } = database;
  const changed = settingsChanged(database);
  const all = build.selectFrom('webhook_endpoint').selectAll();
  // Where it was held its lane begins anew, as when people resume it.
  const begunAnew = sql<number>`webhook_endpoint.generation +
    CASE WHEN webhook_endpoint.state = 'active' THEN 0 ELSE 1 END`;
  return {
    async findEndpoint(id) {
      return asEndpoint((await database.read(all.where('id', '=', id)))[0]);
    },
    async findAccountEndpoint(accountId, source) {
      const query = all
        .where('account_id', '=', accountId)
        .where('source', '=', source)
        .where('origin', '=', '');
      return asEndpoint((await database.read(query))[0]);
    },
    async listAccountEndpoints(accountId) {
      const query = all
        .where('account_id', '=', accountId)
        .where('source', '<>', 'request')
        .orderBy('id');
      return (await database.read(query)).map((row) => toEndpoint(row));
    },
    async saveAccountEndpoint(endpoint) {
      const upsert = build
        .insertInto('webhook_endpoint')
        .values(endpointRow(endpoint, ''))
        .onConflict((standing) =>
          standing
            .columns(['account_id', 'source', 'origin'])
            // As a literal, else it names no index.
            .where(sql<boolean>`source <> 'extra'`)
            .doUpdateSet({ url: endpoint.url, state: 'active', reason: '', generation: begunAnew }),
        )
        .returningAll();
      return toEndpoint(must(await writeRow(database, upsert, changed), 'endpoint just saved'));
    },
    async limitAccountEndpoints(accountId, inFlightMax) {
      const update = build
        .updateTable('webhook_endpoint')
        .set({ in_flight_max: inFlightMax })
        .where('account_id', '=', accountId)
        .where('source', '<>', 'request');
      await database.write([{ query: update }, changed]);
    },
    removeAccountEndpoint(accountId, source) {
      const remove = build
        .deleteFrom('webhook_endpoint')
        .where('account_id', '=', accountId)
        .where('source', '=', source);
      return writeChange(database, remove, changed);
    },
    async findRequestEndpoint(accountId) {
      const query = all
        .where('account_id', '=', accountId)
        .where('source', '=', 'request')
        .limit(1);
      return asEndpoint((await database.read(query))[0]);
    },
    endpointForOrigin: (endpoint, max) => endpointForOrigin(database, endpoint, max),
    saveSignatures(endpoint, { signatures, sealedSigningKey }, author) {
      const { id, accountId } = endpoint;
      const update = build
        .updateTable('webhook_endpoint')
        .set({ signatures: signatures.join(','), sealed_signing_key: sealedSigningKey })
        .where('id', '=', id);
      const target = String(id);
      const audited = { action: 'endpoint.sign', target, accountId, details: { signatures } };
      return writeChange(database, update, changed, auditStep(database, author, audited));
    },
    async disableEndpoint(id, { reason, atMs }) {
      const update = build
        .updateTable('webhook_endpoint')
        .set({ state: 'disabled', reason, state_since: atMs })
        .where('id', '=', id)
        .where('state', '=', 'active');
      await database.write([{ query: update }, changed]);
    },
  };
}

async function endpointForOrigin(
  database: Database,
  endpoint: NewEndpoint,
  originsMax: number,
): Promise<Endpoint | undefined> {
  const find = database.build
    .selectFrom('webhook_endpoint')
    .selectAll()
    .where('account_id', '=', endpoint.accountId)
    .where('source', '=', endpoint.source)
    .where('origin', '=', endpoint.url);
  const [standing] = await database.read(find);
  if (standing !== undefined) return toEndpoint(standing);
  const made = await writeRow(database, insertWithin(database, endpoint, originsMax));
  // Another process may have made it since the look above.
  return asEndpoint(made ?? (await database.read(find))[0]);
}

/** Inserts the lane of an origin while the account has fewer than `originsMax` of them. */
function insertWithin({ build }: Database, endpoint: NewEndpoint, originsMax: number) {
  const row = endpointRow(endpoint, endpoint.url);
  const origins = build
    .selectFrom('webhook_endpoint')
    .select(sql<number>`count(*)`.as('count'))
    .where('account_id', '=', endpoint.accountId)
    .where('source', '=', endpoint.source);
  const values = build.selectNoFrom((eb) => [
    eb.val(row.account_id).as('account_id'),
    eb.val(row.source).as('source'),
    eb.val(row.url).as('url'),
    eb.val(row.origin).as('origin'),
    eb.val(row.state).as('state'),
    eb.val(row.sealed_secrets).as('sealed_secrets'),
    eb.val(row.created_at).as('created_at'),
    eb.val(row.state_since).as('state_since'),
  ]);
  return build
    .insertInto('webhook_endpoint')
    .columns([
      'account_id',
      'source',
      'url',
      'origin',
      'state',
      'sealed_secrets',
      'created_at',
      'state_since',
    ])
    .expression(values.where(origins, '<', originsMax))
    .onConflict((standing) => standing.doNothing())
    .returningAll();
}

function endpointRow(endpoint: NewEndpoint, origin: string) {
  return {
    account_id: endpoint.accountId,
    source: endpoint.source,
    url: endpoint.url,
    origin,
    state: 'active' as const,
    sealed_secrets: secretsText(endpoint.secrets),
    created_at: endpoint.createdAtMs,
    state_since: endpoint.createdAtMs,
  };
}

function asEndpoint(row: Selectable<Tables['webhook_endpoint']> | undefined): Endpoint | undefined {
  return row === undefined ? undefined : toEndpoint(row);
}

export function toEndpoint(row: Selectable<Tables['webhook_endpoint']>): Endpoint {
  return {
    id: row.id,
    accountId: row.account_id,
    source: row.source,
    url: row.url,
    state: row.state,
    reason: row.reason,
    stateSinceMs: row.state_since,
    secrets: JSON.parse(row.sealed_secrets) as EndpointSecret[],
    events: wordsIn(row.events),
    settings: {
      inFlightMax: row.in_flight_max,
      ratePerS: row.rate_per_s,
      ordering: row.ordering,
      timeoutMs: row.timeout_ms,
      scheduleS: wordsIn(row.schedule).map(Number),
      sealedHeaders: row.sealed_headers,
      ca: row.ca,
      certificate: row.certificate,
      sealedKey: row.sealed_key,
      autoDisable: row.auto_disable === 1,
      signatures: wordsIn(row.signatures) as readonly SignatureScheme[],
      sealedSigningKey: row.sealed_signing_key,
    },
    generation: row.generation,
    expiryFloorMs: row.expiry_floor,
    dropBeforeMs: row.drop_before,
    createdAtMs: row.created_at,
  };
}

/** Where each setting stands. */
export const endpointColumns = {
  inFlightMax: 'in_flight_max',
  ratePerS: 'rate_per_s',
  ordering: 'ordering',
  timeoutMs: 'timeout_ms',
  scheduleS: 'schedule',
  sealedHeaders: 'sealed_headers',
  ca: 'ca',
  certificate: 'certificate',
  sealedKey: 'sealed_key',
  autoDisable: 'auto_disable',
  signatures: 'signatures',
  sealedSigningKey: 'sealed_signing_key',
} as const satisfies Record<keyof DeliverySettings, keyof Tables['webhook_endpoint']>;

export function attemptRow({ phases, ...attempt }: Attempt) {
  return {
    event_id: attempt.eventId,
    endpoint_id: attempt.endpointId,
    job_id: attempt.jobId,
    n: attempt.n,
    at: attempt.atMs,
    outcome: attempt.outcome,
    status: attempt.status,
    error: attempt.error,
    duration_ms: attempt.durationMs,
    ip: attempt.ip,
    response_head: attempt.responseHead,
    response_body: attempt.responseBody,
    url: attempt.url,
    resolve_ms: phases.resolveMs,
    connect_ms: phases.connectMs,
    tls_ms: phases.tlsMs,
    answer_ms: phases.answerMs,
  };
}

function wordsIn(text: string): readonly string[] {
  return text === '' ? [] : text.split(',');
}

export function secretsText(secrets: readonly EndpointSecret[]): string {
  return JSON.stringify(secrets);
}
