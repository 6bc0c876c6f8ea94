/** What processes tell each other of what they hold, by the storage's own clock. */

import { type RawBuilder, sql } from 'kysely';
import type { LeaseStore } from '#queue/lease.ts';
import type { Database } from './database.ts';

const forgetAfterMs = 60_000;

export function processNotes(database: Database) {
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
