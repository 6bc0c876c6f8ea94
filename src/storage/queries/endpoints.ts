/** Webhook endpoints; what they are owed is in the backend's own hand. */
import { type Selectable, sql } from 'kysely';
import { must } from '#core/assert.ts';
import type { Endpoint, NewEndpoint, WebhookStore } from '#webhooks/webhook-store.ts';
import { type Database, writeChange, writeRow } from './database.ts';
import { settingsChanged } from './settings.ts';
import type { Tables } from './tables.ts';

type EndpointStore = Pick<
  WebhookStore,
  | 'findEndpoint'
  | 'findAccountEndpoint'
  | 'saveAccountEndpoint'
  | 'limitAccountEndpoints'
  | 'removeAccountEndpoint'
  | 'findRequestEndpoint'
  | 'endpointForOrigin'
  | 'disableEndpoint'
>;

export function endpointStore(database: Database): EndpointStore {
  const { build } = database;
  const changed = settingsChanged(database);
  const all = build.selectFrom('webhook_endpoint').selectAll();
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
    async saveAccountEndpoint(endpoint) {
      const upsert = build
        .insertInto('webhook_endpoint')
        .values(endpointRow(endpoint, ''))
        .onConflict((standing) =>
          standing
            .columns(['account_id', 'source', 'origin'])
            .doUpdateSet({ url: endpoint.url, state: 'active', reason: '' }),
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
    async disableEndpoint(id, reason) {
      const update = build
        .updateTable('webhook_endpoint')
        .set({ state: 'disabled', reason })
        .where('id', '=', id);
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
  ]);
  return build
    .insertInto('webhook_endpoint')
    .columns(['account_id', 'source', 'url', 'origin', 'state', 'sealed_secrets', 'created_at'])
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
    sealed_secrets: JSON.stringify([endpoint.sealedSecret]),
    created_at: endpoint.createdAtMs,
  };
}

function asEndpoint(row: Selectable<Tables['webhook_endpoint']> | undefined): Endpoint | undefined {
  return row === undefined ? undefined : toEndpoint(row);
}

function toEndpoint(row: Selectable<Tables['webhook_endpoint']>): Endpoint {
  return {
    id: row.id,
    accountId: row.account_id,
    source: row.source,
    url: row.url,
    state: row.state,
    reason: row.reason,
    sealedSecrets: JSON.parse(row.sealed_secrets) as string[],
    inFlightMax: row.in_flight_max,
  };
}
