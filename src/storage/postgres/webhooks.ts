/** Owed deliveries and attempts on PostgreSQL. */
import type {
  Attempt,
  DeliverySettlement,
  LaneState,
  WebhookStore,
} from '#webhooks/webhook-store.ts';
import {
  asDelivery,
  type DeliveryRow,
  dueDeliveriesText,
  inRetryText,
  ofEachOrdering,
} from '../delivery-rows.ts';
import type { JobRow } from '../job-rows.ts';
import type { SharedWebhooks } from '../queries/endpoints.ts';
import { byIndex } from './by-index.ts';
import { columns } from './columns.ts';
import { gatherLists } from './gathering.ts';
import { isCurrent } from './jobs.ts';
import type { Statement, Statements } from './statement.ts';
import { type Backends, type Transactions, transactAtOnce } from './transaction.ts';

export function webhookStore({
  queries,
  writes,
}: Backends): Omit<WebhookStore, keyof SharedWebhooks> {
  const { pool } = queries;
  const settling = gatherLists(
    (settlements: readonly DeliverySettlement[]) => settleDeliveries(writes, settlements),
    writes.clock,
  );
  return {
    async dueDeliveries({ lane, nowMs, limit, ordering = 'key' }) {
      const rows = await pool.rows<DeliveryRow>(dueStatements[ordering], [lane, nowMs, limit]);
      return rows.map((row) => asDelivery(row));
    },
    async jobsInRetry(lane, limit, ordering = 'key') {
      const rows = await pool.rows<JobRow>(inRetryStatements[ordering], [lane, limit]);
      return rows.map(({ job }) => job);
    },
    async settleDeliveries(settlements) {
      await settling.add(settlements);
    },
    findLaneStates: (engine) =>
      pool.rows<LaneState>(laneStatesStatement, [`${engine}/`, `${engine}0`]),
    async saveLaneStates(states) {
      await pool.rows(saveStatesStatement, laneStates.arrays(states));
    },
  };
}

const dueStatements = ofEachOrdering(
  (ordering): Statement => ({
    name: `due deliveries ${ordering}`,
    text: dueDeliveriesText(ordering, { lane: '$1', now: '$2', limit: '$3' }),
  }),
);

const inRetryStatements = ofEachOrdering(
  (ordering): Statement => ({
    name: `jobs in retry ${ordering}`,
    text: inRetryText(ordering, { lane: '$1', limit: '$2' }),
  }),
);

/** In the order of the table `webhook_attempt`, behind its id. */
const attempts = columns<Attempt>([
  ['event_id', 'bigint', ({ eventId }) => eventId],
  ['endpoint_id', 'bigint', ({ endpointId }) => endpointId],
  ['job_id', 'bigint', ({ jobId }) => jobId],
  ['n', 'bigint', ({ n }) => n],
  ['at', 'bigint', ({ atMs }) => atMs],
  ['outcome', 'text', ({ outcome }) => outcome],
  ['status', 'bigint', ({ status }) => status],
  ['error', 'text', ({ error }) => error],
  ['duration_ms', 'bigint', ({ durationMs }) => durationMs],
  ['ip', 'text', ({ ip }) => ip],
  ['response_head', 'text', ({ responseHead }) => responseHead],
  ['response_body', 'text', ({ responseBody }) => responseBody],
  ['url', 'text', ({ url }) => url],
  ['resolve_ms', 'bigint', ({ phases }) => phases.resolveMs],
  ['connect_ms', 'bigint', ({ phases }) => phases.connectMs],
  ['tls_ms', 'bigint', ({ phases }) => phases.tlsMs],
  ['answer_ms', 'bigint', ({ phases }) => phases.answerMs],
]);

const firstOnes = attempts.names
  .split(', ')
  .filter((name) => name !== 'event_id' && name !== 'n' && name !== 'outcome')
  .map((name) => `first_${name} = received.${name}`)
  .join(', ');

