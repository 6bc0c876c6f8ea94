/** Operators. */

import { sql } from 'kysely';
import { must } from '#core/assert.ts';
import type { Author } from '#core/author.ts';
import type { NewOperator, Operator, OperatorSettings, OperatorState } from '#sms/operator.ts';
import type { BindHealth, OperatorStore } from '#sms/operator-store.ts';
import { auditStep, targetOf } from './audit.ts';
import { type Database, writeRow } from './database.ts';
import { type FieldRow, fields, rowMaker } from './fields.ts';
import { settingSteps, settingsChanged } from './settings.ts';

const madeNames = 'name built_in sealed_password settings created_at';
const madeRow = rowMaker('operator', madeNames);
const operatorFields = fields('operator', 'id state course', madeNames);
type OperatorRow = FieldRow<'operator', typeof operatorFields>;

export function operatorStore(database: Database): OperatorStore {
  const { build } = database;
  const changed = settingsChanged(database);
  return {
    ...operatorHealth(database),
    async listOperators() {
      const query = build
        .selectFrom('operator')
        .select(operatorFields)
        .where('state', '<>', 'removed')
        .orderBy('id');
      return (await database.read(query)).map((row) => toOperator(row));
    },
    async createOperator(operator, actor) {
      const insert = build
        .insertInto('operator')
        .values(operatorRow(operator))
        .onConflict((standing) => standing.column('name').doNothing())
        .returning(operatorFields);
      const author = { actor, atMs: operator.createdAtMs };
      const { name: target, settings: details } = operator;
      const audit = auditStep(database, author, { action: 'operator.added', target, details });
      const row = await writeRow(database, insert, audit, changed);
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
        .returning(operatorFields);
      return toOperator(must(await writeRow(database, upsert, changed), 'built-in operator'));
    },
    async setOperatorSettings(operatorId, { settings, sealedPassword }, author) {
      const update = build
        .updateTable('operator')
        .set({ settings: JSON.stringify(settings), sealed_password: sealedPassword })
        .where('id', '=', operatorId);
      const target = targetOf('operator', operatorId);
      const audited = { action: 'operator.settings', target, details: settings };
      await database.write([update, ...settingSteps(database, author, audited)]);
    },
    async setOperatorState(operatorId, state, author) {
      const update = build
        .updateTable('operator')
        .set(stateColumns(state))
        .where('id', '=', operatorId);
      const target = targetOf('operator', operatorId);
      const audited = { action: 'operator.state', target, details: { state } };
      await database.write([update, ...settingSteps(database, author, audited)]);
    },
    async isAwaited(operatorId) {
      const query = build
        .selectFrom('submitted_part')
        .select('id')
        .where('operator_id', '=', operatorId)
        // As a literal, else the partial indexes do not serve.
        .where((eb) => eb('awaited', '=', eb.lit(1)))
        .limit(1);
      return (await database.read(query)).length > 0;
    },
    removeOperator: (operatorId, author) => removeOperator(database, operatorId, author),
  };
}

async function removeOperator(database: Database, operatorId: number, author: Author) {
  const { build } = database;
  const removeRoutes = build.deleteFrom('route').where('operator_id', '=', operatorId);
  // Messages keep the operator's id, so its row stays; its name is free again.
  const remove = build
    .updateTable('operator')
    .set({ state: 'removed', name: sql`name || ' #' || id`, sealed_password: '' })
    .where('id', '=', operatorId)
    .where('state', '<>', 'removed');
  const target = targetOf('operator', operatorId);
  const audited = { action: 'operator.removed', target, details: {} };
  // Before the row loses its name.
  await database.write([...settingSteps(database, author, audited), removeRoutes, remove]);
}

function operatorRow(operator: NewOperator) {
  const settings = JSON.stringify(operator.settings);
  return { ...madeRow({ ...operator, settings }), ...stateColumns(operator.state) };
}

function toOperator({ course, ...row }: OperatorRow): Operator {
  return {
    ...row,
    builtIn: row.builtIn === 1,
    state: toState(row.state, course),
    settings: JSON.parse(row.settings) as OperatorSettings,
  };
}

/** What is relieved gives away as one that leaves does, and stays. */
const courses = {
  active: 'stays',
  paused: 'stays',
  draining: 'drains',
  rerouting: 'leaves',
  leaving: 'leaves',
} as const;

function stateColumns(state: OperatorState) {
  const isPaused = state === 'paused' || state === 'rerouting';
  return { state: isPaused ? 'paused' : 'active', course: courses[state] } as const;
}

/** Nobody asks for removed ones. */
function toState(state: OperatorRow['state'], course: OperatorRow['course']): OperatorState {
  if (course === 'leaves') return state === 'paused' ? 'rerouting' : 'leaving';
  if (course === 'drains') return 'draining';
  return state === 'paused' ? 'paused' : 'active';
}

/** How operators' binds do, as the processes that hold them have seen it last. */
const healthNames = 'operator_id bind down_since silent_since noted_at';
const healthFields = fields('operator_health', healthNames);
const healthRow = rowMaker('operator_health', healthNames);

function operatorHealth(database: Database) {
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
