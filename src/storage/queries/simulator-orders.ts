/** What the command line has the built-in operator do. */
import type { SimulatorOrderStore } from '../storage.ts';
import type { Database } from './database.ts';

export function simulatorOrderStore(database: Database): SimulatorOrderStore {
  const { build } = database;
  return {
    async addOrder(body, atMs) {
      const query = build.insertInto('simulator_order').values({ body, created_at: atMs });
      await database.write([{ query }]);
    },
    async takeOrders(limit) {
      const oldest = build.selectFrom('simulator_order').selectAll().orderBy('id').limit(limit);
      const rows = await database.read(oldest);
      const last = rows.at(-1)?.id;
      if (last === undefined) return [];
      const query = build.deleteFrom('simulator_order').where('id', '<=', last);
      await database.write([{ query }]);
      return rows.map(({ body }) => body);
    },
  };
}
