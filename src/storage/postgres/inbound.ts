/** Received messages on PostgreSQL, in the order of their interface. */

import { must } from '#core/assert.ts';
import type {
  InboundItem,
  InboundResult,
  InboundStore,
  LastSent,
} from '#sms/inbound/inbound-store.ts';
import { asGroups, type GroupRow, groupColumns, joinedByGroup } from '../inbound-rows.ts';
import type { SharedInbound } from '../queries/inbound.ts';
import { holdStreams } from './events.ts';
import { gatherLists } from './gathering.ts';
import type { Pool } from './pool.ts';
import { lookAtParts, type MessageItem, recordMessages, recordParts } from './record-inbound.ts';
import type { Statement } from './statement.ts';
import { type Transactions, transact } from './transaction.ts';

const lastSentStatement: Statement = {
  name: 'last sent',
  text: `
    SELECT last_sent.account_id AS "accountId", last_sent.message_id AS "messageId",
      reply_address.url AS "replyUrl", reply_address.endpoint_id AS "replyEndpointId"
    FROM last_sent LEFT JOIN reply_address ON reply_address.message_id = last_sent.message_id
    WHERE number = $1 AND phone = $2 AND test = $3 AND at >= $4`,
};

const dueStatement: Statement = {
  name: 'due inbound groups',
  text: `
    SELECT ${groupColumns} FROM ${joinedByGroup} WHERE inbound_group.id IN (
      SELECT id FROM inbound_group WHERE closed = 0 AND due_at <= $1 ORDER BY due_at, id LIMIT $2)
    ORDER BY inbound_group.due_at, inbound_group.id, inbound_part.number`,
};

const hastenStatement: Statement = {
  name: 'hasten inbound groups',
  text: `
    WITH beyond AS (
      SELECT id FROM inbound_group WHERE operator_id = $1 AND closed = 0
      ORDER BY id DESC OFFSET $2
    ), hastened AS (
      UPDATE inbound_group SET due_at = $3 FROM beyond
      WHERE inbound_group.id = beyond.id AND due_at > $3 RETURNING 1
    )
    SELECT count(*) AS count FROM hastened`,
};

const forgetStatement: Statement = {
  name: 'forget inbound groups',
  text: `
    WITH old AS (
      SELECT id FROM inbound_group WHERE closed = 1 AND received_at < $1
      ORDER BY received_at LIMIT $2
    ), parts AS (
      DELETE FROM inbound_part USING old WHERE inbound_part.group_id = old.id
    ), forgotten AS (
      DELETE FROM inbound_group USING old WHERE inbound_group.id = old.id RETURNING 1
    )
    SELECT count(*) AS count FROM forgotten`,
};

export function inboundStore(transactions: Transactions): Omit<InboundStore, keyof SharedInbound> {
  const { pool, clock } = transactions;
  const recording = gatherLists(
    (items: readonly InboundItem[]) => record(transactions, items),
    clock,
  );
  return {
    recordInbound: (items) => recording.add(items),
    async findLastSent({ number, phone, test, sinceMs }) {
      const parameters = [number, phone, test ? 1 : 0, sinceMs];
      const [row] = await pool.rows<LastSent>(lastSentStatement, parameters);
      return row;
    },
    dueGroups: async (nowMs, limit) =>
      asGroups(await pool.rows<GroupRow>(dueStatement, [nowMs, limit])),
    hastenGroups: (operatorId, max, nowMs) =>
      countOf(pool, hastenStatement, [operatorId, max, nowMs]),
    forgetGroups: (beforeMs, limit) => countOf(pool, forgetStatement, [beforeMs, limit]),
  };
}

async function countOf(
  pool: Pool,
  statement: Statement,
  parameters: readonly number[],
): Promise<number> {
  const [row] = await pool.rows<{ count: number }>(statement, parameters);
  return row?.count ?? 0;
}

/** Parts and messages each in one statement; the answers come in the order of the items. */
async function record(
  transactions: Transactions,
  items: readonly InboundItem[],
): Promise<readonly InboundResult[]> {
  const parts = items.flatMap((item) => (item.kind === 'part' ? [item.part] : []));
  const messages = items.filter((item): item is MessageItem => item.kind === 'message');
  const [, ofParts, ofMessages] = await transact(transactions, {
    look: (connection) => lookAtParts(connection, parts),
    write: (connection, standing) =>
      Promise.all([
        holdStreams(connection, messages),
        recordParts(connection, parts, standing),
        recordMessages(connection, messages),
      ]),
  });
  const next = { part: ofParts.values(), message: ofMessages.values() };
  return items.map(({ kind }) => must(next[kind].next().value, 'result'));
}
