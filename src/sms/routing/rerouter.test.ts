import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { recipientIdOf } from '#model/ids.ts';
import type { RouteReason } from '#model/route-reason.ts';
import { status } from '#sms/smpp/status.ts';
import { later, refuse, type Script, silent, take } from '#test/harness/link-world.ts';
import { phone } from '#test/harness/records.ts';
import { anAuthor } from '#test/harness/routes.ts';
import { openTwoOperators, type TwoOperators } from '#test/harness/two-operators.ts';

const minutes = 60;

function texts({ submits }: TwoOperators['first']): readonly string[] {
  return submits.all.map(({ pdu }) => pdu.shortMessage.toString());
}

function octets({ submits }: TwoOperators['first']): readonly string[] {
  return submits.all.map(({ pdu }) => pdu.shortMessage.toString('hex')).toSorted();
}

async function reasons(
  { world }: TwoOperators,
  messageId: number,
): Promise<readonly RouteReason[]> {
  const choices = await world.sms.storage.operators.listChoices(recipientIdOf(messageId, 0));
  return choices.map(({ reason }) => reason);
}

suite('parts that wait for an operator that is down', () => {
  test('take another way within 15 seconds of the loss, codes within 5, each once', async () => {
    await using two = await openTwoOperators();
    const { world, first, second, pass } = two;
    await first.kill();
    await pass(1);
    const sent = await world.send({ text: 'waits' });
    await world.send({ text: 'code', validityMs: 900_000 });
    await pass(4);
    await second.submits.next();
    assert.deepEqual(texts(second), ['code']);
    await pass(10);
    await second.submits.next(({ n }) => n === 2);
    await world.sms.quiet();
    assert.deepEqual(texts(second), ['code', 'waits']);
    assert.deepEqual(await reasons(two, sent.messageId), [{ code: 'its operator is down' }]);
    assert.equal(world.engine.waiting().parts, 0);
    assert.equal(await world.sms.owed(), 0);
    await first.listen();
    await pass(2 * minutes);
    assert.deepEqual(texts(first), []);
    assert.equal(world.sms.told.all.length, 0);
  });

  test('stay where there is no other way', async () => {
    await using two = await openTwoOperators({ secondRoute: { prefix: '49' } });
    const { world, first, second, pass } = two;
    await first.kill();
    await pass(1);
    await world.send({ text: 'waits' });
    await pass(6 * minutes);
    assert.deepEqual(texts(second), []);
    assert.equal(await world.sms.owed(), 1);
    await first.listen();
    await pass(90);
    await first.submits.next();
    assert.deepEqual(texts(first), ['waits']);
  });

  test('go again by another way after a minute if they may have been taken already', async () => {
    await using two = await openTwoOperators({ script: silent });
    const { world, first, second, pass } = two;
    await world.send({ text: 'in doubt' });
    await first.submits.next();
    await first.kill();
    await pass(1);
    await world.send({ text: 'waits' });
    await pass(50);
    assert.deepEqual(texts(second), ['waits']);
    await pass(20);
    await second.submits.next(({ n }) => n === 2);
    await world.sms.quiet();
    assert.deepEqual(texts(second), ['waits', 'in doubt']);
    assert.equal(await world.sms.owed(), 0);
  });

  test('stay if they may have been taken and the operator’s settings allow no second copy', async () => {
    await using two = await openTwoOperators({ script: silent, settings: { uncertain: 'hold' } });
    const { world, first, second, pass } = two;
    await world.send({ text: 'in doubt' });
    await first.submits.next();
    await first.kill();
    await pass(1);
    await world.send({ text: 'waits' });
    await pass(6 * minutes);
    assert.deepEqual(texts(second), ['waits']);
    assert.equal(await world.sms.owed(), 1);
  });

  test('go all together, and a new message takes the other way at once', async () => {
    await using two = await openTwoOperators();
    const { world, first, second, pass } = two;
    await first.kill();
    await pass(1);
    await world.send({ text: 'a'.repeat(400) });
    await pass(11);
    assert.deepEqual(texts(second), []);
    await pass(3);
    await second.submits.next(({ n }) => n === 3);
    await world.send({ text: 'new' });
    await second.submits.next(({ n }) => n === 4);
    assert.equal(texts(second).at(-1), 'new');
    await world.sms.quiet();
    assert.equal(await world.sms.owed(), 0);
  });

  test('are moved in slices, however many they are', async () => {
    await using two = await openTwoOperators({ secondSettings: { window: 1_000 } });
    const { world, first, second, pass } = two;
    await first.kill();
    await pass(1);
    const phones = Array.from({ length: 300 }, (_, index) => phone(`336${12_000_000 + index}`));
    await world.send({ phones, text: 'many' });
    await world.send({ phones, text: 'more' });
    await pass(16);
    await second.submits.next(({ n }) => n === 600);
    await world.sms.quiet();
    const told = new Set(
      second.submits.all.map(
        ({ pdu }) => `${pdu.destination.address} ${pdu.shortMessage.toString()}`,
      ),
    );
    assert.equal(told.size, 600);
    assert.equal(world.engine.waiting().parts, 0);
  });
});

