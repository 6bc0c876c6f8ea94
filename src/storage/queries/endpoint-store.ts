/** Endpoints as people change them. */

import { sql } from 'kysely';
import type { Author } from '#core/author.ts';
import type { DeliverySettings, Endpoint } from '#webhooks/endpoint.ts';
import type { EndpointChange, EndpointStore } from '#webhooks/management/endpoint-store.ts';
import type { Audited } from './audit.ts';
import { type Database, type WriteStep, writeChange, writeRow } from './database.ts';
import { endpointLog } from './endpoint-log.ts';
import { attemptCounts, standingsOf } from './endpoint-standings.ts';
import {
  attemptRow,
  endpointFields,
  endpointRow,
  findEndpoint,
  secretsText,
  toEndpoint,
} from './endpoints.ts';
import { rowMaker } from './fields.ts';
import { jobFields } from './job-step.ts';
import { replays } from './replays.ts';
import { replySigners } from './reply-signers.ts';
import { settingSteps } from './settings.ts';

/** All but what deliveries ask as well. */
export type SharedEndpoints = Omit<EndpointStore, 'findEndpoint'>;

export function endpointStore(database: Database): SharedEndpoints {
  return {
    ...changes(database),
    ...states(database),
    ...heads(database),
    standingsOf: standingsOf(database),
    async countAtRest() {
      const rows = await database.read(
        database.build
          .selectFrom('webhook_endpoint')
          .select(['state', sql<number>`count(*)`.as('count')])
          // Written out: it is the condition of the index.
          .where(sql<boolean>`state <> 'active'`)
          .groupBy('state'),
      );
      const count = (state: Endpoint['state']): number =>
        rows.find((row) => row.state === state)?.count ?? 0;
      return { paused: count('paused'), disabled: count('disabled') };
    },
    async listFailing() {
      const rows = await database.read(
        database.build
          .selectFrom('lane_state')
          .innerJoin('webhook_endpoint as endpoint', (join) =>
            join.on('lane_state.lane', '=', sql`('webhook/' || endpoint.id)`),
          )
          .select('endpoint.id')
          .where('lane_state.failing_since', '>', 0)
          .orderBy('endpoint.id'),
      );
      return rows.map(({ id }) => id);
    },
    ...endpointLog(database),
    attemptCounts: attemptCounts(database),
    ...replays(database),
    ...replySigners(database),
  };
}

/** What goes with every change of an endpoint. */
function changeSteps(
  database: Database,
  author: Author,
  audited: Pick<Audited, 'action' | 'details'> & {
    readonly endpoint: Pick<Endpoint, 'id' | 'accountId'>;
  },
): readonly WriteStep[] {
  const { endpoint, ...rest } = audited;
  const target = String(endpoint.id);
  return [...settingSteps(database, author, { ...rest, target, accountId: endpoint.accountId })];
}

function changes(database: Database) {
  const { build } = database;
  const all = build.selectFrom('webhook_endpoint').select(endpointFields);
  const generation = sql<number>`generation + 1`;
  return {
    async listEndpoints(accountId, limit) {
      const query = all.where('account_id', '=', accountId).orderBy('id').limit(limit);
      return (await database.read(query)).map((row) => toEndpoint(row));
    },
    addEndpoint: addEndpoint(database),
    async changeEndpoint(id, change, author) {
      const endpoint = await findEndpoint(database, id);
      if (endpoint === undefined) return undefined;
      const { url } = change;
      // At another address nothing is known of its receiver yet.
      const moved = url === undefined || url === endpoint.url ? undefined : { url, generation };
      const columns = { ...changedColumns(change), ...moved };
      const details = describe(change);
      const others = changeSteps(database, author, { endpoint, action: 'endpoint.set', details });
      if (Object.keys(columns).length === 0) return endpoint;
      const update = build
        .updateTable('webhook_endpoint')
        .set(columns)
        .where('id', '=', id)
        .returning(endpointFields);
      const row = await writeRow(database, update, ...others);
      return row && toEndpoint(row);
    },
    async removeEndpoint(id, author) {
      const endpoint = await findEndpoint(database, id);
      if (endpoint === undefined) return false;
      const details = { source: endpoint.source };
      const steps = changeSteps(database, author, { endpoint, action: 'endpoint.remove', details });
      const remove = build.deleteFrom('webhook_endpoint').where('id', '=', id);
      const forget = build.deleteFrom('endpoint_hour').where('endpoint_id', '=', id);
      return writeChange(database, remove, forget, ...steps);
    },
    saveSecrets(endpoint, secrets, { action, author }) {
      const details = { secrets: secrets.map(({ madeAtMs, untilMs }) => ({ madeAtMs, untilMs })) };
      const update = build
        .updateTable('webhook_endpoint')
        .set({ sealed_secrets: secretsText(secrets) })
        .where('sealed_secrets', '=', secretsText(endpoint.secrets));
      const { accountId, source, id } = endpoint;
      const query =
        source === 'request'
          ? update.where('account_id', '=', accountId).where('source', '=', source)
          : update.where('id', '=', id);
      return writeChange(
        database,
        query,
        ...changeSteps(database, author, { endpoint, action, details }),
      );
    },
  } satisfies Partial<EndpointStore>;
}

