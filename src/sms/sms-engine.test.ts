import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { HeldClock } from '#test/harness/held-clock.ts';
import { type LinkWorld, later, openLinkWorld, take } from '#test/harness/link-world.ts';
import { atMs, phone } from '#test/harness/records.ts';
import { aKey, type aPhone, aReceiptPdu, openSmsWorld } from '#test/harness/sms-world.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { bindLease } from './links/part-lane.ts';
import type { OperatorSettings } from './operator.ts';
import { SmsEngine } from './sms-engine.ts';

const hourMs = 3_600_000;

/** What the administrator changes, and the engine applies. */
async function change(world: LinkWorld, settings: Partial<OperatorSettings>): Promise<void> {
  const directory = await world.sms.readDirectory();
  const operators = directory.operators.map((operator) =>
    operator.builtIn ? operator : { ...operator, settings: { ...operator.settings, ...settings } },
  );
  await world.apply({ operators });
}

suite('the SMS engine', () => {
  test('binds to every operator as it is told to, with its password', async () => {
    await using world = await openLinkWorld({ settings: { systemType: 'VMA' } });
    assert.equal(world.engine.bound(world.sms.operator.id), 1);
    await world.smsc.peers.next(({ systemId }) => systemId === 'SIMULATOR');
    assert.equal(world.smsc.peers.all.length, 2);
    assert.deepEqual(world.smsc.passwords, ['secret', 'secret']);
  });

  test('counts a pair of transmitter and receiver as one bind', async () => {
    await using world = await openLinkWorld({ settings: { bind: 'tx-rx' }, started: false });
    await world.begin();
    await world.bound(2);
    assert.equal(world.engine.bound(world.sms.operator.id), 1);
    await world.send();
    const { peer } = await world.smsc.submits.next();
    assert.equal(peer.mode, 'tx');
    await world.sms.logged('part.submitted');
    const receiver = world.smsc.peers.all.find(
      ({ mode, systemId }) => mode === 'rx' && systemId === 'PARLEY',
    );
    await receiver?.deliver(aReceiptPdu({ id: '1' }));
    assert.equal((await world.sms.told.next()).status, 'delivered');
  });

  test('sends test messages to the built-in operator alone, and live ones never there', async () => {
    await using world = await openLinkWorld();
    await world.send({ caller: { account: world.sms.account, key: aKey('test') }, text: 'test' });
    await world.send({ text: 'live' });
    const { peer: simulator } = await world.smsc.submits.next(
      ({ pdu }) => pdu.shortMessage.toString() === 'test',
    );
    const { peer: carrier } = await world.smsc.submits.next(
      ({ pdu }) => pdu.shortMessage.toString() === 'live',
    );
    assert.equal(simulator.systemId, 'SIMULATOR');
    assert.equal(carrier.systemId, 'PARLEY');
  });

  test('has messages leave by its own bind while that keeps up, where another process has the other', async () => {
    const settings = { binds: 2, window: 2 };
    await using world = await openLinkWorld({ settings, script: later });
    const { operator } = world.sms;
    const sender = { class: 'normal', accountId: world.sms.account.id } as const;
    const placeOf = (digits: string) => world.engine.bindFor(operator, phone(digits), sender);
    assert.deepEqual([placeOf('33612345670'), placeOf('33612345671')], [0, 1]);
    await world.engine.handOver({ name: bindLease(operator.id, 1), epoch: 1 });
    assert.deepEqual([placeOf('33612345670'), placeOf('33612345671')], [0, 0]);
    // Two are in flight, and two wait: as many as the operator takes at a time.
    for (let n = 0; n < 4; n += 1) await world.send({ phones: [phone('33612345670')] });
    await world.smsc.submits.next(({ n }) => n === 2);
    assert.equal(placeOf('33612345671'), 1);
    for (const { answer, ...submitted } of world.smsc.submits.all) answer(take(submitted));
    await world.smsc.submits.next(({ n }) => n === 4);
    assert.equal(placeOf('33612345671'), 0);
    await world.smsc.kill();
    await world.sms.lines.next(
      (line) => line['event'] === 'operator.lost' && line['operator'] === 'one',
    );
    assert.equal(placeOf('33612345671'), 1);
  });

  test('spares its own bind what the rate would keep waiting', async () => {
    const settings = { binds: 2, window: 100, ratePerSecond: 8 };
    await using world = await openLinkWorld({ settings });
    const { operator } = world.sms;
    const sender = { class: 'normal', accountId: world.sms.account.id } as const;
    await world.engine.handOver({ name: bindLease(operator.id, 1), epoch: 1 });
    const place = () => world.engine.bindFor(operator, phone('33612345671'), sender);
    // The first leaves at once; a second is waited for by two others.
    for (let n = 1; n <= 2; n += 1) await world.send({ phones: [phone('33612345670')] });
    await world.sms.quiet();
    assert.equal(place(), 0);
    await world.send({ phones: [phone('33612345670')] });
    await world.sms.quiet();
    assert.equal(place(), 1);
  });

  test('sends a scheduled message when its time has come', async () => {
    await using world = await openLinkWorld();
    await world.send({ scheduledAtMs: atMs + 10_000 });
    await world.sms.quiet();
    for (let second = 0; second < 9; second += 1) {
      world.clock.advance(1_000);
      await world.sms.quiet();
    }
    assert.equal(world.smsc.submits.all.length, 0);
    assert.equal(world.engine.waiting().parts, 1);
    world.clock.advance(1_500);
    await world.sms.logged('part.submitted');
    assert.equal(world.smsc.submits.all.length, 1);
  });

  test('says how many parts wait', async () => {
    await using world = await openLinkWorld({ script: later });
    await world.send({ text: 'a'.repeat(400) });
    assert.deepEqual(world.engine.waiting(), { parts: 3, partsMax: 1_000 });
  });

  test('sends a campaign’s parts one for each twelve others', async () => {
    await using world = await openLinkWorld({
      balance: 1_000_000_000,
      settings: { ratePerSecond: 10 },
    });
    const phones = Array.from({ length: 101 }, (_, index) => `336${12_000_000 + index}`);
    await world.send({ phones: phones as (typeof aPhone)[], text: 'bulk' });
    for (let n = 0; n < 20; n += 1) {
      await world.send({ text: 'normal' });
      await world.send({ text: 'urgent', validityMs: 600_000 });
    }
    for (let tenths = 0; tenths < 30; tenths += 1) {
      world.clock.advance(100);
      await world.sms.quiet();
    }
    const sent = world.smsc.submits.all.slice(5, 18).map(({ pdu }) => pdu.shortMessage.toString());
    const count = (text: string) => sent.filter((each) => each === text).length;
    assert.deepEqual([count('urgent'), count('normal'), count('bulk')], [8, 4, 1]);
  });
});