/** Events are updated in the order of their ids, so that two processes never wait for each other. */
const attemptStatement: Statement = {
  name: 'insert attempts',
  text: `
    WITH given AS (SELECT * FROM ${attempts.rows()}), received AS (
      SELECT DISTINCT ON (event_id) * FROM given WHERE n = 1 AND outcome = 'delivered'
      ORDER BY event_id, place
    ), noted AS (
      UPDATE webhook_event SET ${firstOnes}
      FROM received WHERE ${byIndex('webhook_event.id', 'received.event_id')} AND first_at IS NULL
        AND coalesce(first_job_id, received.job_id) = received.job_id
      RETURNING received.place
    )
    INSERT INTO webhook_attempt (${attempts.names})
    SELECT ${attempts.names} FROM given
    WHERE (place IN (SELECT place FROM noted)) IS NOT TRUE ORDER BY place`,
};

const settled = columns<DeliverySettlement>([
  ['job_id', 'bigint', ({ job }) => job.id],
  ['attempt_read', 'bigint', ({ job }) => job.attempt],
  ['attempt', 'bigint', ({ retry }) => retry?.attempt ?? null],
  ['due_at', 'bigint', ({ retry }) => retry?.dueAtMs ?? null],
  ['lease', 'text', ({ retry }) => retry?.lease?.name ?? null],
  ['epoch', 'bigint', ({ retry }) => retry?.lease?.epoch ?? null],
]);

/** Of the same job twice: that it is done, whatever else; else what was decided first. */
const settleStatement: Statement = {
  name: 'settle deliveries',
  text: `
    WITH given AS (
      SELECT DISTINCT ON (job_id) * FROM ${settled.rows()}
      ORDER BY job_id, attempt IS NOT NULL, place
    ), done AS (
      DELETE FROM job USING given
      WHERE ${byIndex('job.id', 'given.job_id')} AND given.attempt IS NULL
    )
    UPDATE job SET attempt = given.attempt, due_at = given.due_at
    FROM given WHERE ${byIndex('job.id', 'given.job_id')} AND job.attempt = given.attempt_read
      AND given.attempt IS NOT NULL AND ${isCurrent('given')}`,
};

const done = columns<DeliverySettlement>([['job_id', 'bigint', ({ job }) => job.id]]);

/** As nearly always: none of them is tried again. */
const doneStatement: Statement = {
  name: 'finish deliveries',
  text: `DELETE FROM job WHERE id = ANY (${done.array('job_id')}::bigint[])`,
};

/** What is lost with a server is one repeated delivery each, so the disk is not waited for. */
async function settleDeliveries(
  transactions: Transactions,
  settlements: readonly DeliverySettlement[],
): Promise<readonly undefined[]> {
  const tried = attempts.arrays(settlements.map(({ attempt }) => attempt));
  const areDone = settlements.every(({ retry }) => retry === undefined);
  const [statement, rows] = areDone
    ? [doneStatement, done.arrays(settlements)]
    : [settleStatement, settled.arrays(settlements)];
  const write = (connection: Statements): Promise<unknown> =>
    Promise.all([connection.run(attemptStatement, tried), connection.run(statement, rows)]);
  await transactAtOnce(transactions, { write, relaxed: true });
  return settlements.map(() => undefined);
}

const laneStates = columns<LaneState>([
  ['lane', 'text', ({ lane }) => lane],
  ['open_until', 'bigint', ({ openUntilMs }) => openUntilMs],
  ['failures', 'bigint', ({ failures }) => failures],
  ['failing_since', 'bigint', ({ failingSinceMs }) => failingSinceMs],
  ['failed_attempts', 'bigint', ({ failedAttempts }) => failedAttempts],
  ['warned', 'bigint', ({ warned }) => warned],
]);

const laneStatesStatement: Statement = {
  name: 'lane states',
  text: `
    SELECT lane, open_until AS "openUntilMs", failures, failing_since AS "failingSinceMs",
      failed_attempts AS "failedAttempts", warned
    FROM lane_state WHERE lane >= $1 AND lane < $2`,
};

/** Of the same lane twice the last counts. */
const saveStatesStatement: Statement = {
  name: 'save lane states',
  text: `
    INSERT INTO lane_state (${laneStates.names})
    SELECT DISTINCT ON (lane) ${laneStates.names} FROM ${laneStates.rows()}
    ORDER BY lane, place DESC
    ON CONFLICT (lane) DO UPDATE SET open_until = excluded.open_until,
      failures = excluded.failures, failing_since = excluded.failing_since,
      failed_attempts = excluded.failed_attempts, warned = excluded.warned`,
};
