/** How operators' binds do, as the processes that hold them have seen it last. */
import type { BindHealth, OperatorStore } from '#sms/operator-store.ts';
import type { Database } from './database.ts';
import { fields, rowMaker } from './fields.ts';

const healthNames = 'operator_id bind down_since silent_since noted_at';
const healthFields = fields('operator_health', healthNames);
const healthRow = rowMaker('operator_health', healthNames);

export function operatorHealth(database: Database) {
  const { build } = database;
  return {
    async noteHealth(binds) {
      const rows = binds.map((bind) => healthRow(bind));
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
      await database.write([upsert]);
    },
    listHealth: (): Promise<readonly BindHealth[]> =>
      database.read(build.selectFrom('operator_health').select(healthFields)),
  } satisfies Partial<OperatorStore>;
}
