import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { submit, times } from '#test/harness/link-steps.ts';
import { openLinkWorld, refuse, take } from '#test/harness/link-world.ts';
import { aKey, aPhone, aReceiptPdu } from '#test/harness/sms-world.ts';

suite('a part', () => {
  test('that the operator takes is owed no more, and its receipt settles it', async () => {
    await using world = await openLinkWorld();
    const { messageId } = await world.send();
    const { peer, n } = await submit(world, 1);
    await world.sms.logged('part.submitted');
    assert.equal(await world.sms.owed(), 0);
    assert.equal(world.engine.waiting().parts, 0);
    const answer = await peer.deliver(aReceiptPdu({ id: `${n}` }));
    assert.ok(answer.kind === 'answered');
    assert.equal(answer.status, 0);
    assert.equal(await world.sms.state(messageId), 'delivered');
  });

  test('of several goes out with the others, and all are awaited', async () => {
    await using world = await openLinkWorld();
    const { messageId } = await world.send({ text: 'a'.repeat(400) });
    await times(world, 'part.submitted', 3);
    const headers = world.smsc.submits.all.map(({ pdu }) => [...pdu.shortMessage.subarray(3, 6)]);
    assert.deepEqual(headers, [
      [0, 3, 1],
      [0, 3, 2],
      [0, 3, 3],
    ]);
    for (const { peer, n } of world.smsc.submits.all)
      await peer.deliver(aReceiptPdu({ id: `${n}` }));
    assert.equal(await world.sms.state(messageId), 'delivered');
  });

  test('whose receipt comes in front of the answer is delivered all the same', async () => {
    await using world = await openLinkWorld({
      script: (submitted) => {
        void submitted.peer.deliver(aReceiptPdu({ id: `${submitted.n}` }));
        return take(submitted);
      },
    });
    const { messageId } = await world.send();
    await world.sms.told.next();
    assert.equal(await world.sms.state(messageId), 'delivered');
    assert.equal(await world.sms.storage.messages.forgetReceipts(world.clock.nowMs() + 1, 10), 0);
  });

  test('taken without an id is submitted, and awaits no report', async () => {
    await using world = await openLinkWorld({ script: () => ({ status: 0 }) });
    const { messageId } = await world.send();
    await world.sms.logged('part.submitted');
    const awaited = await world.sms.storage.messages.newestAwaited(world.sms.operator.id, 10);
    assert.deepEqual(awaited, []);
    assert.equal(await world.sms.state(messageId), 'waiting');
  });

  test('awaits no report from an operator that sends none', async () => {
    await using world = await openLinkWorld({ settings: { receipts: 'none' } });
    await world.send();
    await world.sms.logged('part.submitted');
    const awaited = await world.sms.storage.messages.newestAwaited(world.sms.operator.id, 10);
    assert.deepEqual(awaited, []);
    assert.equal(world.smsc.submits.all[0]?.pdu.registeredDelivery, 0);
  });
});

suite('a refusal', () => {
  test('for good is told, and the money comes back', async () => {
    await using world = await openLinkWorld({ script: () => refuse(0x0b) });
    const { messageId } = await world.send();
    const told = await world.sms.told.next();
    assert.deepEqual(told, { messageId, phone: aPhone, status: 'not delivered' });
    assert.equal((await world.sms.logged('part.refused'))['reason'], 'refused_0x0b');
    assert.equal(await world.sms.balance(), 1_000_000);
    assert.equal(await world.sms.owed(), 0);
    assert.equal(world.engine.waiting().parts, 0);
  });

  test('of one part among three makes the message not delivered and gives nothing back', async () => {
    await using world = await openLinkWorld({
      script: (submitted) => (submitted.n === 2 ? refuse(0x0b) : take(submitted)),
    });
    await world.send({ text: 'a'.repeat(400) });
    await times(world, 'part.submitted', 2);
    await world.sms.logged('part.refused');
    assert.equal(world.sms.told.all.length, 1);
    assert.equal(await world.sms.balance(), 1_000_000 - 120_000);
  });

  test('of every part tells once and gives the money back once', async () => {
    await using world = await openLinkWorld({ script: () => refuse(0x0b) });
    await world.send({ text: 'a'.repeat(400) });
    await times(world, 'part.refused', 3);
    assert.equal(world.sms.told.all.length, 1);
    assert.equal(await world.sms.balance(), 1_000_000);
  });

  test('of a test message gives test money back', async () => {
    await using world = await openLinkWorld({ script: () => refuse(0x0b) });
    await world.send({ caller: { account: world.sms.account, key: aKey('test') } });
    await world.sms.logged('part.refused');
    const account = await world.sms.storage.accounts.findAccount(world.sms.account.id);
    assert.equal(account?.testBalance, 500_000);
    assert.equal(account.balance, 1_000_000);
  });

  test('is ours where no submit_sm can carry the part', async () => {
    await using world = await openLinkWorld({ settings: { serviceType: 'TOO-LONG' } });
    await world.send();
    const line = await world.sms.logged('part.refused');
    assert.match(String(line['reason']), /^unfit_/);
    assert.equal(await world.sms.balance(), 1_000_000);
    assert.equal(await world.sms.owed(), 0);
  });
});
