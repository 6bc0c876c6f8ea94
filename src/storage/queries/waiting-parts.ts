/** Parts that wait, looked through lane by lane for a phone. */

import { sql } from 'kysely';
import { partSlots, partsOfMessage } from '#model/ids.ts';
import { cancelledInQueue } from '#model/recipient-state.ts';
import type { WaitingPart, WaitingSlicePart, WaitingStore } from '#sms/waiting/waiting-store.ts';
import { asOwedPart, type PartRow, partsText } from '../part-rows.ts';
import type { Database } from './database.ts';

export function waitingPartStore(
  database: Database,
): Pick<WaitingStore, 'partLanes' | 'waitingParts' | 'findParts'> &
  Pick<WaitingStore, 'waitingSlice'> {
  const { build } = database;
  return {
    async partLanes() {
      const query = build.selectFrom(laneTable()).select('lane');
      return (await database.read(query)).map(({ lane }) => lane);
    },
    async waitingParts(lane, { dueAtMs, jobId }, limit) {
      const query = build
        .selectFrom('job')
        .innerJoin('recipient', (join) =>
          join.on(sql<boolean>`recipient.id = job.subject / ${sql.lit(partSlots)}`),
        )
        .select(['job.id as jobId', 'job.due_at as dueAtMs', 'job.attempt', 'recipient.phone'])
        .where('job.lane', '=', lane)
        .where(sql<boolean>`(job.due_at, job.id) > (${dueAtMs}, ${jobId})`)
        .orderBy('job.due_at')
        .orderBy('job.id')
        .limit(limit);
      return (await database.read(query)) as readonly WaitingPart[];
    },
    async waitingSlice(lane, { dueAtMs, jobId }, limit) {
      const query = build
        .selectFrom('job')
        .innerJoin('recipient', (join) =>
          join.on(sql<boolean>`recipient.id = job.subject / ${sql.lit(partSlots)}`),
        )
        .innerJoin('message', (join) =>
          join.on(sql<boolean>`message.id = job.subject / ${sql.lit(partsOfMessage)}`),
        )
        .leftJoin('submit_intent', 'submit_intent.job_id', 'job.id')
        .select(['job.id as jobId', 'job.due_at as dueAtMs', 'job.subject as partId'])
        .select([
          'job.attempt',
          'job.unanswered',
          'recipient.phone',
          'recipient.form',
          'recipient.parts',
        ])
        .select(['recipient.operator_id as operatorId', 'recipient.cost', 'recipient.reason'])
        .select(['message.currency', 'message.account_id as accountId', 'message.tag'])
        .select(['message.accepted_at as acceptedAtMs', 'message.test'])
        .select('submit_intent.job_id as intent')
        .where('job.lane', '=', lane)
        .where(sql<boolean>`(job.due_at, job.id) > (${dueAtMs}, ${jobId})`)
        .orderBy('job.due_at')
        .orderBy('job.id')
        .limit(limit);
      return (await database.read(query)).map(({ intent, reason, test, ...part }) => ({
        ...part,
        intended: intent !== null,
        isCancelled: reason === cancelledInQueue,
        test: test === 1,
      })) as readonly WaitingSlicePart[];
    },
    async findParts(jobIds) {
      if (jobIds.length === 0) return [];
      const rows = await database.read(build.selectFrom(partTable(jobIds)).selectAll());
      return rows.map((row) => asOwedPart(row));
    },
  };
}

/** Found one by one by their index. */
function laneTable() {
  return sql<{ lane: string }>`(
    WITH RECURSIVE found (lane) AS (
      SELECT min(lane) FROM job WHERE lane >= 'held/' AND lane < 'sms0'
      UNION ALL
      SELECT (SELECT min(job.lane) FROM job WHERE job.lane > found.lane AND job.lane < 'sms0')
      FROM found WHERE found.lane IS NOT NULL
    )
    SELECT lane FROM found WHERE lane LIKE 'sms/%' OR lane LIKE 'held/%'
  )`.as('lanes');
}

function partTable(jobIds: readonly number[]) {
  return sql<PartRow>`(${sql.raw(partsText('job.id IN'))} (${sql.join(jobIds)})
  )`.as('found');
}
