/**
 * Received messages in one commit: parts join their groups, whole messages close them.
 *
 * Which group a part joins is judged here, between reading and writing. The operator's row is locked
 * meanwhile: two processes that get two parts of one text must not open a group each.
 */
import { must } from '#core/assert.ts';
import type {
  InboundItem,
  InboundMessage,
  InboundPart,
  InboundResult,
} from '#sms/inbound/inbound-store.ts';
import { asGroups, type GroupRow, groupColumns } from '../inbound-rows.ts';
import { byIndex } from './by-index.ts';
import { columns } from './columns.ts';
import { eventArrays, putEvents } from './events.ts';
import type { Statement, Statements } from './statement.ts';

export type MessageItem = Extract<InboundItem, { readonly kind: 'message' }>;

const asked = columns<InboundPart>([
  ['operator_id', 'bigint', ({ operatorId }) => operatorId],
  ['sender', 'text', ({ sender }) => sender],
  ['receiver', 'text', ({ receiver }) => receiver],
  ['reference', 'bigint', ({ reference }) => reference],
  ['total', 'bigint', ({ total }) => total],
  ['since', 'bigint', ({ receivedAtMs, awaitedMs }) => receivedAtMs - awaitedMs],
]);

const lockStatement: Statement = {
  name: 'lock inbound operators',
  text: `SELECT id FROM operator WHERE id = ANY ($1::bigint[]) ORDER BY id FOR NO KEY UPDATE`,
};

const standingStatement: Statement = {
  name: 'standing inbound groups',
  text: `
    SELECT DISTINCT inbound_group.reference, ${groupColumns}
    FROM ${asked.rows()} JOIN inbound_group
      ON ${byIndex('inbound_group.sender', 'given.sender')} AND inbound_group.receiver = given.receiver
      AND inbound_group.reference = given.reference AND inbound_group.total = given.total
      AND inbound_group.operator_id = given.operator_id AND inbound_group.received_at > given.since
    JOIN inbound_part ON ${byIndex('inbound_part.group_id', 'inbound_group.id')}
    ORDER BY inbound_group.id DESC, inbound_part.number`,
};

const idsStatement: Statement = {
  name: 'ids of inbound groups',
  text: `SELECT nextval(pg_get_serial_sequence('inbound_group', 'id')) AS id
    FROM generate_series(1, $1::bigint)`,
};

type Group = {
  readonly id: number;
  readonly receivedAtMs: number;
  readonly parts: Map<number, InboundPart>;
};

export type Standing = {
  /** By what names their text, newest first. */
  readonly groups: Map<string, Group[]>;
  readonly newIds: number[];
};

/** Reads and locks what the parts are judged by. */
export async function lookAtParts(
  connection: Statements,
  parts: readonly InboundPart[],
): Promise<Standing> {
  if (parts.length === 0) return { groups: new Map(), newIds: [] };
  const operatorIds = [...new Set(parts.map(({ operatorId }) => operatorId))];
  const [, standing, ids] = await Promise.all([
    connection.run(lockStatement, [`{${operatorIds.join(',')}}`]),
    connection.run<GroupRow & { readonly reference: number }>(
      standingStatement,
      asked.arrays(parts),
    ),
    connection.run<{ id: number }>(idsStatement, [parts.length]),
  ]);
  const groups = new Map<string, Group[]>();
  const references = new Map(standing.rows.map(({ id, reference }) => [id, reference]));
  for (const { id, receivedAtMs, parts: standingParts, ...text } of asGroups(standing.rows)) {
    const reference = must(references.get(id), 'reference of a group');
    const key = keyOf({ ...text, reference });
    const rest = { ...text, reference, receivedAtMs, awaitedMs: 0 };
    const byNumber = standingParts.map((part) => [part.number, { ...rest, ...part }] as const);
    const group = { id, receivedAtMs, parts: new Map(byNumber) };
    groups.set(key, [...(groups.get(key) ?? []), group]);
  }
  return { groups, newIds: ids.rows.map(({ id }) => id) };
}

type Text = Pick<InboundPart, 'operatorId' | 'sender' | 'receiver' | 'reference' | 'total'>;

function keyOf({ operatorId, sender, receiver, reference, total }: Text): string {
  return JSON.stringify([operatorId, sender, receiver, reference, total]);
}

type NewGroup = { readonly id: number; readonly part: InboundPart };
type NewPart = { readonly groupId: number; readonly part: InboundPart };

const newGroups = columns<NewGroup>([
  ['id', 'bigint', ({ id }) => id],
  ['operator_id', 'bigint', ({ part }) => part.operatorId],
  ['sender', 'text', ({ part }) => part.sender],
  ['receiver', 'text', ({ part }) => part.receiver],
  ['reference', 'bigint', ({ part }) => part.reference],
  ['total', 'bigint', ({ part }) => part.total],
  ['received_at', 'bigint', ({ part }) => part.receivedAtMs],
  ['due_at', 'bigint', ({ part }) => part.receivedAtMs + part.awaitedMs],
]);

const newParts = columns<NewPart>([
  ['group_id', 'bigint', ({ groupId }) => groupId],
  ['number', 'bigint', ({ part }) => part.number],
  ['data_coding', 'bigint', ({ part }) => part.dataCoding],
  ['header_octets', 'bigint', ({ part }) => part.headerOctets],
  ['single_shift', 'bigint', ({ part }) => part.singleShift],
  ['locking_shift', 'bigint', ({ part }) => part.lockingShift],
  ['octets', 'bytea', ({ part }) => part.octets],
]);

const groupsStatement: Statement = {
  name: 'open inbound groups',
  text: `INSERT INTO inbound_group (${newGroups.names}, closed)
    SELECT ${newGroups.names}, 0 FROM ${newGroups.rows()} ORDER BY place`,
};

