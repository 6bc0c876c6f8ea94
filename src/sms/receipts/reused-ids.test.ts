import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ReceiptAddress } from '#sms/operator.ts';
import { receive, send } from '#test/harness/receipt-steps.ts';
import { phone } from '#test/harness/records.ts';
import { aPhone, openSmsWorld } from '#test/harness/sms-world.ts';

const other = phone('33698765432');

suite('an id that the operator uses again', () => {
  test('means the part of the receipt’s own phone', async () => {
    await using world = await openSmsWorld();
    const first = await send(world);
    await first.submitted('x');
    const second = await send(world, { phones: [other] });
    await second.submitted('x');
    await receive(world, { id: 'x', from: aPhone });
    assert.equal(await world.state(first.messageId), 'delivered');
    assert.equal(await world.state(second.messageId, other), 'waiting');
    await receive(world, { id: 'x', from: `+${other}`, stat: 'UNDELIV' });
    assert.equal(await world.state(second.messageId, other), 'not delivered');
  });

  test('after a final report is awaited anew', async () => {
    await using world = await openSmsWorld();
    const first = await send(world);
    await first.submitted('x');
    await receive(world, { id: 'x' });
    const second = await send(world);
    await second.submitted('x');
    await receive(world, { id: 'x', stat: 'EXPIRED' });
    assert.equal(await world.state(first.messageId), 'delivered');
    assert.equal(await world.state(second.messageId), 'not delivered');
  });

  test('means the newest where the receipt names another phone', async () => {
    await using world = await openSmsWorld();
    const first = await send(world);
    await first.submitted('x');
    const second = await send(world);
    await second.submitted('x');
    await receive(world, { id: 'x', from: '36180' });
    assert.equal(await world.state(first.messageId), 'waiting');
    assert.equal(await world.state(second.messageId), 'delivered');
  });
});

async function twice(receiptAddress: ReceiptAddress, from: string) {
  await using world = await openSmsWorld({ settings: { receiptAddress } });
  const first = await send(world);
  await first.submitted('x');
  const second = await send(world, { phones: [other] });
  await second.submitted('x');
  assert.equal(await receive(world, { id: 'x', from }), 0);
  return [await world.state(first.messageId), await world.state(second.messageId, other)];
}

suite('the phone of a receipt', () => {
  test('chooses among parts of one id where it is preferred, and the newest is told else', async () => {
    assert.deepEqual(await twice('prefer', aPhone), ['delivered', 'waiting']);
    assert.deepEqual(await twice('prefer', '36180'), ['waiting', 'delivered']);
    assert.deepEqual(await twice('prefer', ''), ['waiting', 'delivered']);
  });

  test('must be that of the part where it is required', async () => {
    assert.deepEqual(await twice('require', aPhone), ['delivered', 'waiting']);
    assert.deepEqual(await twice('require', '36180'), ['waiting', 'waiting']);
    assert.deepEqual(await twice('require', ''), ['waiting', 'waiting']);
  });

  test('is that of the part also where the operator writes it as it is dialled at home', async () => {
    const national = `0${aPhone.slice(2)}`;
    assert.deepEqual(await twice('require', national), ['delivered', 'waiting']);
    assert.deepEqual(await twice('require', `00${aPhone}`), ['delivered', 'waiting']);
  });

  test('says nothing where it is ignored', async () => {
    assert.deepEqual(await twice('ignore', aPhone), ['waiting', 'delivered']);
    assert.deepEqual(await twice('ignore', '36180'), ['waiting', 'delivered']);
  });

  test('tells an older part from a newer one that is settled under its id', async () => {
    await using world = await openSmsWorld();
    const first = await send(world);
    await first.submitted('x');
    const second = await send(world, { phones: [other] });
    await second.submitted('x');
    await receive(world, { id: 'x', from: other });
    await receive(world, { id: 'x', from: aPhone });
    assert.equal(await world.state(first.messageId), 'delivered');
  });
});
