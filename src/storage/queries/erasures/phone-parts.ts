/** What is kept of a person who is known by a phone. */

import { sql } from 'kysely';
import type { ErasureScope } from '#accounts/erasure-store.ts';
import { erasedPhone } from '#core/erased.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import { messageIdOf, partSlots, partsOfMessage, recipientSlots } from '#model/ids.ts';
import { voicemailLane } from '#model/notice-lanes.ts';
import type { Database, WriteStep } from '../database.ts';
import { idsOf, inCommits, type KeptPart, scan } from './kept-part.ts';
import { requestsShowing } from './masked-requests.ts';

const ended = ['delivered', 'not delivered'] as const;

function phoneOf({ subject }: ErasureScope): PhoneNumber {
  // Asked of subjects that are phones alone.
  return subject.kind === 'phone' ? subject.phone : erasedPhone;
}

/** As calls and voicemail write it. */
function writtenForms(scope: ErasureScope): readonly string[] {
  const phone = phoneOf(scope);
  return [phone, `+${phone}`];
}

/** What was sent to the phone, and nothing more will become of. */
const messages: KeptPart = {
  part: 'messages',
  async *pages(database, scope) {
    let query = database.build
      .selectFrom('recipient')
      .innerJoin('message', (join) =>
        join.on('message.id', '=', sql<number>`recipient.id / ${sql.lit(recipientSlots)}`),
      )
      .select(['recipient.id', 'message.account_id as accountId', 'message.sender', 'message.tag'])
      .select(['message.accepted_at as acceptedAtMs', 'recipient.state', 'recipient.phone'])
      .select((row) => row.fn.coalesce('recipient.text', 'message.text').as('text'))
      .where('recipient.phone', '=', phoneOf(scope))
      .where('recipient.state', 'in', ended)
      .orderBy('recipient.id');
    if (scope.accountId !== undefined) {
      query = query.where('message.account_id', '=', scope.accountId);
    }
    yield* inCommits(await database.read(query));
  },
  steps: ({ build }, rows) => {
    const ids = idsOf(rows);
    const messageIds = [...new Set(ids.map((id) => messageIdOf(id)))];
    const others = build
      .selectFrom('recipient')
      .select('recipient.id')
      .where('recipient.id', '>=', sql<number>`message.id * ${sql.lit(recipientSlots)}`)
      .where('recipient.id', '<', sql<number>`(message.id + 1) * ${sql.lit(recipientSlots)}`)
      .where('recipient.phone', '<>', erasedPhone);
    return [
      pdusOf(build, ids),
      build
        .updateTable('recipient')
        .set({ phone: erasedPhone, text: sql`CASE WHEN text IS NULL THEN NULL ELSE '' END` })
        .where('id', 'in', ids),
      build
        .updateTable('message')
        .set({ text: '', submission: null, report_url: null })
        .where('id', 'in', messageIds)
        .where((is) => is.not(is.exists(others))),
    ];
  },
};

/** Their octets have phone and text. */
function pdusOf(build: Database['build'], recipientIds: readonly number[]) {
  return build
    .deleteFrom('message_pdu')
    .where(sql<number>`part_id / ${sql.lit(partSlots)}`, 'in', recipientIds);
}

/** Of further submits: the first one's stands with the message. */
const receipts: KeptPart = {
  part: 'receipts',
  pages: (database, scope) =>
    scan(database, 'further_submit', ({ after, to }) => {
      const query = database.build
        .selectFrom('further_submit')
        .select(['further_submit.id', 'further_submit.submitted_at as submittedAtMs'])
        .select(['further_submit.phone', 'further_submit.word'])
        .where('further_submit.id', '>', after)
        .where('further_submit.id', '<=', to)
        .where('further_submit.phone', '=', phoneOf(scope))
        .where('further_submit.awaited', '=', 0);
      if (scope.accountId === undefined) return query;
      const own = database.build
        .selectFrom('message')
        .select('message.id')
        .where('message.account_id', '=', scope.accountId)
        .where('message.id', '=', sql<number>`further_submit.part_id / ${sql.lit(partsOfMessage)}`);
      return query.where((is) => is.exists(own));
    }),
  steps: ({ build }, rows) => [
    build.updateTable('further_submit').set({ phone: erasedPhone }).where('id', 'in', idsOf(rows)),
  ],
};

