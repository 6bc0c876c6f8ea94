/** Letters to postmaster and abuse. */
import { type Selectable, sql } from 'kysely';
import type { LetterEntry, LetterStore, NewLetter } from '#mail/inbound/letter.ts';
import type { Database } from './database.ts';
import type { Tables } from './tables.ts';

const listed = [
  'id',
  'received_at',
  'sender',
  'recipients',
  'mail_from',
  'subject',
  'size',
] as const;

export function letterStore(database: Database): LetterStore {
  const { build } = database;
  return {
    async keepLetter(letter, { countMax, bytesMax }) {
      const newest = build
        .selectFrom('mail_letter')
        .select(['id', sql<number>`sum(size) OVER (ORDER BY id DESC)`.as('octets_so_far')])
        .orderBy('id', 'desc')
        .limit(countMax);
      const kept = build
        .selectFrom(newest.as('newest'))
        .select('id')
        .where('octets_so_far', '<=', bytesMax);
      await database.write([
        { query: build.insertInto('mail_letter').values(rowOf(letter)) },
        { query: build.deleteFrom('mail_letter').where('id', 'not in', kept) },
      ]);
    },
    async listLetters(beforeId, limit) {
      const query = build
        .selectFrom('mail_letter')
        .select(listed)
        .where('id', '<', beforeId)
        .orderBy('id', 'desc')
        .limit(limit);
      return (await database.read(query)).map(toEntry);
    },
    async findLetter(id) {
      const query = build.selectFrom('mail_letter').selectAll().where('id', '=', id);
      const [row] = await database.read(query);
      return row && { ...toEntry(row), octets: row.octets };
    },
    async removeLetter(id) {
      const query = build.deleteFrom('mail_letter').where('id', '=', id);
      const [removed] = (await database.write([{ query }])) ?? [];
      return (removed?.changes ?? 0) > 0;
    },
  };
}

function rowOf({ receivedAtMs, sender, recipients, from, subject, octets }: NewLetter) {
  return {
    received_at: receivedAtMs,
    sender,
    recipients: JSON.stringify(recipients),
    mail_from: from,
    subject,
    size: octets.length,
    octets,
  };
}

function toEntry(row: Omit<Selectable<Tables['mail_letter']>, 'octets'>): LetterEntry {
  return {
    id: row.id,
    receivedAtMs: row.received_at,
    sender: row.sender,
    recipients: JSON.parse(row.recipients) as readonly string[],
    from: row.mail_from,
    subject: row.subject,
    size: row.size,
  };
}