suite('an engine that starts', () => {
  test('sends what another left behind, and knows how much it is', async () => {
    using folder = temporaryFolder();
    const clock = new HeldClock(atMs);
    {
      await using before = await openSmsWorld({ folder, clock, settings: { port: 1 } });
      await before.sent({ text: 'a'.repeat(400) });
    }
    await using world = await openLinkWorld({ folder, clock, started: false });
    const directory = await world.sms.readDirectory();
    const operators = directory.operators.map((operator) => ({
      ...operator,
      settings: { ...operator.settings, port: world.smsc.port },
    }));
    await world.begin({ operators });
    assert.equal(world.engine.waiting().parts, 3);
    await world.bound(1);
    await world.smsc.submits.next(({ n }) => n === 3);
    await world.sms.quiet();
    assert.equal(world.engine.waiting().parts, 0);
    assert.equal(await world.sms.owed(), 0);
  });

  test('and ends without having started, twice, holds nothing up', async () => {
    await using world = await openSmsWorld();
    const engine = new SmsEngine(world.enginePorts({ holds: () => true }));
    await engine[Symbol.asyncDispose]();
    await engine[Symbol.asyncDispose]();
  });

  test('and cannot open one operator’s password opens the others’', async () => {
    await using world = await openLinkWorld({ started: false });
    const { operators } = world.sms.opened.directory;
    const spoilt = operators.map((operator) =>
      operator.builtIn ? { ...operator, sealedPassword: 'v1.spoilt' } : operator,
    );
    await world.begin({ operators: spoilt });
    await world.bound(1);
    assert.equal(world.engine.bound(world.sms.operator.id), 1);
    assert.equal((await world.sms.logged('operator.unopened'))['operator'], 'simulator');
  });
});

