/** What the inspector of webhooks has received. */

import { sql } from 'kysely';
import type { SimulatorStore } from '#simulator/simulator-store.ts';
import type { Database } from './database.ts';
import { fields } from './fields.ts';

const requestFields = fields('inspected_request', 'id at head body answer');

export function inspectedRequestStore(database: Database) {
  const { build } = database;
  return {
    async keepRequests(requests, keptMax) {
      const rows = requests.map(({ atMs: at, head, answer, body }) => ({ at, head, answer, body }));
      const bound = sql<number>`(select max(id) - ${keptMax} from inspected_request)`;
      await database.write([
        build.insertInto('inspected_request').values(rows),
        build.deleteFrom('inspected_request').where('id', '<=', bound),
      ]);
    },
    async listRequests(beforeId, limit) {
      const query = build
        .selectFrom('inspected_request')
        .select(requestFields)
        .where('id', '<', beforeId)
        .orderBy('id', 'desc')
        .limit(limit);
      return database.read(query);
    },
    async findRequest(id) {
      const query = build
        .selectFrom('inspected_request')
        .select(requestFields)
        .where('id', '=', id);
      const [row] = await database.read(query);
      return row;
    },
    async clearRequests() {
      const query = build.deleteFrom('inspected_request');
      const [cleared] = (await database.write([query])) ?? [];
      return cleared?.changes ?? 0;
    },
  } satisfies Partial<SimulatorStore>;
}