suite('a message that an operator refuses', () => {
  for (const [name, code] of [
    ['because our settings do not fit it', 0x48],
    ['because of its sender', status.invalidSource],
  ] as const) {
    test(`${name} takes the next way at once`, async () => {
      await using two = await openTwoOperators({ script: () => refuse(code) });
      const { world, second } = two;
      const sent = await world.send({ text: 'again' });
      await second.submits.next();
      await world.sms.quiet();
      assert.deepEqual(texts(second), ['again']);
      assert.equal((await reasons(two, sent.messageId)).at(-1)?.tried, 'two');
      assert.equal(await world.sms.state(sent.messageId), 'waiting');
      assert.equal(world.sms.told.all.length, 0);
    });
  }

  test('for no reason that we know takes the next way after three attempts', async () => {
    await using two = await openTwoOperators({ script: () => refuse(status.systemError) });
    const { world, first, second, pass } = two;
    await world.send({ text: 'again' });
    await first.submits.next();
    await pass(31);
    await first.submits.next(({ n }) => n === 2);
    await world.sms.quiet();
    assert.deepEqual(texts(second), []);
    await pass(31);
    await second.submits.next();
    assert.deepEqual([first.submits.all.length, second.submits.all.length], [3, 1]);
  });

  test('for good is not delivered, and nobody else is asked', async () => {
    await using two = await openTwoOperators({ script: () => refuse(status.invalidDestination) });
    const { world, second } = two;
    const sent = await world.send();
    assert.equal((await world.sms.told.next()).status, 'not delivered');
    assert.deepEqual(texts(second), []);
    assert.equal(await world.sms.state(sent.messageId), 'not delivered');
  });

  test('and the next as well is not delivered, and given back once', async () => {
    await using two = await openTwoOperators({
      script: () => refuse(0x48),
      secondScript: () => refuse(0x48),
    });
    const { world, first, second } = two;
    const before = await world.sms.balance();
    const sent = await world.send({ text: 'nobody' });
    assert.equal((await world.sms.told.next()).status, 'not delivered');
    assert.deepEqual([first.submits.all.length, second.submits.all.length], [1, 1]);
    assert.equal(await world.sms.state(sent.messageId), 'not delivered');
    assert.equal(await world.sms.balance(), before);
    assert.equal(world.engine.waiting().parts, 0);
  });

  test('whole goes whole; once a part was taken the others are not sent by another', async () => {
    await using whole = await openTwoOperators({ script: () => refuse(0x48) });
    await whole.world.send({ text: 'a'.repeat(400) });
    await whole.second.submits.next(({ n }) => n === 3);
    await whole.world.sms.quiet();
    assert.equal(await whole.world.sms.owed(), 0);

    await using half = await openTwoOperators({
      script: ({ n }) =>
        n === 1 ? { status: 0, body: { messageId: '1', tlvs: [] } } : refuse(0x48),
    });
    const sent = await half.world.send({ text: 'a'.repeat(400) });
    await half.first.submits.next(({ n }) => n === 3);
    await half.pass(11);
    assert.deepEqual(texts(half.second), []);
    assert.equal(await half.world.sms.state(sent.messageId), 'not delivered');
    assert.equal(await half.world.sms.owed(), 0);
  });

  test('is told in the form of the other operator’s network', async () => {
    await using two = await openTwoOperators({
      script: () => refuse(0x48),
      secondSettings: { longMessages: 'sar' },
    });
    const { world, second } = two;
    await world.send({ text: 'a'.repeat(400) });
    const { pdu } = await second.submits.next();
    assert.equal(pdu.esmClass & 0x40, 0);
    assert.ok(pdu.tlvs.some(({ tag }) => tag === 0x020c));
  });

  test('keeps its octets where the other operator takes them', async () => {
    await using two = await openTwoOperators({
      script: () => refuse(0x48),
      settings: { nationalTables: ['turkish'] },
      // With its longer header 306 septets would be three parts.
      secondSettings: { nationalTables: ['turkish'], longMessages: 'udh16' },
    });
    const { world, first, second } = two;
    await world.send({ text: 'a'.repeat(306) });
    await world.send({ text: 'ş'.repeat(150) });
    await second.submits.next(({ n }) => n === 3);
    await world.sms.quiet();
    assert.deepEqual(octets(second), octets(first));
    assert.equal(await world.sms.owed(), 0);
  });

  test('leaves tables and TLVs behind where the other operator has none', async () => {
    await using two = await openTwoOperators({
      script: () => refuse(0x48),
      settings: { nationalTables: ['turkish'], longMessages: 'sar' },
    });
    const { world, first, second } = two;
    await world.send({ text: 'a'.repeat(300) });
    await second.submits.next(({ n }) => n === 2);
    for (const { pdu } of second.submits.all) {
      assert.equal(pdu.esmClass & 0x40, 0x40);
      assert.deepEqual(
        pdu.tlvs.map(({ tag }) => tag).filter((tag) => tag >= 0x020c && tag <= 0x020f),
        [],
      );
    }
    assert.equal(first.submits.all.length, 2);
  });

  test('goes in more parts than were paid for where there is no other way, at the same price', async () => {
    await using two = await openTwoOperators({
      script: () => refuse(0x48),
      settings: { nationalTables: ['turkish'] },
    });
    const { world, second } = two;
    // In Turkish septets one part, in UCS-2 three.
    const sent = await world.send({ text: 'ş'.repeat(150) });
    assert.equal(sent.parts, 1);
    await second.submits.next(({ n }) => n === 3);
    await world.sms.quiet();
    const pdus = second.submits.all.map(({ pdu }) => pdu);
    const places = pdus.map(({ shortMessage }) => shortMessage.subarray(4, 6).toString('hex'));
    assert.deepEqual(places.toSorted(), ['0301', '0302', '0303']);
    assert.equal(new Set(pdus.map(({ shortMessage }) => shortMessage[3])).size, 1);
    const text = pdus
      .toSorted((a, b) => (a.shortMessage[5] ?? 0) - (b.shortMessage[5] ?? 0))
      .map(({ shortMessage }) => shortMessage.subarray(6).swap16().toString('utf16le'))
      .join('');
    assert.equal(text, 'ş'.repeat(150));
    assert.equal(await world.sms.owed(), 0);
    assert.equal(await world.sms.balance(), 1_000_000_000 - sent.cost);
    const choice = (await reasons(two, sent.messageId)).at(-1);
    assert.deepEqual(choice?.beyond, { parts: 3, paid: 1 });
  });

  test('is refused where it would be longer than a text may be', async () => {
    await using two = await openTwoOperators({
      script: () => refuse(0x48),
      settings: { nationalTables: ['turkish'] },
    });
    const { world, second } = two;
    const sent = await world.send({ text: 'ş'.repeat(1_000) });
    assert.equal((await world.sms.told.next()).status, 'not delivered');
    assert.equal(await world.sms.state(sent.messageId), 'not delivered');
    assert.equal(second.submits.all.length, 0);
  });
});