suite('a bind whose lease is over', () => {
  test('sends nothing more, though nobody has told it; what the operator took is stored', async () => {
    await using world = await openLinkWorld({ script: later, settings: { window: 1 } });
    for (const text of ['1', '2']) await world.send({ text });
    const first = await world.smsc.submits.next();
    world.leases.holds = () => false;
    first.answer(take(first));
    await world.sms.logged('part.submitted');
    await world.sms.quiet();
    assert.equal(world.smsc.submits.all.length, 1);
    assert.equal(await world.sms.owed(), 1);
  });

  test('is cut at once, and what it learned is stored when the storage is back', async () => {
    await using world = await openLinkWorld({ script: later });
    await world.send();
    const submitted = await world.smsc.submits.next();
    world.sms.away = true;
    submitted.answer(take(submitted));
    await world.sms.logged('storage.awaited');
    const lost = world.engine.lost({ name: `sms/${world.sms.operator.id}/0`, epoch: 1 });
    await world.sms.logged('operator.closed');
    assert.equal(world.engine.bound(world.sms.operator.id), 0);
    world.sms.away = false;
    world.clock.advance(1_000);
    await lost;
    assert.equal(await world.sms.owed(), 0);
  });

  test('leaves parts to its next owner, who is told of new ones', async () => {
    await using world = await openLinkWorld();
    const lease = { name: `sms/${world.sms.operator.id}/0`, epoch: 1 };
    await world.engine.handOver(lease);
    await world.send();
    const lane = `sms/${world.sms.operator.id}/0:normal/${world.sms.account.id}`;
    assert.deepEqual([...world.sms.elsewhere], [lane]);
    assert.equal(world.smsc.submits.all.length, 0);
    world.engine.taken(lease);
    await world.smsc.submits.next();
  });
});

suite('a changed setting', () => {
  test('closes the link, opens it anew, and loses nothing that waited', async () => {
    await using world = await openLinkWorld({ script: later, settings: { window: 1 } });
    for (const text of ['1', '2', '3']) await world.send({ text });
    const first = await world.smsc.submits.next();
    world.smsc.script = take;
    const changed = change(world, { window: 5 });
    first.answer(take(first));
    await changed;
    await world.bound(2);
    world.clock.advance(500);
    await world.smsc.submits.next(({ n }) => n === 3);
    await world.sms.quiet();
    const sent = world.smsc.submits.all.map(({ pdu }) => pdu.shortMessage.toString());
    assert.deepEqual(sent, ['1', '2', '3']);
    assert.equal(world.engine.waiting().parts, 0);
  });

  test('that changes nothing leaves the link as it is', async () => {
    await using world = await openLinkWorld();
    await change(world, {});
    await world.send();
    await world.sms.logged('part.submitted');
    const bound = world.sms.lines.all.filter(
      (line) => line['event'] === 'operator.bound' && line['operator'] === 'one',
    );
    assert.equal(bound.length, 1);
  });

  test('to fewer binds leaves the lanes of the others to those that stay', async () => {
    await using world = await openLinkWorld({ settings: { binds: 3 } });
    await change(world, { binds: 1 });
    await world.bound(4);
    const phones = ['33612345670', '33612345671', '33612345672'] as (typeof aPhone)[];
    for (const to of phones) await world.send({ phones: [to] });
    await world.smsc.submits.next(({ n }) => n === 3);
    assert.equal(new Set(world.smsc.submits.all.map(({ peer }) => peer)).size, 1);
  });

  test('that removes an operator closes its links, and its parts wait in the table', async () => {
    await using world = await openLinkWorld();
    const { operators } = await world.sms.readDirectory();
    await world.apply({ operators: operators.filter(({ builtIn }) => builtIn) });
    assert.equal(world.engine.bound(world.sms.operator.id), 0);
    await world.send();
    assert.equal(await world.sms.owed(), 1);
    await world.apply({ operators });
    await world.bound(2);
    world.clock.advance(500);
    await world.sms.logged('part.submitted');
    assert.equal(await world.sms.owed(), 0);
  });
});

test('parts that wait for an operator end with their validity, however many there are', async () => {
  await using world = await openLinkWorld({ balance: 1_000_000_000 });
  await world.smsc.kill();
  await world.sms.logged('operator.lost');
  for (let round = 0; round < 5; round += 1) {
    const sending = Array.from({ length: 500 }, () => world.send({ validityMs: hourMs }));
    await Promise.all(sending);
  }
  assert.equal(await world.sms.owed(), 2_500);
  world.clock.advance(hourMs);
  while ((await world.sms.owed()) > 0) {
    world.clock.advance(500);
    await world.sms.quiet();
  }
  assert.equal(world.sms.told.all.length, 2_500);
  assert.equal(await world.sms.balance(), 1_000_000_000);
});
