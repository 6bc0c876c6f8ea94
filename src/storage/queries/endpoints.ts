/** Webhook endpoints, and of what they are owed the part that is the same in all backends. */
import { type AliasedExpression, sql } from 'kysely';
import { must } from '#core/assert.ts';
import type { SignatureScheme } from '#core/signature-words.ts';
import type { Endpoint, EndpointSecret } from '#webhooks/endpoint.ts';
import type { Attempt, NewEndpoint, WebhookStore } from '#webhooks/webhook-store.ts';
import { asDelivery, type DeliveryRow, eventColumns } from '../delivery-rows.ts';
import { auditStep } from './audit.ts';
import { type Database, writeChange, writeRow } from './database.ts';
import { countAttempts } from './endpoint-standings.ts';
import { type FieldRow, fields, rowMaker } from './fields.ts';
import { jobFields } from './job-step.ts';
import { settingsChanged } from './settings.ts';

export const endpointFields = fields(
  'webhook_endpoint',
  'id account_id source url state reason state_since sealed_secrets:secrets events generation',
  'expiry_floor:expiryFloorMs drop_before created_at',
  'in_flight_max rate_per_s ordering timeout_ms schedule:scheduleS sealed_headers ca certificate',
  'sealed_key auto_disable signatures sealed_signing_key',
);
type EndpointRow = FieldRow<'webhook_endpoint', typeof endpointFields>;

export type SharedWebhooks = Pick<
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
  | 'putOffDeliveries'
  | 'countAttempts'
>;

export function sharedWebhooks(database: Database): SharedWebhooks {
  const { build } = database;
  const changed = settingsChanged(database);
  return {
    ...accountEndpoints(database),
    putOffDeliveries: putOffDeliveries(database),
    countAttempts: countAttempts(database),
    findEndpoint: (id) => findEndpoint(database, id),
    async findRequestEndpoint(accountId) {
      const query = build
        .selectFrom('webhook_endpoint')
        .select(endpointFields)
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
      await database.write([update, changed]);
    },
  };
}

/** Endpoints that an account has set up, without those of URLs that its requests name. */
function accountEndpoints(database: Database) {
  const { build } = database;
  const changed = settingsChanged(database);
  const all = build.selectFrom('webhook_endpoint').select(endpointFields);
  // Where it was held its lane begins again, as when people resume it.
  const begunAnew = sql<number>`webhook_endpoint.generation +
    CASE WHEN webhook_endpoint.state = 'active' THEN 0 ELSE 1 END`;
  return {
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
        .returning(endpointFields);
      return toEndpoint(must(await writeRow(database, upsert, changed), 'endpoint just saved'));
    },
    async limitAccountEndpoints(accountId, inFlightMax) {
      const update = build
        .updateTable('webhook_endpoint')
        .set({ in_flight_max: inFlightMax })
        .where('account_id', '=', accountId)
        .where('source', '<>', 'request');
      await database.write([update, changed]);
    },
    removeAccountEndpoint(accountId, source) {
      const remove = build
        .deleteFrom('webhook_endpoint')
        .where('account_id', '=', accountId)
        .where('source', '=', source);
      return writeChange(database, remove, changed);
    },
  } satisfies Partial<SharedWebhooks>;
}

export async function findEndpoint(database: Database, id: number): Promise<Endpoint | undefined> {
  const all = database.build.selectFrom('webhook_endpoint').select(endpointFields);
  return asEndpoint((await database.read(all.where('id', '=', id)))[0]);
}

async function endpointForOrigin(database: Database, endpoint: NewEndpoint, originsMax: number) {
  const find = database.build
    .selectFrom('webhook_endpoint')
    .select(endpointFields)
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
  const names = Object.keys(row) as (keyof typeof row)[];
  const values = build.selectNoFrom((eb) => names.map((name) => eb.val(row[name]).as(name)));
  return build
    .insertInto('webhook_endpoint')
    .columns(names)
    .expression(values.where(origins, '<', originsMax))
    .onConflict((standing) => standing.doNothing())
    .returning(endpointFields);
}

const madeRow = rowMaker(
  'webhook_endpoint',
  'account_id source url origin state sealed_secrets:secrets created_at state_since',
);

export function endpointRow(endpoint: NewEndpoint, origin: string) {
  const secrets = secretsText(endpoint.secrets);
  const begin = { state: 'active', stateSinceMs: endpoint.createdAtMs } as const;
  return madeRow({ ...endpoint, ...begin, origin, secrets });
}

function asEndpoint(row: EndpointRow | undefined): Endpoint | undefined {
  return row === undefined ? undefined : toEndpoint(row);
}

export function toEndpoint(row: EndpointRow): Endpoint {
  const { inFlightMax, ratePerS, ordering, timeoutMs, scheduleS, sealedHeaders, ...head } = row;
  const { ca, certificate, sealedKey, autoDisable, signatures, sealedSigningKey, ...rest } = head;
  return {
    ...rest,
    secrets: JSON.parse(row.secrets) as EndpointSecret[],
    events: wordsIn(row.events),
    settings: {
      inFlightMax,
      ratePerS,
      ordering,
      timeoutMs,
      sealedHeaders,
      ca,
      certificate,
      sealedKey,
      scheduleS: wordsIn(scheduleS).map(Number),
      autoDisable: autoDisable === 1,
      signatures: wordsIn(signatures) as readonly SignatureScheme[],
      sealedSigningKey,
    },
  };
}

const loggedRow = rowMaker(
  'webhook_attempt',
  'event_id endpoint_id job_id n at outcome status error duration_ms ip response_head response_body',
  'url resolve_ms connect_ms tls_ms answer_ms',
);

export function attemptRow({ phases, ...attempt }: Attempt) {
  return loggedRow({ ...attempt, ...phases });
}

function wordsIn(text: string): readonly string[] {
  return text === '' ? [] : text.split(',');
}

export function secretsText(secrets: readonly EndpointSecret[]): string {
  return JSON.stringify(secrets);
}

/** Deliveries that have failed often: what the next owner of a lane must know of those before it. */
const eventFields = sql.raw(eventColumns) as unknown as AliasedExpression<
  DeliveryRow['event'],
  'event'
>;

function putOffDeliveries(database: Database): WebhookStore['putOffDeliveries'] {
  return async ({ lane, attemptsMin, bodyStart, limit }) => {
    const length = sql.lit(bodyStart.length);
    const query = database.build
      .selectFrom('job')
      .innerJoin('webhook_event as event', 'event.id', 'job.subject')
      .select([...jobFields, eventFields])
      .where('job.lane', '=', lane)
      // Without this literal the index of jobs in retry is not used.
      .where(sql<boolean>`job.attempt > 0`)
      .where('job.attempt', '>=', attemptsMin)
      .where(sql<boolean>`substr(event.body, 1, ${length}) = ${bodyStart}`)
      .orderBy('job.id', 'desc')
      .limit(limit);
    return (await database.read(query)).map((row) => asDelivery(row)).toReversed();
  };
}
