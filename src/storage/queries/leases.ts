/** Leases and processes, by the storage's own clock: `now_ms()` is the same function in every backend. */

import { type RawBuilder, sql } from 'kysely';
import { must } from '#core/assert.ts';
import { isRole } from '#core/role.ts';
import type { Lease, LeaseRound, LeaseStore, LeaseView, SeenProcess } from '#queue/lease.ts';
import { type Database, type WriteStep, writeChange } from './database.ts';
import { type FieldRow, fields, rowMaker } from './fields.ts';

const processRow = rowMaker('process', 'id host pid version roles started_at draining');
const processFields = fields('process', 'id host pid version roles started_at seen_at draining');
type ProcessRow = FieldRow<'process', typeof processFields>;
const leaseFields = fields('lease', 'name owner epoch expires_at');

/** Milliseconds since 1970, whatever the clocks of the processes say. */
const now: RawBuilder<number> = sql<number>`now_ms()`;

export function leaseStore(database: Database): LeaseStore {
  const { build } = database;
  return {
    ...processNotes(database),
    async renew(round) {
      await database.write(renewing(database, round));
      return view(database);
    },
    async take(processId, names, leaseMs) {
      if (names.length === 0) return [];
      const query = database.build
        .insertInto('lease')
        .values(
          names
            .toSorted()
            .map((name) => ({ name, owner: processId, epoch: 1, expires_at: untilMs(leaseMs) })),
        )
        .onConflict((standing) =>
          standing
            .column('name')
            .doUpdateSet((eb) => ({
              owner: eb.ref('excluded.owner'),
              epoch: eb('lease.epoch', '+', 1),
              expires_at: eb.ref('excluded.expires_at'),
            }))
            .where(isFree),
        )
        .returning(['name', 'epoch']);
      const written = await database.write([query]);
      return must(written, 'answer of a write without conditions')[0]?.rows as readonly Lease[];
    },
    async release(processId, leases) {
      const steps = leases.map(({ name, epoch }) =>
        freeing(database)
          .where('owner', '=', processId)
          .where('name', '=', name)
          .where('epoch', '=', epoch),
      );
      await database.write(steps);
    },
    async leave(processId) {
      await database.write([
        freeing(database).where('owner', '=', processId),
        build.deleteFrom('process').where('id', '=', processId),
      ]);
    },
    async freeAll() {
      await database.write([
        freeing(database).where('owner', 'is not', null),
        build.deleteFrom('process'),
      ]);
    },
    drain: (processId, draining) => drain(database, processId, draining),
    view: () => view(database),
  };
}

/** All threads of the process: they have its host and its process id. */
function drain(database: Database, processId: number, draining: boolean): Promise<boolean> {
  const query = database.build
    .updateTable('process')
    .set({ draining: draining ? 1 : 0 })
    .where((is) =>
      is.exists(
        is
          .selectFrom('process as named')
          .select('named.id')
          .where('named.id', '=', processId)
          .whereRef('named.host', '=', 'process.host')
          .whereRef('named.pid', '=', 'process.pid'),
      ),
    );
  return writeChange(database, query);
}

/** In the order of their names, so that two processes never wait for each other's rows. */
function renewing(
  { build }: Database,
  { process, held, leaseMs, forgetAfterMs }: LeaseRound,
): readonly WriteStep[] {
  const { id, roles, draining } = process;
  const seen = build
    .insertInto('process')
    .values({ ...processRow({ ...process, roles: roles.join(' ') }), seen_at: now })
    .onConflict((standing) =>
      standing
        .column('id')
        // One that was told to drain stays so until it is told otherwise.
        .doUpdateSet({ seen_at: now, ...(draining && { draining: 1 }) }),
    );
  const forget = build
    .deleteFrom('process')
    .where('seen_at', '<', sql<number>`now_ms() - ${sql.lit(forgetAfterMs)}`);
  const renew = build
    .updateTable('lease')
    .set({ expires_at: untilMs(leaseMs) })
    .where('owner', '=', id)
    .where('name', 'in', [...held]);
  return [seen, forget, ...(held.length > 0 ? [renew] : [])];
}

const isFree = sql<boolean>`(lease.owner IS NULL OR lease.expires_at <= now_ms())`;

function untilMs(leaseMs: number): RawBuilder<number> {
  return sql<number>`now_ms() + ${sql.lit(leaseMs)}`;
}

function freeing({ build }: Database) {
  return build.updateTable('lease').set({ owner: null, expires_at: now });
}

async function view(database: Database): Promise<LeaseView> {
  const { build } = database;
  const processes = await database.read(
    build.selectFrom('process').select(processFields).select(now.as('now')).orderBy('id'),
  );
  const leases = await database.read(
    build
      .selectFrom('lease')
      .select(leaseFields)
      .select(sql<number>`CASE WHEN ${isFree} THEN 1 ELSE 0 END`.as('isFree'))
      .orderBy('name'),
  );
  return {
    processes: processes.map(({ now: _now, ...row }) => toProcess(row)),
    leases: leases.map((row) => ({ ...row, isFree: row.isFree === 1 })),
    nowMs: processes[0]?.now ?? (await readNow(database)),
  };
}

/** Where no process is, whose row could bring it along. */
async function readNow(database: Database): Promise<number> {
  const [row] = await database.read(database.build.selectNoFrom(now.as('now')));
  return must(row, 'the time of the storage').now;
}

function toProcess(row: ProcessRow): SeenProcess {
  return {
    ...row,
    roles: row.roles.split(' ').filter((role) => isRole(role)),
    draining: row.draining === 1,
  };
}

/** What processes tell each other of what they hold, by the storage's own clock. */
const forgetAfterMs = 60_000;

function processNotes(database: Database) {
  const { build } = database;
  return {
    async saveNotes(processId, notes) {
      const own = build.deleteFrom('process_note').where('process_id', '=', processId);
      const dead = build.deleteFrom('process_note').where('noted_at', '<', ago(forgetAfterMs));
      const rows = notes.map(({ subject, value }) => {
        return { subject, process_id: processId, value, noted_at: ago(0) };
      });
      await database.write([
        own,
        dead,
        ...(rows.length > 0 ? [build.insertInto('process_note').values(rows)] : []),
      ]);
    },
    async listNotes(subjectPrefix, freshMs) {
      const query = build
        .selectFrom('process_note')
        .select(['subject', 'process_id as processId', 'value'])
        .where('subject', '>=', subjectPrefix)
        // The greatest code point: texts are in the order of theirs.
        .where('subject', '<', `${subjectPrefix}\u{10ffff}`)
        .where('noted_at', '>', ago(freshMs))
        .orderBy('subject')
        .orderBy('process_id');
      return database.read(query);
    },
  } satisfies Partial<LeaseStore>;
}

/** Milliseconds since 1970, whatever the clocks of the processes say. */
function ago(ms: number): RawBuilder<number> {
  return sql<number>`now_ms() - ${sql.lit(ms)}`;
}
