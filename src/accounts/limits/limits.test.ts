import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { atMs, money, phone } from '#test/harness/records.ts';
import { anAuthor } from '#test/harness/routes.ts';
import { openSmsWorld, type SmsWorld } from '#test/harness/sms-world.ts';
import type { AccountLimits } from './limits.ts';

const spendDay = { keyId: 0, rule: 'spend-day', limit: { max: 100, action: 'block' } } as const;

async function openWorld(): Promise<SmsWorld> {
  const world = await openSmsWorld();
  const accountId = world.account.id;
  await world.storage.accounts.setException({ ...spendDay, accountId }, anAuthor);
  return world;
}

function spend(limits: AccountLimits, { clock, account }: SmsWorld, cost: number): boolean {
  return limits.limiter.take({
    accountId: account.id,
    keyId: 1,
    policy: limits.policyOf(account.id),
    urgent: false,
    recipients: [{ phone: phone('33612345678'), text: 'Hello', cost: money(cost) }],
    nowMs: clock.nowMs(),
  }).ok;
}

suite('what was counted', () => {
  test('still counts after a restart', async () => {
    await using world = await openWorld();
    {
      await using before = await world.openLimits();
      assert.ok(spend(before, world, 60));
    }
    await using after = await world.openLimits();
    assert.equal(spend(after, world, 41), false);
    assert.ok(spend(after, world, 40));
  });

  test('is known to every process within a second', async () => {
    await using world = await openWorld();
    await using one = await world.openLimits();
    await using two = await world.openLimits();
    assert.ok(spend(one, world, 60));
    await one.exchange();
    // It does not know yet: that is by how much two processes may go too far.
    assert.ok(spend(two, world, 50));
    await two.exchange();
    assert.equal(spend(two, world, 1), false);
    assert.ok(spend(one, world, 1));
    await one.exchange();
    assert.equal(spend(one, world, 1), false);
  });

  test('waits while the storage is away', async () => {
    await using world = await openWorld();
    await using one = await world.openLimits();
    assert.ok(spend(one, world, 60));
    world.away = true;
    await one.exchange();
    await world.logged('limits.unwritten');
    assert.equal(spend(one, world, 41), false);
    world.away = false;
    await one.exchange();
    await using two = await world.openLimits();
    assert.equal(spend(two, world, 41), false);
    assert.ok(spend(two, world, 40));
  });

  test('begins at zero when somebody resets it, in every process', async () => {
    await using world = await openWorld();
    await using one = await world.openLimits();
    assert.ok(spend(one, world, 100));
    await one.exchange();
    await world.storage.accounts.resetWindows(world.account.id, anAuthor);
    assert.equal(spend(one, world, 1), false);
    await one.reload();
    assert.ok(spend(one, world, 100));
  });

  test('is forgotten a week after its window', async () => {
    await using world = await openWorld();
    {
      await using one = await world.openLimits();
      assert.ok(spend(one, world, 100));
    }
    world.clock.advance(9 * 24 * 3_600_000);
    await using after = await world.openLimits();
    assert.ok(spend(after, world, 100));
    assert.deepEqual(await world.storage.accounts.openWindows(atMs, 10), []);
  });
});

test('a key or an account that asks too often is told when to come back', async () => {
  await using world = await openWorld();
  const { id: accountId } = world.account;
  const { accounts: store } = world.storage;
  const rate = (keyId: number, max: number) =>
    store.setException(
      { accountId, keyId, rule: 'requests-second', limit: { max, action: 'block' } },
      anAuthor,
    );
  await rate(0, 5);
  await rate(1, 1);
  await using limits = await world.openLimits();
  const asks = (keyId: number, times: number) =>
    Array.from({ length: times }, () => limits.refuseRequest(accountId, keyId)).filter(
      (waitS) => waitS === undefined,
    ).length;
  assert.equal(asks(1, 5), 2);
  assert.equal(asks(2, 20), 8);
  assert.equal(limits.refuseRequest(accountId, 2), 1);
  assert.equal(limits.refuseRequest(accountId + 1, 9), undefined);
  world.clock.advance(1_000);
  assert.equal(asks(1, 5), 1);
});
