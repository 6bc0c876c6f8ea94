/** Operators, routes and prices on SQLite. */
import type { DatabaseSync } from 'node:sqlite';
import { must } from '#core/assert.ts';
import type { NewOperator, Operator, OperatorSettings, OperatorState } from '#sms/operator.ts';
import type { OperatorStore, Price, Route } from '#sms/operator-store.ts';
import { settingsChanged } from './settings.ts';
import type { WriterClient } from './writer-client.ts';

type OperatorRow = {
  readonly id: number;
  readonly name: string;
  readonly built_in: number;
  readonly state: OperatorState;
  readonly sealed_password: string;
  readonly settings: string;
  readonly created_at: number;
};

export function operatorWrites(db: DatabaseSync) {
  const changed = settingsChanged(db);
  const byName = db.prepare("SELECT * FROM operator WHERE name = ? AND state <> 'removed'");
  const insert = db.prepare(`
    INSERT INTO operator (name, built_in, state, sealed_password, settings, created_at)
    VALUES (?, ?, ?, ?, ?, ?)`);
  const replace = db.prepare('UPDATE operator SET sealed_password = ?, settings = ? WHERE id = ?');
  const setState = db.prepare('UPDATE operator SET state = ? WHERE id = ?');
  // Messages keep the operator's id, so its row stays; its name is free again.
  const remove = db.prepare(`
    UPDATE operator SET state = 'removed', name = name || ' #' || id, sealed_password = ''
    WHERE id = ? AND state <> 'removed'`);
  const removeRoutes = db.prepare('DELETE FROM route WHERE operator_id = ?');
  const setRoute = db.prepare(`
    INSERT INTO route VALUES (?, ?)
    ON CONFLICT (prefix) DO UPDATE SET operator_id = excluded.operator_id`);
  const removeRoute = db.prepare('DELETE FROM route WHERE prefix = ?');
  const setPrice = db.prepare(
    'INSERT INTO price VALUES (?, ?) ON CONFLICT (prefix) DO UPDATE SET price = excluded.price',
  );

  const find = (name: string): Operator | undefined => {
    const row = byName.get(name) as OperatorRow | undefined;
    return row === undefined ? undefined : asOperator(row);
  };
  const createOperator = (operator: NewOperator): Operator | undefined => {
    const { name, builtIn, state, sealedPassword, settings, createdAtMs } = operator;
    if (find(name) !== undefined) return undefined;
    insert.run(name, builtIn ? 1 : 0, state, sealedPassword, JSON.stringify(settings), createdAtMs);
    changed();
    return find(name);
  };

  return {
    createOperator,
    saveBuiltInOperator(operator: NewOperator): Operator {
      const { sealedPassword, settings } = operator;
      const standing = find(operator.name);
      if (standing !== undefined) {
        replace.run(sealedPassword, JSON.stringify(settings), standing.id);
        changed();
      }
      const saved = standing === undefined ? createOperator(operator) : find(operator.name);
      return must(saved, 'built-in operator');
    },
    setOperatorState(operatorId: number, state: OperatorState): void {
      setState.run(state, operatorId);
      changed();
    },
    removeOperator(operatorId: number): void {
      removeRoutes.run(operatorId);
      remove.run(operatorId);
      changed();
    },
    setRoute(route: Route): void {
      setRoute.run(route.prefix, route.operatorId);
      changed();
    },
    removeRoute(prefix: string): boolean {
      changed();
      return removeRoute.run(prefix).changes > 0;
    },
    setPrice({ prefix, price }: Price): void {
      setPrice.run(prefix, price);
      changed();
    },
  };
}

export function operatorStore(db: DatabaseSync, writer: WriterClient): OperatorStore {
  const operators = db.prepare("SELECT * FROM operator WHERE state <> 'removed' ORDER BY id");
  const routes = db.prepare('SELECT prefix, operator_id AS operatorId FROM route ORDER BY prefix');
  const prices = db.prepare('SELECT prefix, price FROM price ORDER BY prefix');
  return {
    listOperators: async () => (operators.all() as OperatorRow[]).map((row) => asOperator(row)),
    createOperator: (operator) => writer.call('createOperator', operator),
    saveBuiltInOperator: (operator) => writer.call('saveBuiltInOperator', operator),
    setOperatorState: (operatorId, state) => writer.call('setOperatorState', operatorId, state),
    removeOperator: (operatorId) => writer.call('removeOperator', operatorId),
    listRoutes: async () => routes.all() as Route[],
    setRoute: (route) => writer.call('setRoute', route),
    removeRoute: (prefix) => writer.call('removeRoute', prefix),
    listPrices: async () => prices.all() as Price[],
    setPrice: (price) => writer.call('setPrice', price),
  };
}

function asOperator(row: OperatorRow): Operator {
  return {
    id: row.id,
    name: row.name,
    builtIn: row.built_in === 1,
    state: row.state,
    settings: JSON.parse(row.settings) as OperatorSettings,
    sealedPassword: row.sealed_password,
    createdAtMs: row.created_at,
  };
}
