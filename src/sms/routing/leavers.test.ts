import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anAuthor } from '#test/harness/routes.ts';
import { aReceiptPdu } from '#test/harness/sms-world.ts';
import { openTwoOperators } from '#test/harness/two-operators.ts';
import { removeLeft } from './leavers.ts';

test('an operator that is left goes when nothing waits and all is reported', async () => {
  await using two = await openTwoOperators();
  const { world, first, one, apply } = two;
  const { storage, log } = world.sms;
  const { operators, jobs } = storage;
  const names = async () => (await operators.listOperators()).map(({ name }) => name);
  const remove = () => {
    const { clock } = world;
    return removeLeft({ operators, jobs, directory: () => world.sms.opened.directory, clock, log });
  };
  await world.send();
  const { peer } = await first.submits.next();
  await world.sms.logged('part.submitted');
  await remove();
  assert.deepEqual(await names(), ['one', 'simulator', 'two']);
  await operators.setOperatorState(one.id, 'leaving', anAuthor);
  await apply();
  await remove();
  assert.deepEqual(await names(), ['one', 'simulator', 'two']);
  await peer.deliver(aReceiptPdu({ id: '1' }));
  assert.equal((await world.sms.told.next()).status, 'delivered');
  await world.sms.quiet();
  await remove();
  assert.deepEqual(await names(), ['simulator', 'two']);
});
