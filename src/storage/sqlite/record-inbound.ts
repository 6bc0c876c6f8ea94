/** Received messages in one commit: parts join their groups, whole messages close them. */
import type { DatabaseSync } from 'node:sqlite';
import type { InboundResult } from '#sms/inbound/inbound-store.ts';
import { asGroups, type GroupRow, groupColumns, joinedByGroup } from '../inbound-rows.ts';
import { putEvents } from './events.ts';
import type { InboundRows, MessageRows, PartRows } from './inbound-rows.ts';
import { type Row, textOctets } from './rows.ts';

export function recordInbound(
  db: DatabaseSync,
): (items: readonly InboundRows[]) => readonly InboundResult[] {
  const part = recordPart(db);
  const message = recordMessage(db);
  return (items) => items.map((item) => (item.kind === 'part' ? part(item) : message(item)));
}

type Standing = { readonly id: number; readonly octets: Uint8Array | null };

function recordPart(db: DatabaseSync): (rows: PartRows) => InboundResult {
  // Newest first, each with what it has under this part's number.
  const find = db.prepare(`
    SELECT inbound_group.id, inbound_part.octets FROM inbound_group LEFT JOIN inbound_part
      ON inbound_part.group_id = inbound_group.id AND inbound_part.number = ?
    WHERE sender = ? AND receiver = ? AND reference = ? AND total = ? AND operator_id = ?
      AND received_at > ? ORDER BY inbound_group.id DESC`);
  const open = db.prepare(`
    INSERT INTO inbound_group
      (sender, receiver, reference, total, operator_id, received_at, due_at, closed)
    VALUES (?, ?, ?, ?, ?, ?, ?, 0)`);
  const insert = db.prepare('INSERT INTO inbound_part VALUES (?, ?, ?, ?, ?, ?, ?)');
  const whole = wholeGroup(db);

  const openGroup = (text: Row, receivedAtMs: number, dueAtMs: number): number =>
    Number(open.run(...text, receivedAtMs, dueAtMs).lastInsertRowid);

  return ({ text, receivedAtMs, awaitedMs, part }) => {
    const [number, ...coding] = part.slice(0, -1);
    const octets = textOctets(String(part.at(-1)));
    const sinceMs = receivedAtMs - awaitedMs;
    const standing = find.all(number ?? null, ...text, sinceMs) as Standing[];
    if (standing.some((each) => each.octets !== null && octets.equals(each.octets))) {
      return { kind: 'repeated' };
    }
    const lacking = standing.find((each) => each.octets === null)?.id;
    const groupId = lacking ?? openGroup(text, receivedAtMs, receivedAtMs + awaitedMs);
    insert.run(groupId, number ?? null, ...coding, octets);
    return whole(groupId, receivedAtMs);
  };
}

/** A group that has all its parts falls due at once: the process that is told may not live to make the message. */
function wholeGroup(db: DatabaseSync): (groupId: number, nowMs: number) => InboundResult {
  const hasten = db.prepare(`
    UPDATE inbound_group SET due_at = ? WHERE id = ?
      AND total = (SELECT count(*) FROM inbound_part WHERE group_id = inbound_group.id)`);
  const read = db.prepare(`
    SELECT ${groupColumns} FROM ${joinedByGroup} WHERE inbound_group.id = ? ORDER BY inbound_part.number`);
  return (groupId, nowMs) => {
    if (hasten.run(nowMs, groupId).changes === 0) return { kind: 'stored' };
    const [group] = asGroups(read.all(groupId) as GroupRow[]);
    return group === undefined ? { kind: 'stored' } : { kind: 'complete', group };
  };
}

function recordMessage(db: DatabaseSync): (rows: MessageRows) => InboundResult {
  const close = db.prepare('UPDATE inbound_group SET closed = 1 WHERE id = ? AND closed = 0');
  const insert = db.prepare(`
    INSERT INTO inbound_message (operator_id, sender, receiver, kind, account_id, text, data_coding,
      received_at, parts_received, parts_total, answers_message_id, test, octets)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const put = putEvents(db);
  return ({ message, owed, groupId }) => {
    // Somebody else has made the message of this group.
    if (groupId !== null && close.run(groupId).changes === 0) return { kind: 'repeated' };
    insert.run(...message.slice(0, -1), textOctets(String(message.at(-1))));
    put(owed);
    return { kind: 'stored' };
  };
}
