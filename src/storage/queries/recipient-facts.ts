/** What became of the parts of a recipient: submits, waiting jobs, choices of route, PDUs, and the refund. */
import { sql } from 'kysely';
import { messageIdOf, partSlots, placeOfPart } from '#model/ids.ts';
import { readRouteReason } from '#model/route-reason.ts';
import type { KeptPdu } from '#sms/records/kept-pdu.ts';
import type { RecipientFacts, WaitingRecord } from '#sms/records/message-record-store.ts';
import { eventIdsIn } from '../event-ids-text.ts';
import type { Database } from './database.ts';
import { fields, rowMaker } from './fields.ts';
import { lanesOf } from './sent-messages.ts';

const submitFields = fields(
  'submitted_part',
  'part_id operator_id remote_id outcome word error submitted_at reported_at',
);
const pduNames = 'part_id operator_id at command status octets text';
const pduFields = fields('message_pdu', pduNames);
const pduRow = rowMaker('message_pdu', pduNames);

export async function findRecipientFacts(
  database: Database,
  accountId: number,
  recipientId: number,
): Promise<RecipientFacts | undefined> {
  const { build } = database;
  const messageId = messageIdOf(recipientId);
  const query = build
    .selectFrom('recipient')
    .innerJoin('message', (join) => join.on('message.id', '=', messageId))
    .select(['recipient.operator_id as operatorId', 'recipient.form'])
    .select(['recipient.refused_parts as refusedParts', 'recipient.event_ids'])
    .where('recipient.id', '=', recipientId)
    .where('message.account_id', '=', accountId);
  const [found] = await database.read(query);
  if (found === undefined) return undefined;
  const { event_ids: eventIds, ...recipient } = found;
  const [submits, waiting, choices, pdus, [refund]] = await Promise.all([
    listSubmits(database, recipientId),
    listWaiting(database, accountId, recipientId),
    listChoices(database, recipientId),
    listPdus(database, recipientId),
    database.read(
      build
        .selectFrom('movement')
        .select(['at as atMs', 'amount'])
        .where('recipient_id', '=', recipientId),
    ),
  ]);
  return { ...recipient, eventIds: eventIdsIn(eventIds), submits, waiting, choices, pdus, refund };
}

async function listSubmits(database: Database, recipientId: number) {
  const query = database.build
    .selectFrom('submitted_part')
    .select(submitFields)
    .where('recipient_id', '=', recipientId)
    .orderBy('id');
  const rows = await database.read(query);
  return rows.map(({ partId, ...rest }) => ({ part: placeOfPart(partId), ...rest }));
}

/** Jobs have no index by what they are about: so many of the account's are looked at. */
const waitingLook = 20_000;

async function listWaiting(
  database: Database,
  accountId: number,
  recipientId: number,
): Promise<readonly WaitingRecord[]> {
  const { build } = database;
  const next = build
    .selectFrom('job')
    .select(['id', 'subject', 'lane', 'due_at', 'attempt', 'unanswered'])
    .where('lane', 'in', lanesOf(accountId))
    .limit(waitingLook);
  const query = build
    .selectFrom(next.as('next'))
    .select(['subject', 'lane', 'due_at as dueAtMs', 'attempt', 'unanswered'])
    .where('subject', '>=', recipientId * partSlots)
    .where('subject', '<', (recipientId + 1) * partSlots)
    .orderBy('subject');
  return (await database.read(query)).map(({ subject, ...rest }) => ({
    part: placeOfPart(subject),
    ...rest,
  }));
}

async function listChoices(database: Database, recipientId: number) {
  const query = database.build
    .selectFrom('route_choice')
    .select(['at as atMs', 'reason'])
    .select(['left_operator_id as leftOperatorId', 'operator_id as operatorId'])
    .where('recipient_id', '=', recipientId)
    .orderBy('at');
  const rows = await database.read(query);
  return rows.map((row) => ({ ...row, reason: readRouteReason(row.reason) }));
}

/** A part that is sent over and over has many. */
const pdusMax = 200;

async function listPdus(database: Database, recipientId: number) {
  const query = database.build
    .selectFrom('message_pdu')
    .select(pduFields)
    .where('part_id', '>=', recipientId * partSlots)
    .where('part_id', '<', (recipientId + 1) * partSlots)
    .orderBy('part_id')
    .orderBy('id')
    .limit(pdusMax);
  const rows = await database.read(query);
  return rows.map(({ partId, ...rest }) => ({ part: placeOfPart(partId), ...rest }));
}

export async function keepPdus(
  database: Database,
  pdus: readonly KeptPdu[],
  keptMax: number,
): Promise<void> {
  const { build } = database;
  const rows = pdus.map((pdu) => pduRow(pdu));
  const bound = sql<number>`(select max(id) - ${keptMax} from message_pdu)`;
  await database.write([
    build.insertInto('message_pdu').values(rows),
    build.deleteFrom('message_pdu').where('id', '<=', bound),
  ]);
}
