/** What the inspector of webhooks has received. */
import { type Selectable, sql } from 'kysely';
import type { InspectedRequest, InspectedRequestStore } from '#simulator/inspected-request.ts';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

export function inspectedRequestStore(database: Database): InspectedRequestStore {
  const { build } = database;
  return {
    async keepRequests(requests, keptMax) {
      const rows = requests.map(({ atMs: at, head, answer, body }) => ({ at, head, answer, body }));
      const bound = sql<number>`(select max(id) - ${keptMax} from inspected_request)`;
      await database.write([
        { query: build.insertInto('inspected_request').values(rows) },
        { query: build.deleteFrom('inspected_request').where('id', '<=', bound) },
      ]);
    },
    async listRequests(beforeId, limit) {
      const query = build
        .selectFrom('inspected_request')
        .selectAll()
        .where('id', '<', beforeId)
        .orderBy('id', 'desc')
        .limit(limit);
      return (await database.read(query)).map((row) => toRequest(row));
    },
    async findRequest(id) {
      const query = build.selectFrom('inspected_request').selectAll().where('id', '=', id);
      const [row] = await database.read(query);
      return row && toRequest(row);
    },
    async clearRequests() {
      const query = build.deleteFrom('inspected_request');
      const [cleared] = (await database.write([{ query }])) ?? [];
      return cleared?.changes ?? 0;
    },
  };
}

function toRequest(row: Selectable<Tables['inspected_request']>): InspectedRequest {
  return { id: row.id, atMs: row.at, head: row.head, body: row.body, answer: row.answer };
}