test('an operator that throttles keeps what it was given, and gets each part once', async () => {
  await using two = await openTwoOperators({
    script: (submitted) => (submitted.n <= 4 ? refuse(status.throttled) : take(submitted)),
  });
  const { world, first, second, pass } = two;
  for (const text of ['one', 'two', 'three']) await world.send({ text });
  for (let tries = 0; tries < 60 && (await world.sms.owed()) > 0; tries += 1) await pass(1);
  const taken = texts(first).slice(4);
  assert.deepEqual(taken.toSorted(), ['one', 'three', 'two']);
  assert.deepEqual(texts(second), []);
});

suite('an operator that is to be left', () => {
  test('drains: it gets nothing new and sends what waits', async () => {
    await using two = await openTwoOperators({ script: later });
    const { world, first, second, one, apply } = two;
    await world.send({ text: 'before' });
    const before = await first.submits.next();
    await world.sms.storage.operators.setOperatorState(one.id, 'draining', anAuthor);
    await apply();
    await world.send({ text: 'after' });
    await second.submits.next();
    assert.deepEqual([texts(first), texts(second)], [['before'], ['after']]);
    before.answer({ status: 0, body: { messageId: '1', tlvs: [] } });
    await world.sms.logged('part.submitted');
  });

  test('leaves: what waits takes other ways, and nothing goes twice', async () => {
    await using two = await openTwoOperators({ script: later, settings: { window: 1 } });
    const { world, first, second, one, apply, pass } = two;
    for (const text of ['flies', 'waits', 'waits too']) await world.send({ text });
    const flying = await first.submits.next();
    await world.sms.storage.operators.setOperatorState(one.id, 'leaving', anAuthor);
    await apply();
    await pass(6);
    await second.submits.next(({ n }) => n === 2);
    assert.deepEqual(texts(second), ['waits', 'waits too']);
    flying.answer({ status: 0, body: { messageId: '1', tlvs: [] } });
    await world.sms.lines.next(
      (line) => line['event'] === 'part.submitted' && line['operator'] === 'one',
    );
    assert.equal(await world.sms.owed(), 0);
    assert.equal(first.submits.all.length, 1);
  });

  test('is relieved: what waits takes other ways, and it stays', async () => {
    await using two = await openTwoOperators({ script: later, settings: { window: 1 } });
    const { world, first, second, one, apply, pass } = two;
    for (const text of ['flies', 'waits']) await world.send({ text });
    const flying = await first.submits.next();
    await world.sms.storage.operators.setOperatorState(one.id, 'rerouting', anAuthor);
    await apply();
    await pass(6);
    await second.submits.next();
    assert.deepEqual(texts(second), ['waits']);
    flying.answer({ status: 0, body: { messageId: '1', tlvs: [] } });
    await world.sms.lines.next(
      (line) => line['event'] === 'part.submitted' && line['operator'] === 'one',
    );
    const standing = await world.sms.storage.operators.listOperators();
    assert.equal(standing.find(({ id }) => id === one.id)?.state, 'rerouting');
  });

  test('is paused: what waits stays, and new messages take other ways', async () => {
    await using two = await openTwoOperators({ script: later, settings: { window: 1 } });
    const { world, first, second, one, apply, pass } = two;
    for (const text of ['flies', 'waits']) await world.send({ text });
    const flying = await first.submits.next();
    await world.sms.storage.operators.setOperatorState(one.id, 'paused', anAuthor);
    await apply();
    flying.answer({ status: 0, body: { messageId: '1', tlvs: [] } });
    await world.send({ text: 'new' });
    await second.submits.next();
    await pass(6 * minutes);
    assert.deepEqual(texts(second), ['new']);
    assert.equal(texts(first).length, 1);
  });
});