const partsStatement: Statement = {
  name: 'add inbound parts',
  text: `INSERT INTO inbound_part (${newParts.names})
    SELECT ${newParts.names} FROM ${newParts.rows()} ORDER BY place`,
};

/** A group that has all its parts falls due at once: the process that is told may not live to make the message. */
const hastenStatement: Statement = {
  name: 'complete inbound groups',
  text: `UPDATE inbound_group SET due_at = given.due_at
    FROM unnest($1::bigint[], $2::bigint[]) AS given (id, due_at)
    WHERE ${byIndex('inbound_group.id', 'given.id')}`,
};

export async function recordParts(
  connection: Statements,
  parts: readonly InboundPart[],
  standing: Standing,
): Promise<readonly InboundResult[]> {
  if (parts.length === 0) return [];
  const opened: NewGroup[] = [];
  const added: NewPart[] = [];
  const complete: { readonly id: number; readonly atMs: number }[] = [];
  const results = parts.map((part): InboundResult => {
    const group = judge(part, standing, opened);
    if (group === undefined) return { kind: 'repeated' };
    added.push({ groupId: group.id, part });
    group.parts.set(part.number, part);
    if (group.parts.size < part.total) return { kind: 'stored' };
    complete.push({ id: group.id, atMs: part.receivedAtMs });
    return { kind: 'complete', group: wholeGroup(group, part) };
  });
  const due = [complete.map(({ id }) => id), complete.map(({ atMs }) => atMs)];
  await Promise.all([
    connection.run(groupsStatement, newGroups.arrays(opened)),
    connection.run(partsStatement, newParts.arrays(added)),
    connection.run(
      hastenStatement,
      due.map((values) => `{${values.join(',')}}`),
    ),
  ]);
  return results;
}

/** The newest group of its text that lacks the part, or a new one; undefined: the part is there already. */
function judge(part: InboundPart, { groups, newIds }: Standing, opened: NewGroup[]) {
  const key = keyOf(part);
  const ofText = groups.get(key) ?? [];
  const octets = Buffer.from(part.octets);
  const same = ofText.some((group) => {
    const there = group.parts.get(part.number);
    return there !== undefined && octets.equals(there.octets);
  });
  if (same) return undefined;
  const lacking = ofText.find((group) => !group.parts.has(part.number));
  if (lacking !== undefined) return lacking;
  const id = must(newIds.shift(), 'id of a new group');
  const group: Group = { id, receivedAtMs: part.receivedAtMs, parts: new Map() };
  groups.set(key, [group, ...ofText]);
  opened.push({ id, part });
  return group;
}

function wholeGroup({ id, receivedAtMs, parts }: Group, part: InboundPart) {
  const { operatorId, sender, receiver, total } = part;
  const inOrder = [...parts.values()].toSorted((a, b) => a.number - b.number);
  return {
    id,
    operatorId,
    sender,
    receiver,
    total,
    receivedAtMs,
    parts: inOrder.map(
      ({ number, dataCoding, headerOctets, singleShift, lockingShift, octets }) => ({
        number,
        dataCoding,
        headerOctets,
        singleShift,
        lockingShift,
        octets,
      }),
    ),
  };
}

const received = columns<MessageItem>([
  ['group_id', 'bigint', ({ groupId }) => groupId],
  ['operator_id', 'bigint', of(({ operatorId }) => operatorId)],
  ['sender', 'text', of(({ sender }) => sender)],
  ['receiver', 'text', of(({ receiver }) => receiver)],
  ['kind', 'text', of(({ kind }) => kind)],
  ['account_id', 'bigint', of(({ accountId }) => accountId)],
  ['text', 'text', of(({ text }) => text ?? null)],
  ['octets', 'bytea', of(({ octets }) => octets)],
  ['data_coding', 'bigint', of(({ dataCoding }) => dataCoding)],
  ['received_at', 'bigint', of(({ receivedAtMs }) => receivedAtMs)],
  ['parts_received', 'bigint', of(({ partsReceived }) => partsReceived)],
  ['parts_total', 'bigint', of(({ partsTotal }) => partsTotal)],
  ['answers_message_id', 'bigint', of(({ answersMessageId }) => answersMessageId)],
  ['test', 'bigint', of(({ test }) => test)],
]);

function of<Value>(read: (message: InboundMessage) => Value): (item: MessageItem) => Value {
  return ({ message }) => read(message);
}

const inserted = received.names.replace('group_id, ', '');

/** A group is closed once: who comes second has nothing to store. */
const messageStatement: Statement = {
  name: 'record inbound messages',
  text: `
    WITH given AS (SELECT * FROM ${received.rows()}), closed AS (
      UPDATE inbound_group SET closed = 1 FROM given
      WHERE ${byIndex('inbound_group.id', 'given.group_id')} AND inbound_group.closed = 0
      RETURNING given.place
    ), changed AS (
      SELECT * FROM given WHERE group_id IS NULL OR (place IN (SELECT place FROM closed)) IS TRUE
    ), new_message AS (
      INSERT INTO inbound_message (${inserted}) SELECT ${inserted} FROM changed ORDER BY place
    ), ${putEvents(received.count + 1)}
    SELECT place FROM changed`,
};

export async function recordMessages(
  connection: Statements,
  items: readonly MessageItem[],
): Promise<readonly InboundResult[]> {
  if (items.length === 0) return [];
  const parameters = [...received.arrays(items), ...eventArrays(items)];
  const { rows } = await connection.run<{ place: number }>(messageStatement, parameters);
  const stored = new Set(rows.map(({ place }) => place));
  return items.map((_, index) => ({ kind: stored.has(index + 1) ? 'stored' : 'repeated' }));
}
