/** Two who want one address at the same moment, where each has a transaction of its own. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { systemClock } from '#core/clock.ts';
import { makeDatabase, openStorage, withoutServer } from '#test/harness/postgres-server.ts';
import { atMs } from '#test/harness/records.ts';
import { anAuthor } from '#test/harness/routes.ts';

const wanted = 'new@b.example';
const waiting = `SELECT 1 FROM pg_stat_activity
  WHERE datname = current_database() AND wait_event_type = 'Lock'`;

function anInvitation(email: string) {
  const common = { hash: `to ${email}`, email, createdAtMs: atMs, endsAtMs: atMs + 100 };
  return { ...common, kind: 'invitation', isAdministrator: true, place: undefined } as const;
}

suite('who confirms an address', { skip: withoutServer }, () => {
  test('waits for somebody who joins by it at that moment, and is told that it is gone', async () => {
    await using database = await makeDatabase();
    await using storage = await openStorage(database.address);
    const { people: members, people: store, people } = storage;
    const link = anInvitation('a@b.example');
    await members.saveLink(link, anAuthor);
    const newcomer = { email: link.email, name: '', passwordHash: 'hash', createdAtMs: atMs };
    const ada = must(await members.joinAsNew(link, newcomer), 'Ada');
    await members.saveLink(anInvitation(wanted), anAuthor);
    const change = { hash: 'h', userId: ada.id, email: wanted, createdAtMs: atMs, endsAtMs: atMs };
    await store.saveAddressChange(change, anAuthor);
    const joining = await database.session();
    await joining.query('BEGIN');
    await joining.query(`DELETE FROM user_link WHERE hash = 'to ${wanted}'`);
    await joining.query(`INSERT INTO dashboard_user (email, password_hash, administrator, state, created_at)
      VALUES ('${wanted}', 'hash', 0, 'active', 1)`);
    const confirming = store.confirmAddressChange(change, anAuthor);
    while ((await database.run(waiting)).length === 0) await systemClock.sleep(10);
    await joining.query('COMMIT');
    await joining.end();
    assert.equal(await confirming, false);
    assert.notEqual((await people.findUserByEmail(wanted))?.user.id, ada.id);
    assert.equal((await people.findUser(ada.id))?.email, 'a@b.example');
  });
});