test('another bind of the same operator takes over within 15 seconds', async () => {
  await using two = await openTwoOperators({
    settings: { binds: 2 },
    secondRoute: { prefix: '49' },
  });
  const { world, first, pass } = two;
  const [peer] = first.peers.all.filter(({ systemId }) => systemId === 'PARLEY');
  first.bindStatus = status.bindFailed;
  peer?.close();
  await pass(1);
  const phones = Array.from({ length: 20 }, (_, index) => phone(`336${12_000_000 + index}`));
  await world.send({ phones, text: 'both' });
  await first.submits.next(({ n }) => n === 10);
  await pass(8);
  assert.equal(first.submits.all.length, 10);
  await pass(6);
  await first.submits.next(({ n }) => n === 20);
  assert.equal(new Set(first.submits.all.map(({ pdu }) => pdu.destination.address)).size, 20);
});

suite('an operator that is bound and answers nothing', () => {
  const settings = { responseTimeoutMs: 60_000 };

  test('loses new messages to the next route within seconds, and what waits for it as well', async () => {
    await using two = await openTwoOperators({
      script: silent,
      settings: { ...settings, window: 1 },
    });
    const { world, second, pass } = two;
    await world.send({ text: 'in flight' });
    const waits = await world.send({ text: 'waits' });
    await pass(12);
    await second.submits.next();
    await world.send({ text: 'code', validityMs: 60_000 });
    await second.submits.next(({ n }) => n === 2);
    assert.deepEqual(texts(second), ['waits', 'code']);
    assert.deepEqual(await reasons(two, waits.messageId), [
      { code: 'its operator does not answer' },
    ]);
    await world.sms.logged('operator.silent');
  });

  test('gets a part once, and the next route has it after the response time', async () => {
    await using two = await openTwoOperators({ script: silent, settings });
    const { world, first, second, pass } = two;
    const sent = await world.send({ text: 'a code', validityMs: 900_000 });
    await pass(62);
    await second.submits.next();
    await world.sms.quiet();
    assert.deepEqual([texts(first), texts(second)], [['a code'], ['a code']]);
    assert.deepEqual(await reasons(two, sent.messageId), [{ code: 'no answer', tried: 'two' }]);
    await pass(3 * minutes);
    assert.deepEqual([texts(first), texts(second)], [['a code'], ['a code']]);
    assert.equal(await world.sms.owed(), 0);
    assert.equal(world.engine.waiting().parts, 0);
  });

  test('is found to be well again by a message that is its probe, and then has all of them', async () => {
    await using two = await openTwoOperators({ script: silent, settings });
    const { world, first, second, pass } = two;
    await world.send({ text: 'in flight' });
    await pass(12);
    first.script = take;
    await world.send({ text: 'probe' });
    await world.sms.logged('operator.answers');
    await pass(1);
    await world.send({ text: 'after' });
    await first.submits.next(({ n }) => n === 3);
    assert.deepEqual([texts(first), texts(second)], [['in flight', 'probe', 'after'], []]);
  });

  test('gets one part every ten seconds where there is no other way', async () => {
    await using two = await openTwoOperators({
      script: silent,
      settings,
      secondRoute: { prefix: '49' },
    });
    const { world, first, pass } = two;
    await world.send({ text: '1' });
    await pass(12);
    for (const text of ['2', '3', '4', '5']) await world.send({ text });
    await pass(1);
    assert.deepEqual(texts(first), ['1', '2']);
    await pass(20);
    assert.deepEqual(texts(first), ['1', '2', '3', '4']);
    first.script = take;
    await pass(10);
    await first.submits.next(({ n }) => n === 5);
  });
});

/** Others are answered, so that the operator counts as well. */
const onlyOthers: Script = (submitted) =>
  submitted.pdu.shortMessage.toString() === 'lost' ? silent(submitted) : take(submitted);

const lost = ({ submits }: TwoOperators['first']): number =>
  submits.all.filter(({ pdu }) => pdu.shortMessage.toString() === 'lost').length;

test('a part goes unanswered three times in all, the last by another operator', async () => {
  await using two = await openTwoOperators({ script: onlyOthers, secondScript: silent });
  const { world, first, second, pass } = two;
  const sent = await world.send({ text: 'lost' });
  const before = await world.sms.balance();
  for (let seconds = 0; seconds < 6 * minutes; seconds += 5) {
    await world.send({ text: 'other' });
    await pass(5);
  }
  assert.deepEqual([lost(first), lost(second)], [2, 1]);
  assert.equal(await world.sms.state(sent.messageId), 'not delivered');
  assert.ok(
    (await world.sms.balance()) < before,
    'it is not given back, for the phone may have it',
  );
  assert.equal(await world.sms.owed(), 0);
});
