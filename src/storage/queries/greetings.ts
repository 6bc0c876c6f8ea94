/** Greetings that accounts have handed in, for a number or for all of theirs. */

import type { Greeting } from '#numbers/voicemail/greeting.ts';
import type { VoicemailStore } from '#numbers/voicemail/voicemail.ts';
import { auditStep } from './audit.ts';
import { type Database, writeChange } from './database.ts';

export function greetings(database: Database) {
  const { build } = database;
  return {
    async saveGreeting(greeting, pcm, author) {
      const row = { ...keyOf(greeting), pcm, saved_at: author.atMs };
      const query = build
        .insertInto('greeting')
        .values(row)
        .onConflict((standing) =>
          standing.columns(['account_id', 'number_id']).doUpdateSet({ pcm, saved_at: author.atMs }),
        );
      await database.write([query, auditStep(database, author, audited(greeting, pcm.length))]);
    },
    removeGreeting(greeting, author) {
      const { account_id: accountId, number_id: numberId } = keyOf(greeting);
      const query = build
        .deleteFrom('greeting')
        .where('account_id', '=', accountId)
        .where('number_id', '=', numberId);
      return writeChange(database, query, auditStep(database, author, audited(greeting, 0)));
    },
    async findOwnGreeting({ accountId, numberId }) {
      const query = build
        .selectFrom('greeting')
        .select('pcm')
        .where('account_id', '=', accountId)
        .where('number_id', '=', numberId);
      const [row] = await database.read(query);
      return row && Buffer.from(row.pcm);
    },
    async findGreeting({ accountId, numberId }) {
      const query = build
        .selectFrom('greeting')
        .select('pcm')
        .where('account_id', '=', accountId)
        .where('number_id', 'in', [numberId, 0])
        .orderBy('number_id', 'desc')
        .limit(1);
      const [row] = await database.read(query);
      return row && Buffer.from(row.pcm);
    },
  } satisfies Partial<VoicemailStore>;
}

function keyOf({ accountId, numberId }: Greeting) {
  return { account_id: accountId, number_id: numberId };
}

function audited({ accountId, numberId }: Greeting, octets: number) {
  const action = octets === 0 ? 'greeting.remove' : 'greeting.set';
  return { action, target: `${numberId}`, accountId, details: { seconds: octets / 16_000 } };
}