function addEndpoint(database: Database): EndpointStore['addEndpoint'] {
  const { build } = database;
  return async (endpoint, max, author) => {
    const { accountId, source } = endpoint;
    const values = { ...endpointRow(endpoint, ''), ...changedColumns(endpoint) };
    const standing = build
      .selectFrom('webhook_endpoint')
      .select(sql<number>`count(*)`.as('count'))
      .where('account_id', '=', accountId)
      .where('source', '=', source);
    const names = Object.keys(values) as (keyof typeof values)[];
    const row = build.selectNoFrom((eb) => names.map((name) => eb.val(values[name]).as(name)));
    const insert = build
      .insertInto('webhook_endpoint')
      .columns(names)
      .expression(row.where(standing, '<', max))
      .returning(endpointFields);
    // It has no id yet, so it is found by its secret, which no other has.
    const made = build
      .selectFrom('webhook_endpoint')
      .select(sql<string>`cast(max(id) as text)`.as('id'))
      .where('account_id', '=', accountId)
      .where('sealed_secrets', '=', values.sealed_secrets);
    const audited = {
      action: 'endpoint.add',
      target: sql<string>`${made}`,
      accountId,
      details: describe(endpoint),
    };
    const others = [...settingSteps(database, author, audited)];
    const added = await writeRow(database, insert, ...others);
    return added && toEndpoint(added);
  };
}

/** The columns of what is given. */
function changedColumns({ events, settings = {} }: EndpointChange) {
  return { ...(events !== undefined && { events: events.join(',') }), ...settingColumns(settings) };
}

const settingRow = rowMaker(
  'webhook_endpoint',
  'in_flight_max rate_per_s ordering timeout_ms sealed_headers ca certificate sealed_key auto_disable',
  'sealed_signing_key',
);

function settingColumns({ scheduleS, signatures, ...settings }: Partial<DeliverySettings>) {
  return {
    ...settingRow(settings),
    ...(scheduleS !== undefined && { schedule: scheduleS.join(',') }),
    ...(signatures !== undefined && { signatures: signatures.join(',') }),
  };
}

/** For the audit: without what is sealed, and of certificates that they were set. */
function describe({ url, events, settings = {} }: EndpointChange): object {
  const { sealedHeaders, sealedKey, sealedSigningKey, ca, certificate, ...plain } = settings;
  const signingKey = sealedSigningKey;
  const set = { headers: sealedHeaders, key: sealedKey, signingKey, ca, certificate };
  const marks = Object.entries(set).filter(([, value]) => value !== undefined);
  return {
    ...(url !== undefined && { origin: URL.parse(url)?.origin ?? '' }),
    ...(events !== undefined && { events }),
    ...plain,
    ...Object.fromEntries(marks.map(([name, value]) => [name, value === '' ? 'removed' : 'set'])),
  };
}

function states(database: Database) {
  const { build } = database;
  const change = async (
    id: number,
    set: Readonly<Record<string, unknown>>,
    by: { readonly author: Author; readonly action: string; readonly details: object },
    isActive: boolean,
  ): Promise<boolean> => {
    const query = build.selectFrom('webhook_endpoint').select('account_id').where('id', '=', id);
    const [row] = await database.read(query);
    if (row === undefined) return false;
    const { author, action, details } = by;
    const endpoint = { id, accountId: row.account_id };
    const update = build
      .updateTable('webhook_endpoint')
      .set({ ...set, state_since: author.atMs })
      .where('id', '=', id)
      .where('state', isActive ? '=' : '<>', 'active');
    const forget = build.deleteFrom('lane_state').where('lane', '=', `webhook/${id}`);
    const others = changeSteps(database, author, { endpoint, action, details });
    return writeChange(database, update, ...(isActive ? [] : [forget]), ...others);
  };
  return {
    pauseEndpoint: (id, author) =>
      change(
        id,
        { state: 'paused', reason: '' },
        { author, action: 'endpoint.pause', details: {} },
        true,
      ),
    resumeEndpoint(id, { expiryFloorMs, dropBeforeMs }, author) {
      const set = {
        state: 'active',
        reason: '',
        expiry_floor: expiryFloorMs,
        drop_before: dropBeforeMs,
        generation: sql<number>`generation + 1`,
      };
      const details = { dropBeforeMs };
      return change(id, set, { author, action: 'endpoint.resume', details }, false);
    },
  } satisfies Partial<EndpointStore>;
}

function heads(database: Database) {
  const { build } = database;
  const ofLane = (lane: string) =>
    build.selectFrom('job').select(jobFields).where('lane', '=', lane).limit(1);
  return {
    async headOfLane(lane) {
      const retried = ofLane(lane)
        .where((eb) => eb('attempt', '>', eb.lit(0)))
        .orderBy('expires_at')
        .orderBy('id');
      const fresh = ofLane(lane).orderBy('due_at').orderBy('id');
      const [row] = [...(await database.read(retried)), ...(await database.read(fresh))];
      return row?.job;
    },
    async skipJob(job, attempt, author) {
      const id = attempt.endpointId;
      const query = build.selectFrom('webhook_endpoint').select('account_id').where('id', '=', id);
      const [row] = await database.read(query);
      if (row === undefined) return false;
      const remove = build.deleteFrom('job').where('id', '=', job.id);
      const log = build.insertInto('webhook_attempt').values(attemptRow(attempt));
      const bump = build
        .updateTable('webhook_endpoint')
        .set({ generation: sql<number>`generation + 1` })
        .where('id', '=', id);
      const endpoint = { id, accountId: row.account_id };
      const details = { eventId: attempt.eventId };
      const others = changeSteps(database, author, { endpoint, action: 'endpoint.skip', details });
      return writeChange(database, remove, log, bump, ...others);
    },
  } satisfies Partial<EndpointStore>;
}
