/** Receipts that matched no message, beside the parts whose report is awaited. */
import { sql } from 'kysely';
import type { MessageStore } from '#sms/message-store.ts';
import {
  asOverdue,
  joinedByPart,
  type KeptRow,
  keptColumns,
  type SubmittedRow,
  submittedColumns,
} from '../part-rows.ts';
import type { Database } from './database.ts';

export type KeptReceipts = Pick<MessageStore, 'countKept' | 'newestKept' | 'newestAwaited'>;

export function keptReceipts(database: Database): KeptReceipts {
  const { build } = database;
  return {
    countKept(receivedBeforeMs, newest) {
      const query = build
        .selectFrom('unmatched_receipt')
        .select('operator_id as operatorId')
        .select(({ fn }) => [
          fn.countAll<number>().as('receipts'),
          fn.max<number>('id').as('newestId'),
        ])
        .where(amongNewest(newest))
        .where('received_at', '<', receivedBeforeMs)
        .groupBy('operator_id');
      return database.read(query);
    },
    async newestKept(operatorId, limit, among) {
      const rows = sql<KeptRow>`(
        SELECT ${sql.raw(keptColumns)} FROM unmatched_receipt AS kept
        WHERE kept.operator_id = ${operatorId} AND ${amongNewest(among)}
        ORDER BY kept.id DESC LIMIT ${limit}
      )`.as('found');
      const found = await database.read(build.selectFrom(rows).selectAll());
      return found.map(({ kept }) => kept).toSorted((a, b) => a.id - b.id);
    },
    async newestAwaited(operatorId, limit) {
      const rows = sql<SubmittedRow>`(
        SELECT ${sql.raw(submittedColumns)} FROM submitted_part
          ${sql.raw(joinedByPart('submitted_part.part_id'))}
        WHERE submitted_part.operator_id = ${operatorId} AND submitted_part.awaited = 1
        ORDER BY submitted_part.submitted_at DESC LIMIT ${limit}
      )`.as('found');
      const found = await database.read(build.selectFrom(rows).selectAll());
      return found
        .map((row) => asOverdue(row))
        .toSorted((a, b) => b.submittedAtMs - a.submittedAtMs);
    },
  };
}

/** Ids only grow: the newest are found without a look at the others. */
function amongNewest(newest: number) {
  return sql<boolean>`id > (SELECT coalesce(max(id), 0) - ${newest} FROM unmatched_receipt)`;
}
