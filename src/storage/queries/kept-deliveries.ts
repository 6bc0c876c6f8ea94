/** What the built-in operator owes its clients. */
import type { KeptDeliveryStore } from '#simulator/kept-delivery.ts';
import type { Database } from './database.ts';

export function keptDeliveryStore(database: Database): KeptDeliveryStore {
  const { build } = database;
  return {
    async keepDeliveries(deliveries) {
      const rows = deliveries.map(({ id, systemId, dueAtMs, pdu }) => ({
        id,
        system_id: systemId,
        due_at: Math.round(dueAtMs),
        pdu,
      }));
      await database.write([{ query: build.insertInto('simulator_delivery').values(rows) }]);
    },
    async forgetDeliveries(ids) {
      const query = build.deleteFrom('simulator_delivery').where('id', 'in', ids);
      await database.write([{ query }]);
    },
    async listDeliveries(afterId, limit) {
      const query = build
        .selectFrom('simulator_delivery')
        .selectAll()
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(limit);
      const rows = await database.read(query);
      return rows.map((row) => ({
        id: row.id,
        systemId: row.system_id,
        dueAtMs: row.due_at,
        pdu: row.pdu,
      }));
    },
    async hastenDeliveries(byMs) {
      const query = build
        .updateTable('simulator_delivery')
        .set((row) => ({ due_at: row('due_at', '-', Math.round(byMs)) }));
      await database.write([{ query }]);
    },
  };
}
