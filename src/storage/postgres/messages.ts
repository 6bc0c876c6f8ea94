/** Messages on PostgreSQL, in the order of their interface. */

import type { Millionths } from '#core/money.ts';
import { partsOfMessage, recipientSlots } from '#model/ids.ts';
import { testColumnOf } from '#model/key-mode.ts';
import type {
  FactResults,
  Facts,
  MessageStore,
  Receipt,
  ReceiptSpan,
  SubmittedPart,
} from '#sms/message-store.ts';
import type { RecipientStatus } from '#sms/send-request.ts';
import { paidCost } from '../paid-cost.ts';
import {
  asClaimable,
  asOwedPart,
  asSubmittedPart,
  type ClaimableRow,
  claimableText,
  joinedByPart,
  keptText,
  type PartRow,
  partsText,
  type SubmittedRow,
  submittedColumns,
} from '../part-rows.ts';
import type { SharedMessages } from '../queries/sent-messages.ts';
import { messageAcceptance } from './accept-messages.ts';
import { columns } from './columns.ts';
import { holdStreams } from './events.ts';
import { Gathering, gatherLists, inShares } from './gathering.ts';
import { lanesFound } from './jobs.ts';
import type { Pool } from './pool.ts';
import { recordFacts } from './record-facts.ts';
import type { Statement, Statements } from './statement.ts';
import { type Backends, type Transactions, transactAtOnce } from './transaction.ts';

export function messageStore({
  queries,
  writes,
}: Backends): Omit<MessageStore, keyof SharedMessages> {
  const { pool } = queries;
  const { clock } = writes;
  const accepting = gatherLists(messageAcceptance(writes), clock);
  const facts = new Gathering((calls: readonly Facts[]) => recordTogether(writes, calls), {
    clock,
    sizeOf: ({ submits, receipts, refusals }) => submits.length + receipts.length + refusals.length,
  });
  return {
    acceptMessages: (items) => accepting.add(items),
    async dueParts({ lane, nowMs, limit }) {
      const rows = await pool.rows<PartRow>(duePartsStatement, [lane, nowMs, limit]);
      return rows.map((row) => asOwedPart(row));
    },
    recordFacts: (learned) => facts.add(learned),
    ...intents(pool),
    matchOrKeepReceipts: (items) => matchOrKeepReceipts(pool, items),
    async keptReceipts() {
      const [span] = await pool.rows<ReceiptSpan>(keptStatement, []);
      return span;
    },
    async claimableReceipts(limit, { first = 0, last = Number.MAX_SAFE_INTEGER } = {}) {
      const rows = await pool.rows<ClaimableRow>(claimableStatement, [first, last, limit]);
      return rows.map((row) => asClaimable(row));
    },
    ...forgetting(pool),
    async countToSend(reach, max) {
      const parameters = ['sms/', 'sms0', `%/${reach.accountId}`, max, testColumnOf(reach)];
      const [row] = await pool.rows<{ count: number }>(toSendStatement, parameters);
      return row?.count ?? 0;
    },
    findStatus: findStatus(pool),
  };
}

/** The calls as one: all submits, then all receipts, then all refusals. */
async function recordTogether(
  transactions: Transactions,
  calls: readonly Facts[],
): Promise<readonly FactResults[]> {
  const all: Facts = {
    submits: calls.flatMap(({ submits }) => submits),
    receipts: calls.flatMap(({ receipts }) => receipts),
    refusals: calls.flatMap(({ refusals }) => refusals),
  };
  const write = async (to: Statements): Promise<FactResults> => {
    const facts = [...all.receipts, ...all.refusals];
    const [, recorded] = await Promise.all([holdStreams(to, facts), recordFacts(to, all)]);
    return recorded;
  };
  const results = await transactAtOnce(transactions, { write });
  const submits = inShares(results.submits, lengths(calls, 'submits'));
  const receipts = inShares(results.receipts, lengths(calls, 'receipts'));
  const refusals = inShares(results.refusals, lengths(calls, 'refusals'));
  return calls.map((_, call) => ({
    submits: submits[call] ?? [],
    receipts: receipts[call] ?? [],
    refusals: refusals[call] ?? [],
  }));
}

function lengths(calls: readonly Facts[], kind: keyof Facts): readonly number[] {
  return calls.map((call) => call[kind].length);
}

const duePartsStatement: Statement = {
  name: 'due parts',
  text: partsText('job.lane = $1 AND job.due_at <= $2 ORDER BY job.due_at, job.id LIMIT $3'),
};

const intendStatement: Statement = {
  name: 'intend submits',
  text: `
    WITH current AS (
      SELECT 1 FROM lease WHERE name = $2 AND epoch = $3
    ), noted AS (
      INSERT INTO submit_intent SELECT unnest($1::bigint[]) FROM current ON CONFLICT DO NOTHING
    )
    SELECT 1 FROM current`,
};
const withdrawStatement: Statement = {
  name: 'withdraw intents',
  text: 'DELETE FROM submit_intent WHERE job_id = ANY ($1::bigint[])',
};

function intents(pool: Pool): Pick<MessageStore, 'intendSubmits' | 'withdrawIntents'> {
  return {
    async intendSubmits(jobIds, { name, epoch }) {
      const current = await pool.rows(intendStatement, [`{${jobIds.join(',')}}`, name, epoch]);
      return current.length > 0;
    },
    async withdrawIntents(jobIds) {
      await pool.rows(withdrawStatement, [`{${jobIds.join(',')}}`]);
    },
  };
}

