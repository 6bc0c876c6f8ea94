import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { defaultPolicy } from '#accounts/limits/policy.ts';
import { must } from '#core/assert.ts';
import { receive, send } from '#test/harness/receipt-steps.ts';
import { phone } from '#test/harness/records.ts';
import { anAuthor } from '#test/harness/routes.ts';
import { aPhone, aReceiptPdu, openSmsWorld, type SmsWorld } from '#test/harness/sms-world.ts';
import { submittedPart } from './submitted-part.ts';

function statuses(world: SmsWorld): string[] {
  return world.told.all.map(({ status }) => status);
}

suite('a receipt', () => {
  test('settles its recipient, and the client is told', async () => {
    await using world = await openSmsWorld();
    const { messageId, submitted } = await send(world);
    await submitted('x');
    assert.equal(await receive(world, { id: 'x' }), 0);
    assert.equal(await world.state(messageId), 'delivered');
    assert.deepEqual(world.told.all, [{ messageId, phone: aPhone, status: 'delivered' }]);
  });

  test('is counted with the time since its submit', async () => {
    await using world = await openSmsWorld();
    const { submitted } = await send(world);
    await submitted('x');
    world.clock.advance(7_000);
    await receive(world, { id: 'x' });
    await receive(world, { id: 'nobody’s' });
    assert.deepEqual(world.tallied, [['receipt', world.operator.name, 7_000]]);
  });

  test('of failure makes it not delivered', async () => {
    await using world = await openSmsWorld();
    const { messageId, submitted } = await send(world);
    await submitted('x');
    await receive(world, { id: 'x', stat: 'UNDELIV' });
    assert.equal(await world.state(messageId), 'not delivered');
    assert.equal(await world.balance(), 1_000_000 - 40_000);
  });

  test('that it is on its way is told once, and the end after it', async () => {
    await using world = await openSmsWorld();
    const { submitted } = await send(world);
    await submitted('x');
    for (const stat of ['ENROUTE', 'ENROUTE', 'ACCEPTD']) await receive(world, { id: 'x', stat });
    await receive(world, { id: 'x' });
    assert.deepEqual(statuses(world), ['waiting', 'delivered']);
  });

  test('that comes twice is told once', async () => {
    await using world = await openSmsWorld();
    const { submitted } = await send(world);
    await submitted('x');
    const both = await Promise.all([receive(world, { id: 'x' }), receive(world, { id: 'x' })]);
    assert.deepEqual(both, [0, 0]);
    assert.equal(await receive(world, { id: 'x' }), 0);
    assert.deepEqual(statuses(world), ['delivered']);
  });

  test('that contradicts the final one changes nothing', async () => {
    await using world = await openSmsWorld();
    const { messageId, submitted } = await send(world);
    await submitted('x');
    await receive(world, { id: 'x' });
    for (const stat of ['UNDELIV', 'ENROUTE']) {
      assert.equal(await receive(world, { id: 'x', stat }), 0);
    }
    assert.equal(await world.state(messageId), 'delivered');
    assert.deepEqual(statuses(world), ['delivered']);
  });

  test('of one part among three is not the end, of the last one it is', async () => {
    await using world = await openSmsWorld();
    const { messageId, submitted } = await send(world, { text: 'a'.repeat(400) });
    await Promise.all([submitted('a', 1), submitted('b', 2), submitted('c', 3)]);
    await receive(world, { id: 'c' });
    await receive(world, { id: 'a' });
    assert.equal(await world.state(messageId), 'waiting');
    await receive(world, { id: 'b' });
    assert.equal(await world.state(messageId), 'delivered');
    assert.deepEqual(statuses(world), ['delivered']);
  });

  test('of one part is the end of all where the operator reports on one alone', async () => {
    await using world = await openSmsWorld({ settings: { receiptFor: 'one' } });
    const { messageId, submitted } = await send(world, { text: 'a'.repeat(400) });
    for (const part of [1, 2, 3]) await submitted(`p${part}`, part);
    assert.equal(await receive(world, { id: 'p2' }), 0);
    assert.equal(await world.state(messageId), 'delivered');
    assert.deepEqual(statuses(world), ['delivered']);
  });

  test('that came before its submit is the end of all there, too', async () => {
    await using world = await openSmsWorld({ settings: { receiptFor: 'one' } });
    const { messageId, submitted } = await send(world, { text: 'a'.repeat(400) });
    await receive(world, { id: 'p3' });
    await submitted('p3', 3);
    assert.equal(await world.state(messageId), 'delivered');
  });

  test('whose word nobody knows is answered OK and changes nothing', async () => {
    await using world = await openSmsWorld();
    const { messageId, submitted } = await send(world);
    await submitted('x');
    assert.equal(await receive(world, { id: 'x', stat: 'PERHAPS' }), 0);
    assert.equal(await world.state(messageId), 'waiting');
    assert.equal((await world.logged('receipt.unread'))['word'], 'PERHAPS');
    await receive(world, { id: 'x' });
    assert.equal(await world.state(messageId), 'delivered');
  });
});

