/** Our numbers, and who sends from the short ones. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NewNumber } from '#sms/numbers/number-store.ts';
import type { Storage } from '#storage/storage.ts';
import { atMs } from '#test/harness/records.ts';
import { anAuthor } from '#test/harness/routes.ts';
import { withAccount } from './setup.ts';

const aNumber: NewNumber = {
  digits: '36180',
  kind: 'short',
  accountId: null,
  operatorId: null,
  takesSms: true,
  takesCalls: false,
  createdAtMs: atMs,
};

export function numbers(open: () => Promise<Storage>): void {
  test('a number is made once, changed, and removed', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    const made = await storage.numbers.createNumber(aNumber);
    assert.ok(made);
    assert.deepEqual(made, { ...aNumber, id: made.id, state: 'active' });
    assert.equal(await storage.numbers.createNumber(aNumber), undefined);
    const changed = await storage.numbers.changeNumber(made.id, { accountId, takesSms: false });
    assert.deepEqual(changed, { ...made, accountId, takesSms: false });
    assert.deepEqual(await storage.numbers.listNumbers(), [changed]);
    const freed = await storage.numbers.changeNumber(made.id, { accountId: null });
    assert.deepEqual([freed?.accountId, freed?.takesSms], [null, false]);
    assert.equal(await storage.numbers.changeNumber(99, { takesSms: true }), undefined);
    assert.equal(await storage.numbers.removeNumber(made.id, anAuthor), true);
    assert.equal(await storage.numbers.removeNumber(made.id), false);
    const [row] = await storage.audit.listAudit(Number.MAX_SAFE_INTEGER, 1);
    assert.partialDeepStrictEqual(row, { action: 'number.removed', target: made.digits });
    assert.deepEqual(await storage.numbers.listNumbers(), []);
  });

  test('an account sends from one short number, and no two have the same word on it', async () => {
    await using storage = await open();
    const [one, two] = [await withAccount(storage), await withAccount(storage)];
    const first = await storage.numbers.createNumber(aNumber);
    const second = await storage.numbers.createNumber({ ...aNumber, digits: '36181' });
    assert.ok(first && second);
    const use = { accountId: one.id, numberId: first.id, keyword: 'PIZZA' };
    assert.equal(await storage.numbers.setShortNumber(use), true);
    const taken = { ...use, accountId: two.id };
    assert.equal(await storage.numbers.setShortNumber(taken), false);
    assert.equal(await storage.numbers.setShortNumber({ ...taken, numberId: second.id }), true);
    assert.equal(await storage.numbers.setShortNumber(taken), false);
    const uses = (await storage.numbers.listShortNumberUses()).map((each) => ({ ...each }));
    assert.deepEqual(uses, [use, { ...taken, numberId: second.id }]);
    assert.equal(await storage.numbers.clearShortNumber(one.id), true);
    assert.equal(await storage.numbers.clearShortNumber(one.id), false);
    assert.equal(await storage.numbers.removeNumber(second.id), true);
    assert.deepEqual(await storage.numbers.listShortNumberUses(), []);
  });

  test('each change raises the version of the settings', async () => {
    await using storage = await open();
    const { id: accountId } = await withAccount(storage);
    const { numbers: store, settings } = storage;
    let version = await settings.settingsVersion();
    const raised = async (change: Promise<unknown>): Promise<void> => {
      await change;
      const now = await settings.settingsVersion();
      assert.ok(now > version);
      version = now;
    };
    await raised(store.createNumber(aNumber));
    const [made] = await store.listNumbers();
    const numberId = made?.id ?? 0;
    await raised(store.changeNumber(numberId, { takesCalls: true }));
    await raised(store.setShortNumber({ accountId, numberId, keyword: '' }));
    await raised(store.clearShortNumber(accountId));
    await raised(store.removeNumber(numberId));
  });
}
