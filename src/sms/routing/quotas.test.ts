import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Operator } from '#sms/operator.ts';
import { openSmsWorld, type SmsWorld } from '#test/harness/sms-world.ts';
import { OperatorQuotas } from './quotas.ts';

const dayMs = 24 * 3_600_000;

function withQuota({ operator }: SmsWorld, quotaPerDay: number | null): Operator {
  return { ...operator, settings: { ...operator.settings, quotaPerDay, quotaPerMonth: 5 } };
}

function openQuotas(world: SmsWorld, operator: Operator): Promise<OperatorQuotas> {
  const { clock, log, storage } = world;
  return OperatorQuotas.open({ store: storage.accounts, operators: () => [operator], clock, log });
}

test('an operator with a quota has so many parts a day and a month, over restarts', async () => {
  await using world = await openSmsWorld();
  const operator = withQuota(world, 3);
  await world.sent({ text: 'a'.repeat(161) });
  const [two, one] = [world.offered, world.offered.slice(1)];
  {
    await using quotas = await openQuotas(world, operator);
    quotas.count(two);
    assert.equal(quotas.isUsedUp(operator), false);
  }
  await using quotas = await openQuotas(world, operator);
  assert.equal(quotas.isUsedUp(operator), false);
  quotas.count(one);
  assert.equal(quotas.isUsedUp(operator), true);
  assert.equal(quotas.isUsedUp(withQuota(world, null)), false);
  world.clock.advance(dayMs);
  assert.equal(quotas.isUsedUp(operator), false);
  quotas.count(two);
  // Three of yesterday and two of today make the five of this month.
  assert.equal(quotas.isUsedUp(withQuota(world, null)), true);
  world.clock.advance(31 * dayMs);
  assert.equal(quotas.isUsedUp(operator), false);
});

test('a quota is told among processes, and waits for a storage that is away', async () => {
  await using world = await openSmsWorld();
  const operator = withQuota(world, 2);
  await world.sent();
  await using here = await openQuotas(world, operator);
  await using there = await openQuotas(world, operator);
  here.count(world.offered);
  world.away = true;
  await here.exchange();
  await world.logged('quotas.unwritten');
  world.away = false;
  await here.exchange();
  there.count(world.offered);
  assert.equal(there.isUsedUp(operator), false);
  await there.exchange();
  assert.equal(there.isUsedUp(operator), true);
});