suite('a receipt before the answer to its submit', () => {
  test('in the same turn finds it in memory', async () => {
    await using world = await openSmsWorld();
    const { messageId, submitted } = await send(world);
    const received = receive(world, { id: 'x' });
    const stored = submitted('x');
    assert.equal(await received, 0);
    assert.equal(await stored, 0);
    assert.equal(await world.state(messageId), 'delivered');
  });

  test('is kept, and claimed by it', async () => {
    await using world = await openSmsWorld();
    const { messageId, submitted } = await send(world);
    assert.equal(await receive(world, { id: 'x' }), 0);
    assert.equal(await world.state(messageId), 'waiting');
    assert.equal(await submitted('x'), 1);
    assert.equal(await world.state(messageId), 'delivered');
    assert.deepEqual(statuses(world), ['delivered']);
  });

  test('is one of several, which count in their order', async () => {
    await using world = await openSmsWorld();
    const { submitted } = await send(world);
    await receive(world, { id: 'x', stat: 'ENROUTE' });
    await receive(world, { id: 'x' });
    assert.equal(await submitted('x'), 2);
    assert.deepEqual(statuses(world), ['waiting', 'delivered']);
  });

  test('and of a thousand parts loses none', async () => {
    await using world = await openSmsWorld({ balance: 1_000_000_000 });
    const messages = await Promise.all(Array.from({ length: 1_000 }, () => world.sent()));
    const parts = world.offered.splice(0);
    const answers = await Promise.all(parts.map((_, index) => receive(world, { id: `${index}` })));
    assert.ok(answers.every((status) => status === 0));
    await Promise.all(
      parts.map(async (owed, index) => {
        const id = await world.opened.ids['submitted part'].taken();
        const submittedAtMs = world.clock.nowMs();
        const part = submittedPart(owed, { submittedPartId: id, submittedAtMs });
        const kept = await world.opened.facts.submitted({
          submittedPartId: id,
          job: owed.job,
          operatorId: world.operator.id,
          remoteId: `${index}`,
          phone: part.phone,
          submittedAtMs,
          awaitsReport: true,
          intended: false,
        });
        await world.opened.receipts.takeKept(part, kept, world.operator.settings);
      }),
    );
    assert.equal(world.told.all.length, 1_000);
    const states = await Promise.all(messages.map(({ messageId }) => world.state(messageId)));
    assert.ok(states.every((state) => state === 'delivered'));
    assert.deepEqual(await world.storage.messages.claimableReceipts(10), []);
    assert.equal(await world.storage.messages.forgetReceipts(world.clock.nowMs() + 1, 10), 0);
  });

  test('that waits for the disk is not taken yet, and taken when it comes again', async () => {
    await using world = await openSmsWorld();
    const { messageId, submitted } = await send(world);
    world.away = true;
    const lost = submitted('x');
    await assert.rejects(lost, { name: 'StorageUnavailable' });
    world.away = false;
    // In memory the part is known, in the table it is not.
    assert.equal(await receive(world, { id: 'x' }), 0x64);
    await submitted('x');
    assert.equal(await receive(world, { id: 'x' }), 0);
    assert.equal(await world.state(messageId), 'delivered');
  });
});

suite('a receipt nobody waits for', () => {
  test('is answered OK and kept', async () => {
    await using world = await openSmsWorld();
    assert.equal(await receive(world, { id: 'nobody’s' }), 0);
    assert.equal((await world.logged('receipt.unmatched'))['phone'], '+336*****78');
    assert.deepEqual(world.told.all, []);
    assert.equal(await world.storage.messages.forgetReceipts(world.clock.nowMs() + 1, 10), 1);
  });

  test('of another operator is not this one’s', async () => {
    await using world = await openSmsWorld();
    const { messageId, submitted } = await send(world);
    await submitted('x');
    const another = { ...world.operator, id: 99 };
    assert.equal(await world.opened.receipts.take(another, aReceiptPdu({ id: 'x' })), 0);
    assert.equal(await world.state(messageId), 'waiting');
  });

  test('without an id is answered OK', async () => {
    await using world = await openSmsWorld();
    const pdu = { ...aReceiptPdu({ id: '' }), shortMessage: Buffer.from('stat:DELIVRD err:000') };
    assert.equal(await world.opened.receipts.take(world.operator, pdu), 0);
    assert.equal((await world.logged('receipt.unread'))['remoteId'], '');
  });
});

