/** Letters to postmaster and abuse. */

import { sql } from 'kysely';
import type { NewLetter } from '#mail/inbound/letter.ts';
import type { EmailStore } from '#mail/sending/email-store.ts';
import type { Database } from './database.ts';
import { fields, rowMaker } from './fields.ts';

const entryFields = fields(
  'mail_letter',
  'id received_at sender recipients mail_from:from subject size',
);

export function letters(database: Database) {
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
        build.insertInto('mail_letter').values(rowOf(letter)),
        build.deleteFrom('mail_letter').where('id', 'not in', kept),
      ]);
    },
    async listLetters(beforeId, limit) {
      const query = build
        .selectFrom('mail_letter')
        .select(entryFields)
        .where('id', '<', beforeId)
        .orderBy('id', 'desc')
        .limit(limit);
      return (await database.read(query)).map((row) => toEntry(row));
    },
    async findLetter(id) {
      const query = build.selectFrom('mail_letter').select(entryFields).select('octets');
      const [row] = await database.read(query.where('id', '=', id));
      return row && toEntry(row);
    },
    async removeLetter(id) {
      const query = build.deleteFrom('mail_letter').where('id', '=', id);
      const [removed] = (await database.write([query])) ?? [];
      return (removed?.changes ?? 0) > 0;
    },
  } satisfies Partial<EmailStore>;
}

const keptRow = rowMaker(
  'mail_letter',
  'received_at sender recipients mail_from:from subject size octets',
);

function rowOf(letter: NewLetter) {
  const recipients = JSON.stringify(letter.recipients);
  return keptRow({ ...letter, recipients, size: letter.octets.length });
}

function toEntry<Row extends { readonly recipients: string }>(row: Row) {
  return { ...row, recipients: JSON.parse(row.recipients) as readonly string[] };
}