const replies: KeptPart = {
  part: 'replies',
  pages: (database, scope) =>
    scan(database, 'inbound_message', ({ after, to }) => {
      const query = database.build
        .selectFrom('inbound_message')
        .select(['id', 'account_id as accountId', 'sender', 'receiver', 'text'])
        .select('received_at as receivedAtMs')
        .where('id', '>', after)
        .where('id', '<=', to)
        .where('sender', '=', phoneOf(scope));
      return scope.accountId === undefined
        ? query
        : query.where('account_id', '=', scope.accountId);
    }),
  steps: ({ build }, rows) => [
    build
      .updateTable('inbound_message')
      .set({ sender: erasedPhone, octets: Buffer.alloc(0) })
      .set({ text: sql`CASE WHEN text IS NULL THEN NULL ELSE '' END` })
      .where('id', 'in', idsOf(rows)),
  ],
};

const contacts: KeptPart = {
  part: 'contacts',
  async *pages(database, scope) {
    let query = database.build
      .selectFrom('contact')
      .innerJoin('contact_group', 'contact_group.id', 'contact.group_id')
      .select(['contact.id', 'contact_group.account_id as accountId', 'contact.phone'])
      .select('contact.details')
      .where('contact.phone', '=', phoneOf(scope))
      .orderBy('contact.id');
    if (scope.accountId !== undefined) {
      query = query.where('contact_group.account_id', '=', scope.accountId);
    }
    yield* inCommits(await database.read(query));
  },
  steps: ({ build }, rows) => [build.deleteFrom('contact').where('id', 'in', idsOf(rows))],
};

const voicemails: KeptPart = {
  part: 'voicemails',
  pages: (database, scope) =>
    scan(database, 'voicemail', ({ after, to }) => {
      const query = database.build
        .selectFrom('voicemail')
        .select(['id', 'account_id as accountId', 'number', 'caller', 'caller_name as callerName'])
        .select(['started_at as startedAtMs', 'duration_ms as durationMs'])
        .where('id', '>', after)
        .where('id', '<=', to)
        .where('caller', 'in', writtenForms(scope));
      return scope.accountId === undefined
        ? query
        : query.where('account_id', '=', scope.accountId);
    }),
  steps: ({ build }, rows) => {
    const ids = idsOf(rows);
    return [
      build.deleteFrom('voicemail_audio').where('id', 'in', ids),
      build.deleteFrom('voicemail').where('id', 'in', ids),
      build.deleteFrom('job').where('lane', '=', voicemailLane).where('subject', 'in', ids),
    ];
  },
};

/** Those that somebody has been told of, or never will be. */
const missedCalls: KeptPart = {
  part: 'missedCalls',
  pages: (database, scope) =>
    scan(database, 'missed_call', ({ after, to }) => {
      const query = database.build
        .selectFrom('missed_call')
        .select(['id', 'account_id as accountId', 'number', 'caller', 'at as atMs'])
        .where('id', '>', after)
        .where('id', '<=', to)
        .where('caller', 'in', writtenForms(scope))
        .where('told_at', 'is not', null);
      return scope.accountId === undefined
        ? query
        : query.where('account_id', '=', scope.accountId);
    }),
  steps: ({ build }, rows) => [build.deleteFrom('missed_call').where('id', 'in', idsOf(rows))],
};

/** Those that are not owed any more; the message is erased with the messages. */
const textBacks: KeptPart = {
  part: 'missedCalls',
  pages: (database, scope) =>
    scan(database, 'text_back', ({ after, to }) => {
      const query = database.build
        .selectFrom('text_back')
        .select(['id', 'account_id as accountId', 'number', 'caller', 'at as atMs'])
        .where('id', '>', after)
        .where('id', '<=', to)
        .where('caller', '=', phoneOf(scope))
        .where('state', '<>', 'owed');
      return scope.accountId === undefined
        ? query
        : query.where('account_id', '=', scope.accountId);
    }),
  steps: ({ build }, rows) => [build.deleteFrom('text_back').where('id', 'in', idsOf(rows))],
};

