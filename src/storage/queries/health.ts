/** How operators' binds do, as the processes that hold them have seen it last. */
import type { BindHealth, HealthStore } from '#sms/routing/health.ts';
import type { Database } from './database.ts';

export function healthStore(database: Database): HealthStore {
  const { build } = database;
  return {
    async noteHealth(binds) {
      const rows = binds.map(({ operatorId, bind, downSinceMs, silentSinceMs, notedAtMs }) => ({
        operator_id: operatorId,
        bind,
        down_since: downSinceMs,
        silent_since: silentSinceMs,
        noted_at: notedAtMs,
      }));
      const upsert = build
        .insertInto('operator_health')
        .values(rows)
        .onConflict((standing) =>
          standing.columns(['operator_id', 'bind']).doUpdateSet((row) => ({
            down_since: row.ref('excluded.down_since'),
            silent_since: row.ref('excluded.silent_since'),
            noted_at: row.ref('excluded.noted_at'),
          })),
        );
      await database.write([{ query: upsert }]);
    },
    listHealth: (): Promise<readonly BindHealth[]> =>
      database.read(
        build
          .selectFrom('operator_health')
          .select(['operator_id as operatorId', 'bind'])
          .select(['down_since as downSinceMs', 'silent_since as silentSinceMs'])
          .select('noted_at as notedAtMs'),
      ),
  };
}
