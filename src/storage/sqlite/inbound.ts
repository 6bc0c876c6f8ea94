/** Received messages on SQLite, in the order of their interface. */

import type { DatabaseSync } from 'node:sqlite';
import type { InboundStore, LastSent } from '#sms/inbound/inbound-store.ts';
import { asGroups, type GroupRow, groupColumns, joinedByGroup } from '../inbound-rows.ts';
import type { SharedInbound } from '../queries/inbound.ts';
import { inboundRows } from './inbound-rows.ts';
import { rowsFrom } from './read-rows.ts';
import { recordInbound } from './record-inbound.ts';
import type { WriterCalls } from './writer-calls.ts';

export function inboundWrites(db: DatabaseSync) {
  const hasten = db.prepare(`
    UPDATE inbound_group SET due_at = ?1 WHERE due_at > ?1 AND id IN (
      SELECT id FROM inbound_group WHERE operator_id = ?2 AND closed = 0
      ORDER BY id DESC LIMIT -1 OFFSET ?3)`);
  const old = `SELECT id FROM inbound_group WHERE closed = 1 AND received_at < ?
    ORDER BY received_at LIMIT ?`;
  const forgetParts = db.prepare(`DELETE FROM inbound_part WHERE group_id IN (${old})`);
  const forget = db.prepare(`DELETE FROM inbound_group WHERE id IN (${old})`);
  return {
    recordInbound: recordInbound(db),
    hastenGroups: (operatorId: number, max: number, nowMs: number): number =>
      Number(hasten.run(nowMs, operatorId, max).changes),
    forgetGroups(beforeMs: number, limit: number): number {
      forgetParts.run(beforeMs, limit);
      return Number(forget.run(beforeMs, limit).changes);
    },
  };
}

export function inboundStore(
  db: DatabaseSync,
  writer: WriterCalls<ReturnType<typeof inboundWrites>>,
): Omit<InboundStore, keyof SharedInbound> {
  const lastSent = db.prepare(`
    SELECT last_sent.account_id AS accountId, last_sent.message_id AS messageId,
      reply_address.url AS replyUrl, reply_address.endpoint_id AS replyEndpointId
    FROM last_sent LEFT JOIN reply_address ON reply_address.message_id = last_sent.message_id
    WHERE number = ? AND phone = ? AND test = ? AND at >= ?`);
  const prepare = rowsFrom(db);
  const due = prepare<GroupRow>(`
    SELECT ${groupColumns} FROM ${joinedByGroup} WHERE inbound_group.id IN (
      SELECT id FROM inbound_group WHERE closed = 0 AND due_at <= ? ORDER BY due_at LIMIT ?)
    ORDER BY inbound_group.due_at, inbound_group.id, inbound_part.number`);
  return {
    recordInbound: (items) =>
      writer.call(
        'recordInbound',
        items.map((item) => inboundRows(item)),
      ),
    findLastSent: async ({ number, phone, test, sinceMs }) =>
      lastSent.get(number, phone, test ? 1 : 0, sinceMs) as LastSent | undefined,
    dueGroups: async (nowMs, limit) => asGroups(due(nowMs, limit)),
    hastenGroups: (operatorId, max, nowMs) => writer.call('hastenGroups', operatorId, max, nowMs),
    forgetGroups: (beforeMs, limit) => writer.call('forgetGroups', beforeMs, limit),
  };
}
