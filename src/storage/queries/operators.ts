/** Operators, routes and prices. */
import { type Selectable, sql } from 'kysely';
import { must } from '#core/assert.ts';
import type { NewOperator, Operator, OperatorSettings, OperatorState } from '#sms/operator.ts';
import type { OperatorStore, Price, Route } from '#sms/operator-store.ts';
import { type Database, writeChange, writeRow } from './database.ts';
import { settingsChanged } from './settings.ts';
import type { Tables } from './tables.ts';

export function operatorStore(database: Database): OperatorStore {
  return { ...operators(database), ...routes(database), ...prices(database) };
}

function operators(
  database: Database,
): Omit<OperatorStore, keyof ReturnType<typeof routes> | keyof ReturnType<typeof prices>> {
  const { build } = database;
  const changed = settingsChanged(database);
  return {
    async listOperators() {
      const query = build
        .selectFrom('operator')
        .selectAll()
        .where('state', '<>', 'removed')
        .orderBy('id');
      return (await database.read(query)).map((row) => toOperator(row));
    },
    async createOperator(operator) {
      const insert = build
        .insertInto('operator')
        .values(operatorRow(operator))
        .onConflict((standing) => standing.column('name').doNothing())
        .returningAll();
      const row = await writeRow(database, insert, changed);
      return row === undefined ? undefined : toOperator(row);
    },
    async saveBuiltInOperator(operator) {
      const { sealed_password, settings, ...row } = operatorRow(operator);
      const upsert = build
        .insertInto('operator')
        .values({ ...row, sealed_password, settings })
        .onConflict((standing) =>
          standing.column('name').doUpdateSet({ sealed_password, settings }),
        )
        .returningAll();
      return toOperator(must(await writeRow(database, upsert, changed), 'built-in operator'));
    },
    async setOperatorState(operatorId, state) {
      const update = build.updateTable('operator').set({ state }).where('id', '=', operatorId);
      await database.write([{ query: update }, changed]);
    },
    async removeOperator(operatorId) {
      const removeRoutes = build.deleteFrom('route').where('operator_id', '=', operatorId);
      // Messages keep the operator's id, so its row stays; its name is free again.
      const remove = build
        .updateTable('operator')
        .set({ state: 'removed', name: sql`name || ' #' || id`, sealed_password: '' })
        .where('id', '=', operatorId)
        .where('state', '<>', 'removed');
      await database.write([{ query: removeRoutes }, { query: remove }, changed]);
    },
  };
}

function routes(
  database: Database,
): Pick<OperatorStore, 'listRoutes' | 'setRoute' | 'removeRoute'> {
  const { build } = database;
  const changed = settingsChanged(database);
  return {
    listRoutes: (): Promise<readonly Route[]> =>
      database.read(
        build.selectFrom('route').select(['prefix', 'operator_id as operatorId']).orderBy('prefix'),
      ),
    async setRoute({ prefix, operatorId }) {
      const upsert = build
        .insertInto('route')
        .values({ prefix, operator_id: operatorId })
        .onConflict((standing) =>
          standing.column('prefix').doUpdateSet({ operator_id: operatorId }),
        );
      await database.write([{ query: upsert }, changed]);
    },
    removeRoute: (prefix) =>
      writeChange(database, build.deleteFrom('route').where('prefix', '=', prefix), changed),
  };
}

function prices(database: Database): Pick<OperatorStore, 'listPrices' | 'setPrice'> {
  const { build } = database;
  return {
    listPrices: (): Promise<readonly Price[]> =>
      database.read(build.selectFrom('price').select(['prefix', 'price']).orderBy('prefix')),
    async setPrice({ prefix, price }) {
      const upsert = build
        .insertInto('price')
        .values({ prefix, price })
        .onConflict((standing) => standing.column('prefix').doUpdateSet({ price }));
      await database.write([{ query: upsert }, settingsChanged(database)]);
    },
  };
}

function operatorRow(operator: NewOperator) {
  return {
    name: operator.name,
    built_in: operator.builtIn ? 1 : 0,
    state: operator.state,
    sealed_password: operator.sealedPassword,
    settings: JSON.stringify(operator.settings),
    created_at: operator.createdAtMs,
  };
}

function toOperator(row: Selectable<Tables['operator']>): Operator {
  return {
    id: row.id,
    name: row.name,
    builtIn: row.built_in === 1,
    // Nobody asks for removed ones.
    state: row.state as OperatorState,
    settings: JSON.parse(row.settings) as OperatorSettings,
    sealedPassword: row.sealed_password,
    createdAtMs: row.created_at,
  };
}