/** Their cost and length stay: they are in the ledger. Of several accounts whose numbers a call went by each may ask. */
const calls: KeptPart = {
  part: 'calls',
  pages: (database, scope) =>
    scan(database, 'call', ({ after, to }) => {
      const forms = writtenForms(scope);
      const query = database.build
        .selectFrom('call')
        .select(['id', 'account_id as accountId', 'number', 'caller', 'target', 'rule'])
        .select(['started_at as startedAtMs', 'billed_s as billedS'])
        .where('id', '>', after)
        .where('id', '<=', to)
        .where((is) => is.or([is('caller', 'in', forms), is('target', 'in', forms)]))
        .where('ended_at', 'is not', null);
      if (scope.accountId === undefined) return query;
      const own = database.build
        .selectFrom('call_hop')
        .select('place')
        .where('call_hop.call_id', '=', sql.ref<number>('call.id'))
        .where('call_hop.account_id', '=', scope.accountId);
      return query.where((is) =>
        is.or([is('account_id', '=', scope.accountId ?? 0), is.exists(own)]),
      );
    }),
  steps: ({ build }, rows, scope) => {
    const forms = writtenForms(scope);
    const phone = phoneOf(scope);
    return [
      build
        .updateTable('call')
        .set({
          caller: sql`CASE WHEN caller IN (${sql.join(forms)}) THEN ${erasedPhone} ELSE caller END`,
          target: sql`CASE WHEN target IN (${sql.join(forms)}) THEN ${erasedPhone} ELSE target END`,
          rule: sql`replace(rule, ${phone}, ${'0'.repeat(phone.length)})`,
        })
        .where('id', 'in', idsOf(rows)),
    ];
  },
};

export const phoneParts: readonly KeptPart[] = [
  messages,
  receipts,
  replies,
  contacts,
  voicemails,
  missedCalls,
  textBacks,
  calls,
];

/** What is looked up by the phone and says nothing by itself. */
export function phoneTraces({ build }: Database, scope: ErasureScope): readonly WriteStep[] {
  const phone = phoneOf(scope);
  const { accountId } = scope;
  const requests = requestsShowing(build, `%*****${phone.slice(-2)}%`);
  const lastSent = build.deleteFrom('last_sent').where('phone', '=', phone);
  const kept = build.deleteFrom('idempotent_request').where('reply', 'like', `%${phone}%`);
  const replays = build
    .updateTable('webhook_replay')
    .set({ phone: '' })
    .where('phone', '=', phone)
    .where('ended_at', 'is not', null);
  if (accountId !== undefined) {
    return [
      requests.where('account_id', '=', accountId),
      lastSent.where('account_id', '=', accountId),
      kept.where('account_id', '=', accountId),
      replays.where('account_id', '=', accountId),
    ];
  }
  // Receipts that nothing was known of belong to nobody.
  const unmatched = build.deleteFrom('unmatched_receipt').where('phone', '=', phone);
  // With its country or without, as carriers write it.
  const traced = build.deleteFrom('trunk_message').where('text', 'like', `%${phone.slice(-9)}%`);
  return [requests, lastSent, kept, replays, unmatched, traced].map((query) => query);
}

/** Of messages that have not ended. */
export async function phoneUnderWay(database: Database, scope: ErasureScope): Promise<number> {
  let query = database.build
    .selectFrom('recipient')
    .innerJoin('message', (join) =>
      join.on('message.id', '=', sql<number>`recipient.id / ${sql.lit(recipientSlots)}`),
    )
    .select(sql<number>`cast(count(*) as bigint)`.as('count'))
    .where('recipient.phone', '=', phoneOf(scope))
    .where('recipient.state', 'not in', ended);
  if (scope.accountId !== undefined) {
    query = query.where('message.account_id', '=', scope.accountId);
  }
  const [row] = await database.read(query);
  return row?.count ?? 0;
}
