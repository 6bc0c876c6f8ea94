import type { Author } from '#core/author.ts';
import type { OwnNumber } from '#model/own-number.ts';
import type { NewNumber, NumberStore } from '#sms/numbers/number-store.ts';
import type { ShortNumberUse } from '#sms/numbers/short-number-use.ts';
import { auditStep, targetOf } from './audit.ts';
import { type Database, type WriteStep, writeChange, writeRow } from './database.ts';
import { type FieldRow, fields, rowMaker } from './fields.ts';
import { settingsChanged } from './settings.ts';
import { withoutRule } from './virtual-numbers.ts';

const numberFields = fields(
  'number',
  'id number:digits kind account_id operator_id state takes_sms takes_calls created_at',
);
const useFields = fields('account_short_number', 'account_id number_id keyword');
type OwnNumberRow = FieldRow<'number', typeof numberFields>;

export function numberStore(database: Database): NumberStore {
  return { ...numbers(database), ...shortNumberUses(database) };
}

function numbers(database: Database) {
  const { build } = database;
  const changed = settingsChanged(database);
  return {
    async listNumbers() {
      const query = build.selectFrom('number').select(numberFields).orderBy('number');
      return (await database.read(query)).map((row) => toNumber(row));
    },
    async createNumber(number, author) {
      const insert = build
        .insertInto('number')
        .values(numberRow(number))
        .onConflict((standing) => standing.column('number').doNothing())
        .returning(numberFields);
      const { digits, kind, takesSms, takesCalls } = number;
      const audited = {
        action: 'number.added',
        target: digits,
        accountId: number.accountId ?? undefined,
      };
      const details = { kind, takesSms, takesCalls };
      const audit = auditOf(database, author, { ...audited, details });
      const row = await writeRow(database, insert, ...audit, changed);
      return row === undefined ? undefined : toNumber(row);
    },
    async changeNumber(numberId, change, author) {
      const { accountId, operatorId, state, takesSms, takesCalls } = change;
      const update = build
        .updateTable('number')
        .set((eb) => ({
          account_id: accountId === undefined ? eb.ref('account_id') : accountId,
          operator_id: operatorId === undefined ? eb.ref('operator_id') : operatorId,
          state: state ?? eb.ref('state'),
          takes_sms: takesSms === undefined ? eb.ref('takes_sms') : Number(takesSms),
          takes_calls: takesCalls === undefined ? eb.ref('takes_calls') : Number(takesCalls),
        }))
        .where('id', '=', numberId)
        .returning(numberFields);
      // Its next account inherits nothing of what calls to it did.
      const left = accountId === undefined ? [] : withoutRule(database, numberId);
      const audit = auditOf(database, author, {
        action: 'number.set',
        target: targetOf('number', numberId),
        accountId: accountId ?? undefined,
        details: change,
      });
      const row = await writeRow(database, update, ...left, ...audit, changed);
      return row === undefined ? undefined : toNumber(row);
    },
    async removeNumber(numberId, author) {
      const clear = build.deleteFrom('account_short_number').where('number_id', '=', numberId);
      const remove = build.deleteFrom('number').where('id', '=', numberId);
      const steps = [
        // Before the row goes, which has the name.
        ...auditOf(database, author, {
          action: 'number.removed',
          target: targetOf('number', numberId),
          details: {},
        }),
        clear,
        ...withoutRule(database, numberId),
        { query: remove, mustChange: true },
        changed,
      ];
      return (await database.write(steps)) !== undefined;
    },
  } satisfies Partial<NumberStore>;
}

/** A start of the program makes numbers of its own, in nobody's name. */
function auditOf(
  database: Database,
  author: Author | undefined,
  audited: Parameters<typeof auditStep>[2],
): readonly WriteStep[] {
  return author === undefined ? [] : [auditStep(database, author, audited)];
}

function shortNumberUses(database: Database) {
  const { build } = database;
  const changed = settingsChanged(database);
  return {
    listShortNumberUses: (): Promise<readonly ShortNumberUse[]> =>
      database.read(
        build.selectFrom('account_short_number').select(useFields).orderBy('account_id'),
      ),
    setShortNumber({ accountId, numberId, keyword }) {
      const row = { number_id: numberId, keyword };
      const remove = build.deleteFrom('account_short_number').where('account_id', '=', accountId);
      // Without its target the conflict may be that of the keyword: then nothing is changed at all.
      const insert = build
        .insertInto('account_short_number')
        .values({ account_id: accountId, ...row })
        .onConflict((standing) => standing.doNothing());
      const steps = [remove, { query: insert, mustChange: true }, changed];
      return database.write(steps).then((written) => written !== undefined);
    },
    clearShortNumber: (accountId) =>
      writeChange(
        database,
        build.deleteFrom('account_short_number').where('account_id', '=', accountId),
        changed,
      ),
  } satisfies Partial<NumberStore>;
}

const madeRow = rowMaker(
  'number',
  'number:digits kind account_id operator_id state takes_sms takes_calls created_at rented_at',
);

function numberRow(number: NewNumber) {
  const rentedAtMs = number.accountId === null ? null : number.createdAtMs;
  return madeRow({ ...number, state: 'active' as const, rentedAtMs });
}

function toNumber(row: OwnNumberRow): OwnNumber {
  return { ...row, takesSms: row.takesSms === 1, takesCalls: row.takesCalls === 1 };
}
