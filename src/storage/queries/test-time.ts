/** The time of test messages, moved on: what they wait for stands that much sooner in their rows. */

import { type RawBuilder, sql } from 'kysely';
import { partsOfMessage } from '#model/ids.ts';
import type { TestTimeBatch, WaitingStore } from '#sms/waiting/waiting-store.ts';
import { auditStep } from './audit.ts';
import type { Database, WriteStep } from './database.ts';
import { settingsChanged } from './settings.ts';

/** The setting that counts how often rows of waiting parts were moved. */
const countName = 'test time.moves';

export function testTimeStore(database: Database) {
  const { build } = database;
  return {
    async moveTexts(batch, author) {
      const { accountId, byMs, messageIds, jobIds } = batch;
      const details = { byS: byMs / 1_000, messages: messageIds.length, parts: jobIds.length };
      const audited = { action: 'simulator.time', target: String(accountId), accountId, details };
      // The jobs first: how far a message goes is told from its schedule as it was.
      const written = await database.write([
        { query: moveJobs(database, batch, author.atMs), mustChange: true },
        moveMessages(database, batch, author.atMs),
        auditStep(database, author, audited),
        ...partsMoved(database),
      ]);
      return written?.[0]?.changes ?? 0;
    },
    async countMoves() {
      const query = build.selectFrom('setting').select('value').where('name', '=', countName);
      const [row] = await database.read(query);
      return Number(row?.value ?? 0);
    },
  } satisfies Partial<WaitingStore>;
}

function moveJobs({ build }: Database, batch: TestTimeBatch, nowMs: number) {
  return build
    .updateTable('job')
    .from('message')
    .set({
      due_at: sooner('job.due_at', batch, nowMs),
      expires_at: sooner('job.expires_at', batch, nowMs),
    })
    .where('job.id', 'in', batch.jobIds)
    .where(sql<boolean>`job.lane >= 'sms/' AND job.lane < 'sms0'`)
    .where(sql<boolean>`message.id = job.subject / ${sql.lit(partsOfMessage)}`)
    .where('message.account_id', '=', batch.accountId)
    .where('message.test', '=', 1);
}

function moveMessages({ build }: Database, batch: TestTimeBatch, nowMs: number) {
  return build
    .updateTable('message')
    .set({
      scheduled_at: sooner('message.scheduled_at', batch, nowMs),
      valid_until: sooner('message.valid_until', batch, nowMs),
    })
    .where('id', 'in', batch.messageIds)
    .where('account_id', '=', batch.accountId)
    .where('test', '=', 1);
}

/** Goes last with what changes rows of parts that processes hold in memory. */
export function partsMoved(database: Database): readonly WriteStep[] {
  return [countOn(database), settingsChanged(database)];
}

function countOn({ build }: Database) {
  return build
    .insertInto('setting')
    .values({ name: countName, value: '1' })
    .onConflict((standing) =>
      standing
        .column('name')
        .doUpdateSet({ value: sql<string>`cast(cast(setting.value AS bigint) + 1 AS text)` }),
    );
}

/** An instant ahead comes sooner by the step of its message, and no sooner than now; one that has passed stays. */
function sooner(column: string, { byMs }: TestTimeBatch, nowMs: number): RawBuilder<number> {
  const at = sql.ref<number>(column);
  const step = stepOf(byMs, nowMs);
  return sql`CASE WHEN ${at} <= ${nowMs} THEN ${at} WHEN ${at} - ${step} <= ${nowMs} THEN ${nowMs}
    ELSE ${at} - ${step} END`;
}

/** What is scheduled goes as far as to its schedule: from there on its validity runs, as it does by the clock. */
function stepOf(byMs: number, nowMs: number): RawBuilder<number> {
  const scheduled = sql.ref('message.scheduled_at');
  return sql`(CASE WHEN ${scheduled} > ${nowMs} AND ${scheduled} - ${nowMs} < ${byMs}
    THEN ${scheduled} - ${nowMs} ELSE ${byMs} END)`;
}
