/** The opt-out list, and the order in which it changed. */
import { sql } from 'kysely';
import { must } from '#core/assert.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import type { StopChange, StopStore } from '#sms/stops/stop-store.ts';
import { beginsWith } from './begins-with.ts';
import { type Database, type WriteStep, writeChange, writeRow } from './database.ts';
import { fields } from './fields.ts';
import { idSpan } from './id-span.ts';

const stopFields = fields('stop_entry', 'id account_id phone source created_at');

/** A process that has missed more than this reads its lists again. */
const changesKept = 10_000;

const fewMax = 500;
/** In digits (E.164). */
const longestPhone = 15;

export function stopStore(database: Database): StopStore {
  return { ...changing(database), ...reading(database), ...following(database) };
}

function changing(database: Database) {
  const { build } = database;
  return {
    async addStop({ accountId, phone, source, createdAtMs }) {
      const insert = build
        .insertInto('stop_entry')
        .values({ account_id: accountId, phone, source, created_at: createdAtMs })
        .onConflict((standing) => standing.columns(['account_id', 'phone']).doNothing())
        .returning(stopFields);
      const change = noteChange(database, { accountId, phone, stopped: true });
      const row = await writeRow(database, insert, ...change);
      if (row !== undefined) return { entry: row, isNew: true };
      const query = build
        .selectFrom('stop_entry')
        .select(stopFields)
        .where('account_id', '=', accountId)
        .where('phone', '=', phone);
      const [standing] = await database.read(query);
      return { entry: must(standing, 'entry that stood in the way'), isNew: false };
    },
    removeStop(accountId, phone) {
      const remove = build
        .deleteFrom('stop_entry')
        .where('account_id', '=', accountId)
        .where('phone', '=', phone);
      const change = noteChange(database, { accountId, phone, stopped: false });
      return writeChange(database, remove, ...change);
    },
  } satisfies Partial<StopStore>;
}

/** Who raises the version holds its row until the commit, so versions become visible in their order. */
/** For the commit that changes the list. */
export function noteChange(
  { build }: Database,
  { accountId, phone, stopped }: Omit<StopChange, 'version'>,
): readonly WriteStep[] {
  const raise = build.updateTable('stop_version').set(({ eb }) => ({
    version: eb('version', '+', 1),
  }));
  const note = build
    .insertInto('stop_change')
    .columns(['version', 'account_id', 'phone', 'stopped'])
    .expression(
      build
        .selectFrom('stop_version')
        .select([
          'version',
          sql<number>`cast(${accountId} as bigint)`.as('account_id'),
          sql<string>`cast(${phone} as text)`.as('phone'),
          sql<number>`cast(${stopped ? 1 : 0} as integer)`.as('stopped'),
        ]),
    );
  const forget = build
    .deleteFrom('stop_change')
    .where('version', '<=', (of) =>
      of.selectFrom('stop_version').select(({ eb }) => eb('version', '-', changesKept).as('last')),
    );
  return [raise, note, forget];
}

function reading(database: Database) {
  const { build } = database;
  const ofAccount = (accountId: number) =>
    build.selectFrom('stop_entry').where('account_id', '=', accountId);
  return {
    async findStop(accountId, id) {
      const [row] = await database.read(
        ofAccount(accountId).select(stopFields).where('id', '=', id),
      );
      return row;
    },
    async findStopOf(accountId, phone) {
      const query = ofAccount(accountId).select(stopFields).where('phone', '=', phone);
      const [row] = await database.read(query);
      return row;
    },
    async listStops(accountId, afterId, limit) {
      const query = ofAccount(accountId)
        .select(stopFields)
        .where('id', '>', afterId)
        .orderBy('id')
        .limit(limit);
      return database.read(query);
    },
    async stopPage(accountId, { beforeId, afterId, limit, begins, fromMs, untilMs }) {
      const rows = { table: 'stop_entry', at: 'created_at', accountId } as const;
      const span = await idSpan(database, rows, { fromMs, untilMs, last: beforeId - 1 });
      const few =
        begins === undefined ? undefined : await fewThatBegin(database, accountId, begins);
      if (few?.length === 0) return [];
      let query = ofAccount(accountId)
        .select(stopFields)
        .where('id', '>=', span.first)
        .where('id', '<=', span.last)
        .where('id', '>', afterId ?? 0)
        .orderBy('id', afterId === undefined ? 'desc' : 'asc')
        .limit(limit);
      if (few !== undefined) query = query.where('id', 'in', few);
      else if (begins !== undefined) query = query.where(beginsWith('stop_entry.phone', begins));
      if (fromMs !== undefined) query = query.where('created_at', '>=', fromMs);
      if (untilMs !== undefined) query = query.where('created_at', '<', untilMs);
      return database.read(query);
    },
    async countStops(accountId) {
      const query = ofAccount(accountId).select(sql<number>`count(*)`.as('count'));
      return must((await database.read(query))[0], 'count').count;
    },
    async stoppedPhones(accountId, afterPhone, limit) {
      const query = ofAccount(accountId)
        .select('phone')
        .where('phone', '>', afterPhone as PhoneNumber)
        .orderBy('phone')
        .limit(limit);
      return (await database.read(query)).map(({ phone }) => phone);
    },
    async findStopped(accountId, phones) {
      if (phones.length === 0) return [];
      const query = ofAccount(accountId).select('phone').where('phone', 'in', phones);
      return (await database.read(query)).map(({ phone }) => phone);
    },
  } satisfies Partial<StopStore>;
}

/** Entries of so few phones, found in the order of phones; undefined: there are more, so the newest soon have some. */
async function fewThatBegin(database: Database, accountId: number, begins: string) {
  const query = database.build
    .selectFrom('stop_entry')
    .select('id')
    .where('account_id', '=', accountId)
    .where('phone', '>=', begins as PhoneNumber)
    .where('phone', '<=', begins.padEnd(longestPhone, '9') as PhoneNumber)
    .orderBy('phone')
    .limit(fewMax + 1);
  const found = await database.read(query);
  return found.length > fewMax ? undefined : found.map(({ id }) => id);
}

function following(database: Database) {
  const { build } = database;
  return {
    async stopVersion() {
      const [row] = await database.read(build.selectFrom('stop_version').select('version'));
      return must(row, 'version of the STOP list').version;
    },
    async stopChanges(afterVersion, limit) {
      const query = build
        .selectFrom('stop_change')
        .selectAll()
        .where('version', '>', afterVersion)
        .orderBy('version')
        .limit(limit);
      return (await database.read(query)).map(({ version, account_id, phone, stopped }) => ({
        version,
        accountId: account_id,
        phone,
        stopped: stopped === 1,
      }));
    },
  } satisfies Partial<StopStore>;
}