async function leftAfter(
  refundUndelivered: boolean,
  settle: (world: SmsWorld) => Promise<unknown>,
) {
  await using world = await openSmsWorld();
  const policy = { ...defaultPolicy(world.account.id), refundUndelivered };
  await world.storage.accounts.savePolicy(policy, anAuthor);
  await world.opened.limits.reload();
  const { submitted } = await send(world);
  await submitted('x');
  assert.equal(await world.balance(), 1_000_000 - 40_000);
  await settle(world);
  return await world.balance();
}

const fail = (world: SmsWorld) => receive(world, { id: 'x', stat: 'UNDELIV' });

const overdue = (world: SmsWorld) => {
  const part = must(world.awaited.find(world.operator.id, 'x'), 'part');
  return world.opened.receipts.takeOverdue(world.operator, part, 'x');
};

suite('what is not delivered', () => {
  test('is paid back once where the account says so, and else is not', async () => {
    assert.equal(await leftAfter(false, fail), 960_000);
    assert.equal(await leftAfter(true, fail), 1_000_000);
    const failTwice = async (world: SmsWorld) => {
      await fail(world);
      await world
        .restartedService()
        .take(world.operator, aReceiptPdu({ id: 'x', stat: 'UNDELIV' }));
    };
    assert.equal(await leftAfter(true, failTwice), 1_000_000);
    assert.equal(await leftAfter(true, (world) => receive(world, { id: 'x' })), 960_000);
  });

  test('as far as we know, because no report has come, is paid all the same', async () => {
    assert.equal(await leftAfter(true, overdue), 960_000);
  });
});

suite('a receipt after a restart', () => {
  test('finds its part in the table', async () => {
    await using world = await openSmsWorld();
    const { messageId, submitted } = await send(world);
    await submitted('x');
    const restarted = world.restartedService();
    assert.equal(await restarted.take(world.operator, aReceiptPdu({ id: 'x' })), 0);
    assert.equal(await world.state(messageId), 'delivered');
  });

  test('that repeats one from before is kept and changes nothing', async () => {
    await using world = await openSmsWorld();
    const { messageId, submitted } = await send(world);
    await submitted('x');
    await receive(world, { id: 'x' });
    const restarted = world.restartedService();
    const pdu = aReceiptPdu({ id: 'x', stat: 'UNDELIV' });
    assert.equal(await restarted.take(world.operator, pdu), 0);
    assert.equal(await world.state(messageId), 'delivered');
    assert.deepEqual(statuses(world), ['delivered']);
  });
});

suite('while the storage is away', () => {
  test('the operator is asked to bring it again, and then it counts', async () => {
    await using world = await openSmsWorld();
    const { messageId, submitted } = await send(world);
    await submitted('x');
    world.away = true;
    const answers = await Promise.all([
      receive(world, { id: 'x' }),
      receive(world, { id: 'nobody’s' }),
      receive(world, { id: 'x', esmClass: 0 }),
    ]);
    assert.deepEqual(answers, [0x64, 0x64, 0x64]);
    world.away = false;
    assert.equal(await receive(world, { id: 'x' }), 0);
    assert.equal(await world.state(messageId), 'delivered');
    assert.deepEqual(statuses(world), ['delivered']);
  });
});

suite('what is no receipt', () => {
  test('is handed on, a forged receipt among it', async () => {
    await using world = await openSmsWorld();
    const { messageId, submitted } = await send(world);
    await submitted('x');
    assert.equal(await receive(world, { id: 'x', esmClass: 0 }), 0);
    assert.equal(world.taken.all.length, 1);
    assert.equal(await world.state(messageId), 'waiting');
    assert.deepEqual(world.told.all, []);
  });

  test('counts as one where they come without their class, for a known id and its own phone', async () => {
    await using world = await openSmsWorld({ settings: { receiptsWithoutClass: true } });
    const { messageId, submitted } = await send(world);
    await submitted('x');
    await receive(world, { id: 'x', esmClass: 0, from: phone('33698765432') });
    await receive(world, { id: 'y', esmClass: 0 });
    assert.equal(await world.state(messageId), 'waiting');
    await receive(world, { id: 'x', esmClass: 0 });
    assert.equal(await world.state(messageId), 'delivered');
    assert.equal(world.taken.all.length, 2);
  });
});
