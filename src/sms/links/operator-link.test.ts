import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { status } from '#sms/smpp/status.ts';
import { makeIntegerTlv, tag } from '#sms/smpp/tlv.ts';
import { submit, texts, times } from '#test/harness/link-steps.ts';
import { later, openLinkWorld, take } from '#test/harness/link-world.ts';
import { phone } from '#test/harness/records.ts';
import { anAuthor } from '#test/harness/routes.ts';
import { aKey, aPhone, aReceiptPdu } from '#test/harness/sms-world.ts';

suite('a rate', () => {
  test('holds, and every account has its turn', async () => {
    await using world = await openLinkWorld({ settings: { ratePerSecond: 2 } });
    const first = world.sms.account;
    const second = await world.sms.anotherAccount();
    for (let n = 0; n < 4; n += 1) await world.send({ text: 'first' });
    const caller = { account: second, key: aKey('live') };
    for (let n = 0; n < 4; n += 1) await world.send({ text: 'second', caller });
    assert.notEqual(first.id, second.id);
    for (let n = 0; n < 8; n += 1) {
      await submit(world, n + 1);
      await world.sms.quiet();
      assert.equal(world.smsc.submits.all.length, n + 1);
      world.clock.advance(500);
    }
    // The first one went before the second account had anything.
    const [, ...sent] = texts(world);
    const counts = Map.groupBy(sent.slice(0, 6), (text) => text);
    assert.equal(counts.get('second')?.length, 3);
  });

  test('falls while the operator says that it is congested', async () => {
    const tlvs = [makeIntegerTlv(tag.congestionState, 95, 1)];
    await using world = await openLinkWorld({
      settings: { ratePerSecond: 10 },
      script: ({ n }) => ({ status: status.ok, body: { messageId: String(n), tlvs } }),
    });
    await world.send();
    await submit(world, 1);
    await world.sms.logged('part.submitted');
    for (let sent = 0; sent < 2; sent += 1) await world.send();
    // Nine a second from now on.
    for (const [atMs, count] of [
      [100, 1],
      [12, 2],
      [100, 2],
      [12, 3],
    ] as const) {
      world.clock.advance(atMs);
      await world.sms.quiet();
      assert.equal(world.smsc.submits.all.length, count);
    }
  });
});

suite('the PDUs of a message', () => {
  test('are shown of a refused submit, and of none that went well', async () => {
    await using world = await openLinkWorld({
      script: (submitted) =>
        submitted.n === 1 ? { status: status.invalidDestination } : take(submitted),
    });
    await world.send({ text: 'refused' });
    await world.sms.logged('part.refused');
    await world.send({ text: 'taken' });
    await world.sms.logged('part.submitted');
    const commands = world.sms.shown.map(({ command, status: said }) => [command, said]);
    assert.deepEqual(commands, [
      ['submit_sm', 0],
      ['submit_sm_resp', status.invalidDestination],
    ]);
    const [sent] = world.sms.shown;
    assert.ok(sent?.octets.includes('refused'));
  });
});

suite('a window', () => {
  test('is never exceeded, and is full while there is work', async () => {
    await using world = await openLinkWorld({ settings: { window: 3 }, script: later });
    await Promise.all(Array.from({ length: 20 }, () => world.send()));
    for (let n = 1; n <= 20; n += 1) {
      const submitted = await submit(world, n);
      submitted.answer(take(submitted));
    }
    await times(world, 'part.submitted', 20);
    assert.equal(world.smsc.mostOpen, 3);
    assert.equal(world.engine.waiting().parts, 0);
  });
});

suite('a part whose validity ends', () => {
  test('while its operator is away is refused, told and paid back', async () => {
    await using world = await openLinkWorld({ script: later });
    await world.smsc.kill();
    await world.sms.logged('operator.lost');
    const { messageId } = await world.send({ validityMs: 10_000 });
    world.clock.advance(15_000);
    const told = await world.sms.told.next();
    assert.deepEqual(told, { messageId, phone: aPhone, status: 'not delivered' });
    assert.equal((await world.sms.logged('part.refused'))['reason'], 'expired_in_queue');
    assert.equal(await world.sms.balance(), 1_000_000);
    assert.equal(world.engine.waiting().parts, 0);
  });

  test('behind a full window is not sent any more', async () => {
    await using world = await openLinkWorld({ script: later, settings: { window: 1 } });
    await world.send({ text: 'first' });
    const first = await submit(world, 1);
    await world.send({ text: 'second', validityMs: 2_000 });
    world.clock.advance(3_000);
    first.answer(take(first));
    const line = await world.sms.logged('part.refused');
    assert.equal(line['reason'], 'expired_in_queue');
    assert.deepEqual(texts(world), ['first']);
  });
});

suite('a paused operator', () => {
  test('gets nothing, and what waited when it goes on', async () => {
    await using world = await openLinkWorld();
    const { operators } = world.sms.storage;
    await operators.setOperatorState(world.sms.operator.id, 'paused', anAuthor);
    await world.apply(await world.sms.readDirectory());
    await world.send();
    await world.sms.quiet();
    assert.equal(world.smsc.submits.all.length, 0);
    assert.equal(world.engine.bound(world.sms.operator.id), 1);
    await operators.setOperatorState(world.sms.operator.id, 'active', anAuthor);
    await world.apply(await world.sms.readDirectory());
    await world.sms.logged('part.submitted');
    assert.equal(world.engine.waiting().parts, 0);
  });

  test('is still heard', async () => {
    await using world = await openLinkWorld();
    const { messageId } = await world.send();
    const { peer } = await submit(world, 1);
    await world.sms.logged('part.submitted');
    await world.sms.storage.operators.setOperatorState(world.sms.operator.id, 'paused', anAuthor);
    await world.apply(await world.sms.readDirectory());
    await peer.deliver(aReceiptPdu({ id: '1' }));
    assert.equal(await world.sms.state(messageId), 'delivered');
  });
});

suite('several binds', () => {
  test('share the phones, and each phone’s parts leave in order on one of them', async () => {
    await using world = await openLinkWorld({
      settings: { binds: 3, window: 2 },
      balance: 10_000_000,
    });
    const phones = Array.from({ length: 6 }, (_, index) => phone(`3361234567${index}`));
    for (let round = 0; round < 5; round += 1) {
      for (const to of phones) await world.send({ phones: [to], text: `${round}` });
    }
    await times(world, 'part.submitted', 30);
    for (const to of phones) {
      const submits = world.smsc.submits.all.filter(({ pdu }) => pdu.destination.address === to);
      assert.deepEqual(
        submits.map(({ pdu }) => pdu.shortMessage.toString()),
        ['0', '1', '2', '3', '4'],
      );
      assert.equal(new Set(submits.map(({ peer }) => peer)).size, 1);
    }
    assert.equal(new Set(world.smsc.submits.all.map(({ peer }) => peer)).size, 3);
  });

  test('may each bring the receipt of another’s part', async () => {
    await using world = await openLinkWorld({ settings: { binds: 2 } });
    const { messageId } = await world.send();
    const { peer } = await submit(world, 1);
    const another = must(
      world.smsc.peers.all.find((each) => each !== peer && each.systemId === 'PARLEY'),
      'other bind',
    );
    await another.deliver(aReceiptPdu({ id: '1' }));
    assert.equal(await world.sms.state(messageId), 'delivered');
  });
});
