/** The log of requests of the HTTP interface. */
import { type SelectQueryBuilder, sql } from 'kysely';
import type { RequestFilter, RequestRecord } from '#accounts/requests/request-record.ts';
import type { RequestStore } from '#accounts/requests/request-store.ts';
import { must } from '#core/assert.ts';
import { contains } from './begins-with.ts';
import type { Database, WriteStep } from './database.ts';
import { fields, rowMaker } from './fields.ts';
import { prepareOne } from './prepared.ts';
import type { Tables } from './tables.ts';

const written =
  'account_id at request_id method path status code refusal duration_ms key_id network octets parameters answer skipped';

const makeRow = rowMaker('api_request', written);
const columns = [...written.split(' '), 'size'] as readonly (keyof Row)[];

const listed = fields(
  'api_request',
  'id at request_id method path status code refusal duration_ms key_id network octets skipped',
);
const shown = fields('api_request', 'id', written);

/** Rows of one statement: few sizes, so that few statements are prepared. */
const chunkSizes = [50, 10, 1];
/** Of what stands beside the texts of a row. */
const rowOctets = 120;

export function requestStore(database: Database): RequestStore {
  const { build } = database;
  const inserts = chunkSizes.map((size) => ({ size, of: insertOf(build, size) }));
  return {
    async keepApiRequests(requests) {
      const steps: WriteStep[] = [];
      for (let at = 0; at < requests.length; ) {
        const left = requests.length - at;
        const insert = must(
          inserts.find(({ size }) => size <= left),
          'insert of one row',
        );
        steps.push(insert.of(requests.slice(at, at + insert.size)));
        at += insert.size;
      }
      if (steps.length > 0) await database.write(steps, { isPatient: true });
    },
    async trimApiRequests(accountId, { rowsMax, octetsMax }) {
      const sized = build
        .selectFrom('api_request')
        .select('id')
        .select(sql<number>`row_number() over (order by id desc)`.as('place'))
        .select(sql<number>`sum(size) over (order by id desc)`.as('total'))
        .where('account_id', '=', accountId);
      const beyond = build
        .selectFrom(sized.as('sized'))
        .select('id')
        .where((is) => is.or([is('place', '>', rowsMax), is('total', '>', octetsMax)]))
        .orderBy('id', 'desc')
        .limit(1);
      const [first] = await database.read(beyond);
      if (first === undefined) return;
      const query = build
        .deleteFrom('api_request')
        .where('account_id', '=', accountId)
        .where('id', '<=', first.id);
      await database.write([query], { isPatient: true });
    },
    async listApiRequests(accountId, filter, { beforeId, afterId, limit }) {
      const query = build
        .selectFrom('api_request')
        .select(listed)
        .where('account_id', '=', accountId)
        .where('id', '<', beforeId)
        .where('id', '>', afterId ?? 0)
        .orderBy('id', afterId === undefined ? 'desc' : 'asc')
        .limit(limit);
      return database.read(filtered(query, filter));
    },
    async findApiRequest(accountId, id) {
      const query = build
        .selectFrom('api_request')
        .select(shown)
        .where('account_id', '=', accountId)
        .where('id', '=', id);
      const [row] = await database.read(query);
      return row;
    },
  };
}

/** Of so many rows: built once, for to build it of fifty takes longer than all else of them. */
function insertOf(build: Database['build'], size: number) {
  // Of each row, what its columns are called among the open values: names made again would have to be hashed again.
  const names = Array.from({ length: size }, (_, place) =>
    columns.map((column) => [column, `${column} ${place}`] as const),
  );
  const insert = prepareOne<Readonly<Record<string, never>>, unknown>((open) => {
    const slots = (ofRow: (typeof names)[number]) =>
      ofRow.map(([column, name]) => [column, open[name]]);
    const rows = names.map((ofRow) => Object.fromEntries(slots(ofRow)) as Row);
    return build.insertInto('api_request').values(rows);
  });
  return (requests: readonly RequestRecord[]) => {
    const values: Record<string, unknown> = {};
    for (const [place, request] of requests.entries()) {
      const row = rowOf(request);
      for (const [column, name] of names[place] ?? []) values[name] = row[column];
    }
    return insert(values as Readonly<Record<string, never>>);
  };
}

type Row = ReturnType<typeof rowOf>;

function rowOf(request: RequestRecord) {
  const { path, parameters, answer } = request;
  return { ...makeRow(request), size: path.length + parameters.length + answer.length + rowOctets };
}

type Query<Found> = SelectQueryBuilder<Tables, 'api_request', Found>;

function filtered<Found>(query: Query<Found>, filter: RequestFilter): Query<Found> {
  const { statusClass, method, path, keyId, fromMs, toMs, text } = filter;
  let found = query;
  if (statusClass !== undefined) {
    found = found
      .where('status', '>=', statusClass * 100)
      .where('status', '<', (statusClass + 1) * 100);
  }
  if (method !== undefined) found = found.where('method', '=', method);
  if (keyId !== undefined) found = found.where('key_id', '=', keyId);
  if (fromMs !== undefined) found = found.where('at', '>=', fromMs);
  if (toMs !== undefined) found = found.where('at', '<', toMs);
  if (path !== undefined) found = found.where(contains('path', path));
  if (text === undefined) return found;
  const searched = ['path', 'parameters', 'answer', 'request_id'] as const;
  return found.where((is) => is.or(searched.map((column) => contains(column, text))));
}
