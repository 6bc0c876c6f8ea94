import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Pseudonyms } from '#core/erased.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import { StopList } from '#sms/stops/stop-list.ts';
import { atMs, phone } from '#test/harness/records.ts';
import { openTemporaryStorage } from '#test/harness/temporary-storage.ts';
import { recognising } from './erased-people.ts';

const pseudonyms = new Pseudonyms(Buffer.alloc(32, 7));
const pseudonymOf = (of: PhoneNumber): PhoneNumber => pseudonyms.ofPhone(of);
const person = phone('33612345678');
const other = phone('33698765432');

suite('who was erased', () => {
  for (const accountMax of [10, 0]) {
    const where = accountMax === 0 ? 'in the table' : 'in memory';
    test(`is still on the opt-out list by a hash, ${where}, until starting again`, async () => {
      await using storage = await openTemporaryStorage();
      const { stops: store } = recognising(storage, pseudonyms);
      await store.addStop({
        accountId: 1,
        source: 'reply',
        createdAtMs: atMs,
        phone: pseudonymOf(person),
      });
      const list = await StopList.open({ store, accountMax, pseudonymOf });
      assert.deepEqual(await list.stopped(1, [person, other]), [person]);
      assert.equal(await list.isStopped(1, person), true);
      assert.equal(await list.isStopped(1, other), false);
      assert.equal(await list.remove(1, person), true);
      assert.deepEqual(await list.stopped(1, [person]), []);
    });
  }

  test('is followed by a list that was read before', async () => {
    await using storage = await openTemporaryStorage();
    const { stops: store, erasures } = recognising(storage, pseudonyms);
    const list = await StopList.open({ store, pseudonymOf });
    await list.add({ accountId: 1, source: 'reply', createdAtMs: atMs, phone: person });
    assert.equal(await list.isStopped(1, person), true);
    const subject = { kind: 'phone', phone: person, pseudonym: pseudonymOf(person) } as const;
    await erasures.erase({ subject, accountId: undefined }, { actor: 'test', atMs });
    await list.follow();
    assert.equal(await list.isStopped(1, person), true);
    assert.equal(await list.isStopped(1, other), false);
  });

  test('gets no mail by a hash, until the address is released', async () => {
    await using storage = await openTemporaryStorage();
    const { suppressions } = recognising(storage, pseudonyms);
    const entry = { accountId: 1, stream: '', reason: 'manual', source: 'client', atMs } as const;
    const address = pseudonyms.ofAddress('ann@example.com');
    await suppressions.addSuppressions([{ ...entry, address }]);
    const asked = [{ accountId: 1, addresses: ['ann@example.com', 'bob@example.com'] }];
    const found = await suppressions.findSuppressed(asked, atMs);
    assert.deepEqual(
      found.map((one) => one.address),
      ['ann@example.com'],
    );
    const filter = { accountId: 1, address: 'ann@example.com' };
    const { removed } = await suppressions.releaseSuppressions(filter, { limit: 9, nowMs: atMs });
    assert.equal(removed, 1);
    assert.deepEqual(await suppressions.findSuppressed(asked, atMs), []);
  });
});
