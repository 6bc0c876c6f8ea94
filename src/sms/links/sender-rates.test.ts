import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { submit, texts } from '#test/harness/link-steps.ts';
import { openLinkWorld } from '#test/harness/link-world.ts';
import { SenderRates } from './sender-rates.ts';

suite('the rate of a sender', () => {
  test('spreads its parts, and others have their own', () => {
    const rates = new SenderRates(2);
    assert.equal(rates.waitMs('Acme', 0), 0);
    rates.take('Acme', 0);
    assert.equal(rates.waitMs('Acme', 0), 500);
    assert.equal(rates.waitMs('Acme', 499), 1);
    assert.equal(rates.waitMs('Acme', 500), 0);
    assert.equal(rates.waitMs('Other', 0), 0);
  });

  test('lets go at once what a tenth of a second allows', () => {
    const rates = new SenderRates(100);
    let sent = 0;
    for (; rates.waitMs('Acme', 0) === 0; sent += 1) rates.take('Acme', 0);
    assert.equal(sent, 10);
    assert.equal(rates.waitMs('Acme', 0), 10);
  });

  test('is remembered of thousands of senders, those that sent last', () => {
    const rates = new SenderRates(1);
    rates.take('first', 0);
    for (let n = 0; n < 9_999; n += 1) rates.take(`sender ${n}`, 0);
    rates.take('first', 1);
    rates.take('last', 1);
    assert.ok(rates.waitMs('first', 1) > 0);
    assert.ok(rates.waitMs('last', 1) > 0);
    assert.equal(rates.waitMs('sender 0', 1), 0);
  });
});

suite('a bind with a rate for each sender', () => {
  test('sends others past one that has had its share, each in its order', async () => {
    await using world = await openLinkWorld({ settings: { senderRatePerSecond: 1 } });
    for (const text of ['a1', 'a2', 'a3']) await world.send({ text, sender: 'Acme' });
    for (const text of ['b1', 'b2']) await world.send({ text, sender: 'Bravo' });
    await submit(world, 2);
    await world.sms.quiet();
    assert.deepEqual(texts(world).toSorted(), ['a1', 'b1']);
    world.clock.advance(1_000);
    await submit(world, 4);
    await world.sms.quiet();
    assert.deepEqual(texts(world).slice(2).toSorted(), ['a2', 'b2']);
    world.clock.advance(999);
    await world.sms.quiet();
    assert.equal(texts(world).length, 4);
    world.clock.advance(1);
    await submit(world, 5);
    assert.deepEqual(texts(world).slice(4), ['a3']);
  });

  test('refuses what waits for its sender past its validity', async () => {
    await using world = await openLinkWorld({ settings: { senderRatePerSecond: 1 } });
    for (const text of ['a1', 'a2']) await world.send({ text, sender: 'Acme', validityMs: 500 });
    await submit(world, 1);
    world.clock.advance(600);
    const line = await world.sms.logged('part.refused');
    assert.equal(line['reason'], 'expired_in_queue');
    assert.deepEqual(texts(world), ['a1']);
  });
});
