import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { must } from '#core/assert.ts';
import {
  type LinkWorld,
  later,
  openLinkWorld,
  refuse,
  type Submitted,
  silent,
  take,
} from '#test/harness/link-world.ts';
import { phone } from '#test/harness/records.ts';
import { anAuthor } from '#test/harness/routes.ts';
import { aKey, aPhone, aReceiptPdu } from '#test/harness/sms-world.ts';

const hourMs = 3_600_000;

function submit(world: LinkWorld, n: number): Promise<Submitted> {
  return world.smsc.submits.next((submitted) => submitted.n === n);
}

function texts(world: LinkWorld): string[] {
  return world.smsc.submits.all.map(({ pdu }) => pdu.shortMessage.toString());
}

/** Waits for so many log lines of this event. */
function times(world: LinkWorld, event: string, count: number): Promise<unknown> {
  let seen = 0;
  return world.sms.lines.next((line) => {
    if (line['event'] === event) seen += 1;
    return seen === count;
  });
}

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
    const overdue = await world.sms.storage.messages.overdueParts(world.sms.operator.id, 9e15, 10);
    assert.deepEqual(overdue, []);
    assert.equal(await world.sms.state(messageId), 'waiting');
  });

  test('awaits no report from an operator that sends none', async () => {
    await using world = await openLinkWorld({ settings: { receipts: 'none' } });
    await world.send();
    await world.sms.logged('part.submitted');
    const overdue = await world.sms.storage.messages.overdueParts(world.sms.operator.id, 9e15, 10);
    assert.deepEqual(overdue, []);
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

  test('because the queue is full is asked again after 30 seconds', async () => {
    await using world = await openLinkWorld({
      script: (submitted) => (submitted.n === 1 ? refuse(0x14) : take(submitted)),
    });
    await world.send();
    await putOff(world, 1);
    world.clock.advance(29_000);
    await world.sms.quiet();
    assert.equal(world.smsc.submits.all.length, 1);
    world.clock.advance(1_500);
    await world.sms.logged('part.submitted');
    assert.equal(world.smsc.submits.all.length, 2);
    assert.deepEqual(texts(world), ['Hello', 'Hello']);
  });

  test('that may pass is asked twice again, and then it is one', async () => {
    await using world = await openLinkWorld({ script: () => refuse(0x08) });
    await world.send();
    for (const n of [1, 2]) {
      await putOff(world, n);
      world.clock.advance(30_500);
    }
    await world.sms.logged('part.refused');
    assert.equal(world.smsc.submits.all.length, 3);
    assert.equal(await world.sms.balance(), 1_000_000);
  });

  test('for our settings says that the fault is ours', async () => {
    await using world = await openLinkWorld({ script: () => refuse(0x15) });
    await world.send();
    const line = await world.sms.logged('submit.refused');
    assert.equal(line['fault'], 'ours');
    assert.equal(line['status'], 'ESME_RINVSERTYP');
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

/** Waits until a part's retry is stored, after so many submits. */
async function putOff(world: LinkWorld, submits: number): Promise<void> {
  await submit(world, submits);
  await world.sms.quiet();
}

suite('an operator that says slow down', () => {
  test('gets nothing for a second, then the part again, which counts no attempt', async () => {
    await using world = await openLinkWorld({
      script: (submitted) => (submitted.n <= 20 ? refuse(0x58) : take(submitted)),
    });
    await world.send();
    for (let n = 1; n <= 20; n += 1) {
      await submit(world, n);
      await times(world, 'submit.refused', n);
      await world.sms.quiet();
      assert.equal(world.smsc.submits.all.length, n);
      world.clock.advance(1_000);
    }
    const line = await world.sms.logged('part.submitted');
    assert.equal(line['attempt'], 0);
  });

  test('in mid-window gets the parts again in their order', async () => {
    await using world = await openLinkWorld({ script: later, settings: { window: 5 } });
    const sent = ['1', '2', '3', '4', '5', '6'];
    for (const text of sent) await world.send({ text });
    await submit(world, 5);
    world.smsc.script = take;
    for (const { answer } of world.smsc.submits.all) answer(refuse(0x58));
    await times(world, 'submit.refused', 5);
    await patience(world, 10_000);
    await times(world, 'part.submitted', 6);
    assert.deepEqual(texts(world).slice(5), sent);
  });
});

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

suite('a submit nobody answers', () => {
  test('is uncertain, and goes again a minute later with the same octets', async () => {
    await using world = await openLinkWorld({
      script: (submitted) => (submitted.n === 1 ? silent(submitted) : take(submitted)),
    });
    await world.send();
    await submit(world, 1);
    await patience(world, 60_500);
    const line = await world.sms.logged('submit.uncertain');
    assert.equal(line['why'], 'no response');
    await patience(world, 61_000);
    await world.sms.logged('part.submitted');
    const [first, second] = world.smsc.submits.all.map(({ pdu }) => pdu.shortMessage);
    assert.deepEqual(second, first);
    assert.equal(world.engine.waiting().parts, 0);
  });

  test('does not go again if its answer comes late', async () => {
    await using world = await openLinkWorld({ script: later });
    const { messageId } = await world.send();
    const submitted = await submit(world, 1);
    await patience(world, 60_500);
    await world.sms.logged('submit.uncertain');
    submitted.answer(take(submitted));
    await world.sms.logged('part.submitted');
    assert.equal(await world.sms.owed(), 0);
    await patience(world, 120_000);
    assert.equal(world.smsc.submits.all.length, 1);
    await submitted.peer.deliver(aReceiptPdu({ id: '1' }));
    assert.equal(await world.sms.state(messageId), 'delivered');
    assert.equal(world.engine.waiting().parts, 0);
  });

  test('and went again is recorded under both ids, and counts once', async () => {
    await using world = await openLinkWorld({ script: later });
    const { messageId } = await world.send();
    const first = await submit(world, 1);
    await patience(world, 60_500);
    await world.sms.logged('submit.uncertain');
    await patience(world, 61_000);
    const second = await submit(world, 2);
    first.answer(take(first));
    await times(world, 'part.submitted', 1);
    second.answer(take(second));
    await times(world, 'part.submitted', 2);
    assert.equal(world.engine.waiting().parts, 0);
    await second.peer.deliver(aReceiptPdu({ id: '2' }));
    await first.peer.deliver(aReceiptPdu({ id: '1' }));
    assert.equal(await world.sms.state(messageId), 'delivered');
    assert.equal(world.sms.told.all.length, 1);
  });
});

/** Lets time pass in steps in which links enquire and are answered. */
async function patience(world: LinkWorld, ms: number): Promise<void> {
  const stepMs = 1_000;
  for (let passed = 0; passed < ms; passed += stepMs) {
    world.clock.advance(stepMs);
    await world.sms.quiet();
  }
}

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

suite('a link that is lost', () => {
  test('in mid-window has its parts sent again after the rebind, at once and in order', async () => {
    await using world = await openLinkWorld({ script: later });
    const sent = ['1', '2', '3', '4'];
    for (const text of sent) await world.send({ text });
    await submit(world, 4);
    world.smsc.script = take;
    await world.smsc.kill();
    await times(world, 'submit.uncertain', 4);
    await world.smsc.listen();
    await rebind(world);
    await times(world, 'part.submitted', 4);
    assert.deepEqual(texts(world), [...sent, ...sent]);
    assert.equal(world.engine.waiting().parts, 0);
  });

  test('keeps what waited behind the window, which goes once', async () => {
    await using world = await openLinkWorld({ script: later, settings: { window: 2 } });
    const sent = ['1', '2', '3', '4'];
    for (const text of sent) await world.send({ text });
    await submit(world, 2);
    world.smsc.script = take;
    await world.smsc.kill();
    await times(world, 'submit.uncertain', 2);
    await world.smsc.listen();
    await rebind(world);
    await times(world, 'part.submitted', 4);
    assert.deepEqual(texts(world), ['1', '2', ...sent]);
  });

  test('because the operator wants another bind sends the part after it', async () => {
    await using world = await openLinkWorld({
      script: (submitted) => (submitted.n === 1 ? refuse(0x04) : take(submitted)),
    });
    await world.send();
    await world.sms.logged('submit.refused');
    await world.sms.logged('operator.lost');
    await rebind(world);
    const line = await world.sms.logged('part.submitted');
    assert.equal(line['attempt'], 0);
  });
});

/** Moves the clock past the wait between two connections. */
async function rebind(world: LinkWorld): Promise<void> {
  await world.sms.logged('operator.lost');
  for (let tries = 0; tries < 5; tries += 1) {
    await world.sms.quiet();
    world.clock.advance(2_000);
  }
  await world.bound(2);
}

suite('where nothing uncertain may go twice', () => {
  test('a lost submit is held, and what its operator may have taken is not paid back', async () => {
    await using world = await openLinkWorld({ script: later, settings: { uncertain: 'hold' } });
    await world.send({ validityMs: hourMs });
    await submit(world, 1);
    world.smsc.script = take;
    await world.smsc.kill();
    await world.sms.logged('submit.uncertain');
    await world.smsc.listen();
    await rebind(world);
    await world.sms.quiet();
    assert.equal(world.smsc.submits.all.length, 1);
    world.clock.advance(hourMs);
    await patience(world, 10_000);
    const line = await world.sms.logged('part.refused');
    assert.equal(line['reason'], 'uncertain');
    assert.equal(await world.sms.balance(), 1_000_000 - 40_000);
    assert.equal(world.smsc.submits.all.length, 1);
  });

  test('it may fail at once', async () => {
    await using world = await openLinkWorld({ script: later, settings: { uncertain: 'fail' } });
    await world.send();
    await submit(world, 1);
    await world.smsc.kill();
    const line = await world.sms.logged('part.refused');
    assert.equal(line['reason'], 'uncertain');
    assert.equal(await world.sms.balance(), 1_000_000 - 40_000);
  });

  test('a definite refusal is paid back', async () => {
    await using world = await openLinkWorld({
      script: () => refuse(0x0b),
      settings: { uncertain: 'hold' },
    });
    await world.send();
    await world.sms.logged('part.refused');
    assert.equal(await world.sms.balance(), 1_000_000);
  });

  test('what was taken is owed no more', async () => {
    await using world = await openLinkWorld({ settings: { uncertain: 'fail' } });
    await world.send({ text: 'a'.repeat(400) });
    await times(world, 'part.submitted', 3);
    assert.equal(await world.sms.owed(), 0);
    assert.equal(world.smsc.submits.all.length, 3);
  });

  test('a throttled part is not uncertain, and goes again', async () => {
    await using world = await openLinkWorld({
      script: (submitted) => (submitted.n === 1 ? refuse(0x58) : take(submitted)),
      settings: { uncertain: 'hold' },
    });
    await world.send();
    await world.sms.logged('submit.refused');
    await world.sms.quiet();
    world.clock.advance(1_000);
    await world.sms.logged('part.submitted');
    assert.equal(world.smsc.submits.all.length, 2);
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