const receipts = columns<Receipt>([
  ['operator_id', 'bigint', ({ operatorId }) => operatorId],
  ['remote_id', 'text', ({ remoteId }) => remoteId],
  ['phone', 'text', ({ phone }) => phone],
  ['outcome', 'text', ({ outcome }) => outcome],
  ['word', 'text', ({ word }) => word],
  ['error', 'text', ({ error }) => error],
  ['received_at', 'bigint', ({ receivedAtMs }) => receivedAtMs],
  ['done_at', 'bigint', ({ doneAtMs }) => doneAtMs],
  ['address', 'text', ({ address }) => address],
]);

/**
 * Operators use their ids again: the part of the receipt's own phone, else, where it may be, the newest.
 *
 * A submit that another connection is just storing is not seen here, and its look for kept receipts
 * does not see this one: `claimableReceipts` finds the two.
 */
const matchStatement: Statement = {
  name: 'match or keep receipts',
  text: `
    WITH given AS (SELECT * FROM ${receipts.rows()}), matched AS (
      SELECT given.place, part.* FROM given CROSS JOIN LATERAL (
        SELECT ${submittedColumns}
        FROM submitted_part ${joinedByPart('submitted_part.part_id')}
        WHERE submitted_part.operator_id = given.operator_id
          AND submitted_part.remote_id = given.remote_id AND submitted_part.awaited = 1
          AND (given.address <> 'require' OR submitted_part.phone = given.phone)
        ORDER BY given.address = 'prefer' AND submitted_part.phone = given.phone DESC,
          submitted_part.id DESC LIMIT 1
      ) AS part
    ), kept AS (
      INSERT INTO unmatched_receipt (${receipts.names})
      SELECT ${receipts.names} FROM given
      WHERE (place IN (SELECT place FROM matched)) IS NOT TRUE ORDER BY place
    )
    SELECT * FROM matched`,
};

async function matchOrKeepReceipts(
  pool: Pool,
  items: readonly Receipt[],
): Promise<readonly (SubmittedPart | undefined)[]> {
  const rows = await pool.rows<SubmittedRow & { readonly place: number }>(
    matchStatement,
    receipts.arrays(items),
  );
  const matched = new Map(rows.map((row) => [row.place, asSubmittedPart(row)]));
  return items.map((_, index) => matched.get(index + 1));
}

const claimableStatement: Statement = {
  name: 'claimable receipts',
  text: claimableText({ first: '$1', last: '$2', limit: '$3' }),
};

const keptStatement: Statement = { name: 'kept receipts', text: keptText };

const forgetReceiptsStatement: Statement = {
  name: 'forget receipts',
  text: `
    WITH old AS (
      SELECT id FROM unmatched_receipt WHERE received_at < $1 ORDER BY id LIMIT $2
    ), forgotten AS (
      DELETE FROM unmatched_receipt USING old WHERE unmatched_receipt.id = old.id RETURNING 1
    )
    SELECT count(*) AS count FROM forgotten`,
};
const forgetRepliesStatement: Statement = {
  name: 'forget replies',
  text: `
    WITH old AS (
      SELECT account_id, key FROM idempotent_request WHERE created_at < $1
      ORDER BY created_at LIMIT $2
    ), forgotten AS (
      DELETE FROM idempotent_request AS reply USING old
      WHERE reply.account_id = old.account_id AND reply.key = old.key AND reply.created_at < $1
      RETURNING 1
    )
    SELECT count(*) AS count FROM forgotten`,
};

function forgetting(pool: Pool): Pick<MessageStore, 'forgetReceipts' | 'forgetReplies'> {
  const forget = (statement: Statement) => async (beforeMs: number, limit: number) =>
    (await pool.rows<{ count: number }>(statement, [beforeMs, limit]))[0]?.count ?? 0;
  return {
    forgetReceipts: forget(forgetReceiptsStatement),
    forgetReplies: forget(forgetRepliesStatement),
  };
}

const toSendStatement: Statement = {
  name: 'count to send',
  text: `
    ${lanesFound} SELECT count(*) AS count FROM (
      SELECT 1 FROM found JOIN job ON job.lane = found.lane
      JOIN message ON message.id = job.subject / ${partsOfMessage}
      WHERE found.lane LIKE $3 AND message.test = $5 LIMIT $4
    ) AS counted`,
};

type StatusRow = {
  readonly state: 'accepted' | RecipientStatus['state'];
  readonly changed_at: number;
  readonly cost: Millionths;
  readonly currency: string;
};

const statusStatement: Statement = {
  name: 'find status',
  text: `
    SELECT recipient.state, recipient.changed_at, ${paidCost} AS cost, message.currency
    FROM message JOIN recipient
      ON recipient.id >= message.id * ${recipientSlots} AND recipient.id < (message.id + 1) * ${recipientSlots}
    WHERE message.id = $1 AND message.account_id = $2 AND recipient.phone = $3 AND message.test = $4`,
};

function findStatus(pool: Pool): MessageStore['findStatus'] {
  return async (reach, messageId, phone) => {
    const values = [messageId, reach.accountId, phone, testColumnOf(reach)];
    const rows = await pool.rows<StatusRow>(statusStatement, values);
    const [row] = rows;
    if (row === undefined) return undefined;
    const { cost, currency, changed_at: atMs } = row;
    const state = row.state === 'accepted' ? 'waiting' : row.state;
    return { messageId, phone, state, atMs, cost, currency };
  };
}
