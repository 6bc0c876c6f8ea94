import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { submit, times } from '#test/harness/link-steps.ts';
import { later, openLinkWorld, refuse, type Submitted, take } from '#test/harness/link-world.ts';
import { aReceiptPdu } from '#test/harness/sms-world.ts';

suite('a link that stops', () => {
  test('waits for the answers that are open, and stores what they say', async () => {
    await using world = await openLinkWorld({ script: later });
    const { messageId } = await world.send();
    const submitted = await submit(world, 1);
    const stopping = world.engine[Symbol.asyncDispose]();
    submitted.answer(take(submitted));
    await stopping;
    assert.equal(await world.sms.owed(), 0);
    assert.equal(await world.sms.state(messageId), 'waiting');
    assert.equal(world.sms.opened.facts.unsettled, 0);
  });
});

suite('while the storage is away', () => {
  test('results wait, nothing is lost, and nothing goes twice', async () => {
    await using world = await openLinkWorld({ script: later });
    const sent = [await world.send(), await world.send(), await world.send()];
    await submit(world, 3);
    world.sms.away = true;
    const [first, second, third] = world.smsc.submits.all as [Submitted, Submitted, Submitted];
    first.answer(take(first));
    second.answer(refuse(0x0b));
    third.answer(refuse(0x14));
    await times(world, 'storage.awaited', 3);
    world.clock.advance(1_000);
    await times(world, 'storage.awaited', 6);
    world.sms.away = false;
    world.clock.advance(1_000);
    await world.sms.logged('part.submitted');
    await world.sms.logged('part.refused');
    await world.sms.quiet();
    assert.equal(world.smsc.submits.all.length, 3);
    assert.equal(await world.sms.owed(), 1);
    await first.peer.deliver(aReceiptPdu({ id: '1' }));
    const states = await Promise.all(sent.map(({ messageId }) => world.sms.state(messageId)));
    assert.deepEqual(states, ['delivered', 'not delivered', 'waiting']);
  });

  test('no more than a thousand results wait for it', async () => {
    await using world = await openLinkWorld({ balance: 1_000_000_000 });
    const disk = Promise.withResolvers<void>();
    world.sms.factsGate = disk.promise;
    for (let round = 0; round < 4; round += 1) {
      await Promise.all(Array.from({ length: 500 }, () => world.send()));
    }
    await submit(world, 1_000);
    for (let turns = 0; turns < 50; turns += 1) await turn();
    const submits = world.smsc.submits.all.length;
    assert.ok(submits >= 1_000 && submits <= 1_000 + 10, `${submits} submits`);
    disk.resolve();
    await times(world, 'part.submitted', 2_000);
    assert.equal(world.engine.waiting().parts, 0);
  });

  test('the engine stops when it has waited for five seconds', async () => {
    await using world = await openLinkWorld();
    const disk = Promise.withResolvers<void>();
    world.sms.factsGate = disk.promise;
    await world.send();
    await submit(world, 1);
    const stopping = world.engine[Symbol.asyncDispose]();
    await world.sms.logged('operator.closed');
    for (let turns = 0; turns < 20; turns += 1) await turn();
    world.clock.advance(5_000);
    await stopping;
    assert.equal(world.sms.opened.facts.unsettled, 1);
    disk.resolve();
  });

  test('the engine stops all the same, and the next one sends what is left', async () => {
    await using world = await openLinkWorld({ script: later });
    await world.send();
    const submitted = await submit(world, 1);
    world.sms.away = true;
    submitted.answer(take(submitted));
    await world.sms.logged('storage.awaited');
    await world.engine[Symbol.asyncDispose]();
    world.sms.away = false;
    assert.equal(await world.sms.owed(), 1);
    assert.deepEqual(
      world.sms.lines.all.filter(({ level }) => level === 'error'),
      [],
    );
  });
});
