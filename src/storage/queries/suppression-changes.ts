/** Changes of suppression lists that clients have not heard of yet, in the commits that make and tell them. */
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { SuppressionChange } from '#mail/suppression/suppression.ts';
import type { SuppressionStore } from '#mail/suppression/suppression-store.ts';
import type { Database, WriteStep } from './database.ts';
import { fields } from './fields.ts';
import { putEvents } from './owed-events.ts';
import type { Tables } from './tables.ts';

const changeFields = fields(
  'suppression_change',
  'id account_id stream address reason source kind at',
);

/** The process that has the stream of events tells it: a command has none. */
export function noteChanges(
  { build }: Database,
  changed: SelectQueryBuilder<Tables, 'mail_suppression', object>,
  kind: SuppressionChange['kind'],
  at: RawBuilder<number>,
): WriteStep {
  return build
    .insertInto('suppression_change')
    .columns(['account_id', 'stream', 'address', 'reason', 'source', 'kind', 'at'])
    .expression(
      changed
        .select(['account_id', 'stream', 'address', 'reason', 'source'])
        .select([sql<typeof kind>`cast(${kind} as text)`.as('kind'), at.as('at')]),
    );
}

export function changesOfSuppressions(database: Database) {
  const { build } = database;
  return {
    async noteEnds(nowMs, limit) {
      const isOver = sql<SqlBool>`expires_at > ended_at AND expires_at <= ${nowMs}`;
      const over = build
        .selectFrom('mail_suppression')
        .select('id')
        .where(isOver)
        .orderBy('expires_at')
        .orderBy('id')
        .limit(limit);
      const ended = build.selectFrom('mail_suppression').where('id', 'in', over);
      const [noted] =
        (await database.write([
          noteChanges(database, ended, 'removed', sql<number>`expires_at`),
          build
            .updateTable('mail_suppression')
            .set({ ended_at: sql<number>`expires_at` })
            .where('id', 'in', over),
        ])) ?? [];
      return noted?.changes ?? 0;
    },
    async untoldChanges(limit) {
      const query = build
        .selectFrom('suppression_change')
        .select(changeFields)
        .orderBy('id')
        .limit(limit);
      return database.read(query);
    },
    async putEventsOfChanges(told) {
      const steps = told.map(({ id }) => ({
        query: build.deleteFrom('suppression_change').where('id', '=', id),
        mustChange: true,
      }));
      const events = told.flatMap((each) => each.events);
      return (await database.write([...steps, ...putEvents(database, events)])) !== undefined;
    },
  } satisfies Partial<SuppressionStore>;
}
