import type { Compilable } from 'kysely';
import type { PeopleStore } from '#people/people-store.ts';
import { auditStep, targetOf } from './audit.ts';
import { type Database, writeChange } from './database.ts';
import { fields } from './fields.ts';

const changeFields = fields('address_change', 'hash user_id email created_at ends_at');

export function addressChangeStore(database: Database) {
  const { build } = database;
  const all = build.selectFrom('address_change').select(changeFields);
  return {
    async saveAddressChange({ hash, userId, email, createdAtMs, endsAtMs }, author) {
      const row = { hash, email, created_at: createdAtMs, ends_at: endsAtMs };
      const query = build
        .insertInto('address_change')
        .values({ user_id: userId, ...row })
        .onConflict((standing) => standing.column('user_id').doUpdateSet(row));
      const details = { email, endsAtMs };
      const target = targetOf('dashboard_user', userId);
      const audited = { action: 'user.address-asked', target, details };
      await database.write([query, auditStep(database, author, audited)]);
    },
    async findAddressChange(userId) {
      const [row] = await database.read(all.where('user_id', '=', userId));
      return row;
    },
    async findAddressChangeByHash(hash) {
      const [row] = await database.read(all.where('hash', '=', hash));
      return row;
    },
    async confirmAddressChange({ hash, userId, email }, author) {
      const own = build.selectFrom('address_change as own').select('own.hash');
      // Of all who want the address: where two confirm at once, the second finds its own gone.
      const wanted = build
        .deleteFrom('address_change')
        .where('email', '=', email)
        .where((eb) => eb.exists(own.where('own.hash', '=', hash)));
      // A person who takes an invitation to that address meanwhile is through by then, or waits for this commit.
      const lock = build
        .updateTable('user_link')
        .set((eb) => ({ administrator: eb.ref('administrator') }))
        .where('email', '=', email);
      const others = build
        .selectFrom('dashboard_user as other')
        .select('other.id')
        .where('other.email', '=', email);
      const change = build
        .updateTable('dashboard_user')
        .set({ email })
        .where('id', '=', userId)
        .where('state', '=', 'active')
        .where((eb) => eb.not(eb.exists(others)));
      const target = targetOf('dashboard_user', userId);
      const audited = { action: 'user.address-changed', target, details: { email } };
      const written = await database.write([
        { query: wanted, mustChange: true },
        lock,
        // While they still have the address that they had.
        auditStep(database, author, audited),
        { query: change, mustChange: true },
      ]);
      return written !== undefined;
    },
    cancelAddressChange(userId, author) {
      const target = targetOf('dashboard_user', userId);
      const audited = { action: 'user.address-cancelled', target, details: {} };
      const change = addressChangeEnds(database, userId);
      return writeChange(database, change, auditStep(database, author, audited));
    },
  } satisfies Partial<PeopleStore>;
}

/** Goes with what makes unsafe all that the person's sessions have asked for. */
export function addressChangeEnds({ build }: Database, userId: number): Compilable {
  return build.deleteFrom('address_change').where('user_id', '=', userId);
}
