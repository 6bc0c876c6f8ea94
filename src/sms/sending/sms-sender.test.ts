import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { RuleName } from '#accounts/limits/rules.ts';
import { placeOfPart } from '#model/ids.ts';
import { Directory } from '#sms/directory.ts';
import type { SendRequest } from '#sms/send-request.ts';
import { atMs, phone } from '#test/harness/records.ts';
import { anAuthor, aRoute } from '#test/harness/routes.ts';
import { aKey, aPhone, openSmsWorld, type SmsWorld } from '#test/harness/sms-world.ts';

const hourMs = 3_600_000;
const german = phone('491711234567');
const landline = phone('33112345678');
const nobodys = phone('447700900123');

const testCaller = (world: SmsWorld): SendRequest['caller'] => ({
  account: world.account,
  key: aKey('test'),
});

function phones(count: number) {
  return Array.from({ length: count }, (_, index) => phone(`336${12_000_000 + index}`));
}

async function refusalOf(world: SmsWorld, changes: Partial<SendRequest>): Promise<unknown> {
  const reply = await world.send(changes);
  assert.equal(reply.ok, false);
  return reply.refusal;
}

suite('an accepted message', () => {
  test('is paid for, owed and offered, part by part', async () => {
    await using world = await openSmsWorld();
    const sent = await world.sent({ text: 'a'.repeat(200), tag: 't', sender: 'Acme' });
    assert.deepEqual(sent, {
      messageId: sent.messageId,
      parts: 2,
      cost: 80_000,
      currency: 'EUR',
      scheduledAtMs: null,
      deferredUntilMs: null,
      held: false,
    });
    assert.equal(await world.balance(), 1_000_000 - 80_000);
    assert.equal(await world.owed(), 2);
    assert.deepEqual(
      world.offered.map(({ load, job }) => [load.part, placeOfPart(job.subject)]),
      [
        [1, 1],
        [2, 2],
      ],
    );
    const due = await world.storage.messages.dueParts({
      lane: `sms/${world.operator.id}/0:normal/${world.account.id}`,
      limit: 10,
      nowMs: atMs,
    });
    assert.deepEqual(due, world.offered);
    assert.equal(await world.state(sent.messageId), 'waiting');
  });

  test('costs what its numbers cost, for each part', async () => {
    await using world = await openSmsWorld();
    const everywhere = { phones: [aPhone, german, landline], text: 'a'.repeat(400) };
    const sent = await world.sent(everywhere);
    assert.equal(sent.parts, 9);
    assert.equal(sent.cost, 3 * (40_000 + 75_500 + 38_000));
    assert.deepEqual(
      world.offered.filter(({ load }) => load.part === 1).map(({ load }) => load.recipient.cost),
      [120_000, 226_500, 114_000],
    );
    assert.equal(await world.balance(), 1_000_000 - sent.cost);
  });

  test('has ids of its own for each recipient and part', async () => {
    await using world = await openSmsWorld({ balance: 1_000_000_000 });
    const sent = await world.sent({ phones: phones(300), text: 'a'.repeat(400) });
    assert.equal(sent.parts, 900);
    assert.equal(new Set(world.offered.map(({ job }) => job.id)).size, 900);
    assert.equal(new Set(world.offered.map(({ job }) => job.subject)).size, 900);
  });

  test('draws the reference that its parts share', async () => {
    await using world = await openSmsWorld();
    await world.sent({ text: 'a'.repeat(200) });
    await world.sent({ text: 'short' });
    assert.deepEqual(
      world.offered.map(({ load }) => load.recipient.concatReference),
      [32_768, 32_768, 0],
    );
  });

  test('in UCS-2 because the client wants it costs the parts of UCS-2', async () => {
    await using world = await openSmsWorld();
    assert.equal((await world.sent({ text: 'a'.repeat(100) })).parts, 1);
    assert.equal((await world.sent({ text: 'a'.repeat(100), forceUnicode: true })).parts, 2);
    assert.equal(world.offered[1]?.load.recipient.form, 'ucs2/udh8/00');
  });

  test('is valid for two days, or for as long as the request says', async () => {
    await using world = await openSmsWorld();
    await world.sent();
    await world.sent({ validityMs: hourMs });
    assert.deepEqual(
      world.offered.map(({ job }) => job.expiresAtMs - atMs),
      [48 * hourMs, hourMs],
    );
  });

  test('that is scheduled waits in the table, and is valid from then on', async () => {
    await using world = await openSmsWorld();
    const scheduledAtMs = atMs + 5 * hourMs;
    const sent = await world.sent({ scheduledAtMs });
    assert.equal(sent.scheduledAtMs, scheduledAtMs);
    assert.equal(world.offered[0]?.job.dueAtMs, scheduledAtMs);
    assert.equal(world.offered[0].job.expiresAtMs, scheduledAtMs + 48 * hourMs);
  });

  test('is urgent if it is soon worthless, and bulk if it goes to more than a hundred', async () => {
    await using world = await openSmsWorld({ balance: 1_000_000_000 });
    const classOf = async (changes: Partial<SendRequest>): Promise<string | undefined> => {
      await world.sent(changes);
      return world.offered.at(-1)?.load.message.class;
    };
    assert.equal(await classOf({}), 'normal');
    assert.equal(await classOf({ phones: phones(100) }), 'normal');
    assert.equal(await classOf({ phones: phones(101) }), 'bulk');
    assert.equal(await classOf({ validityMs: 900_000 }), 'urgent');
    assert.equal(await classOf({ validityMs: 900_001 }), 'normal');
    assert.equal(await classOf({ phones: phones(101), validityMs: 900_000 }), 'urgent');
    assert.equal(await classOf({ class: 'urgent' }), 'urgent');
    assert.equal(await classOf({ class: 'bulk', validityMs: 900_000 }), 'bulk');
    assert.equal(await classOf({ class: 'normal', phones: phones(101) }), 'normal');
  });

  test('remembers where its reports go', async () => {
    await using world = await openSmsWorld();
    await world.sent({ reportUrl: 'https://example.com/dlr' });
    assert.equal(world.offered[0]?.load.message.reportEndpointId, 42);
    assert.equal(world.offered[0].load.message.reportUrl, 'https://example.com/dlr');
  });
});

suite('a test message', () => {
  test('goes to the built-in operator and is paid with test money', async () => {
    await using world = await openSmsWorld();
    await world.sent({ caller: testCaller(world), phones: [nobodys, german].slice(1) });
    assert.notEqual(world.offered[0]?.load.recipient.operatorId, world.operator.id);
    assert.equal(world.offered[0]?.load.message.test, true);
    assert.equal(await world.balance(), 1_000_000);
    const account = await world.storage.accounts.findAccount(world.account.id);
    assert.equal(account?.testBalance, 500_000 - 75_500);
  });

  test('of the sandbox goes there too, and is free even where there is no money', async () => {
    await using world = await openSmsWorld({ balance: 0 });
    const sent = await world.sent({ sandbox: true });
    assert.equal(sent.cost, 40_000);
    assert.equal(await world.balance(), 0);
    assert.equal(world.offered[0]?.load.recipient.cost, 0);
    assert.equal(world.offered[0].load.message.test, true);
    assert.notEqual(world.offered[0].load.recipient.operatorId, world.operator.id);
  });
});

async function limit(world: SmsWorld, rule: RuleName, max: number): Promise<void> {
  const block = { max, action: 'block' } as const;
  const exception = { accountId: world.account.id, keyId: 0, rule, limit: block };
  await world.storage.accounts.setException(exception, anAuthor);
  await world.opened.limits.reload();
}

type Refusing = {
  readonly before?: (world: SmsWorld) => Promise<void>;
  readonly between?: (world: SmsWorld) => Promise<unknown>;
  /** Of the repeat: what refuses it is known by its request. */
  readonly changes?: Partial<SendRequest>;
};

/** What stands or comes between a request and its repeat, and refuses it. */
const whatRefuses: Readonly<Record<string, Refusing>> = {
  'its phone has said STOP': {
    between: ({ opened, account }) => {
      const stop = { accountId: account.id, phone: aPhone, createdAtMs: atMs };
      return opened.stops.add({ ...stop, source: 'client' });
    },
  },
  'its day is spent': { before: (world) => limit(world, 'spend-day', 40_000) },
  'it counts as a duplicate': { before: (world) => limit(world, 'duplicate', 60) },
  'its phone has had enough': { before: (world) => limit(world, 'phone-10min', 1) },
  'its sender is no number of the account': { changes: { sender: '33755000001' } },
  'its reports have one address too many': { changes: { reportUrl: 'https://one-too-many/' } },
};

suite('a repeated request', () => {
  const idempotency = { key: 'k', fingerprint: 'f' };

  test('hears the same again, and sends and costs nothing', async () => {
    await using world = await openSmsWorld();
    const first = await world.sent({ idempotency });
    world.clock.advance(hourMs);
    assert.deepEqual(await world.sent({ idempotency }), first);
    assert.equal(world.offered.length, 1);
    assert.equal(await world.balance(), 1_000_000 - 40_000);
  });

  test('in the same turn is one message', async () => {
    await using world = await openSmsWorld();
    const sender = world.sender((parts) => world.offered.push(...parts));
    const both = [
      sender.send(world.request({ idempotency })),
      sender.send(world.request({ idempotency })),
    ];
    const [first, second] = await Promise.all(both);
    assert.deepEqual(second, first);
    assert.equal(await world.owed(), 1);
  });

  test('that asks for something else is told so', async () => {
    await using world = await openSmsWorld();
    await world.sent({ idempotency });
    const other = { idempotency: { key: 'k', fingerprint: 'g' } };
    const refusal = await refusalOf(world, other);
    assert.deepEqual(refusal, { why: 'idempotency key was used for another request' });
  });

  for (const [name, { before, between, changes = {} }] of Object.entries(whatRefuses)) {
    test(`hears the same though ${name}`, async () => {
      await using world = await openSmsWorld();
      const sender = world.sender((parts) => world.offered.push(...parts));
      const ask = (more: Partial<SendRequest>) => sender.send(world.request(more));
      await before?.(world);
      const first = await ask({ idempotency });
      assert.equal(first.ok, true);
      await between?.(world);
      const unkeyed = await ask(changes);
      assert.equal(unkeyed.ok, false);
      assert.deepEqual(await ask({ ...changes, idempotency }), first);
      const other = await ask({ ...changes, idempotency: { key: 'k', fingerprint: 'g' } });
      const why = 'idempotency key was used for another request';
      assert.deepEqual(other, { ok: false, refusal: { why } });
      // A key under which nothing was accepted hears why nothing is.
      const unused = { ...changes, idempotency: { key: 'l', fingerprint: 'f' } };
      assert.deepEqual(await ask(unused), unkeyed);
      assert.equal(await world.balance(), 1_000_000 - 40_000);
    });
  }

  test('waits like all others while too much waits already', async () => {
    await using world = await openSmsWorld();
    await world.sent({ idempotency });
    world.waiting = { parts: 1_000, partsMax: 1_000 };
    assert.deepEqual(await refusalOf(world, { idempotency }), {
      why: 'overloaded',
      retryAfterS: 2,
    });
  });

  test('after a day is a new one', async () => {
    await using world = await openSmsWorld();
    const first = await world.sent({ idempotency });
    world.clock.advance(24 * hourMs + 1);
    assert.notEqual((await world.sent({ idempotency })).messageId, first.messageId);
  });

  test('may be made again when the first was refused', async () => {
    await using world = await openSmsWorld({ balance: 10 });
    await refusalOf(world, { idempotency });
    const refusal = await refusalOf(world, { idempotency });
    assert.deepEqual(refusal, { why: 'balance is too low', balance: 10, cost: 40_000 });
  });
});

suite('a message is refused', () => {
  test('without a text', async () => {
    await using world = await openSmsWorld();
    assert.deepEqual(await refusalOf(world, { text: '' }), { why: 'text is empty' });
  });

  test('with more than ten parts', async () => {
    await using world = await openSmsWorld();
    assert.equal((await world.sent({ text: 'a'.repeat(1_530) })).parts, 10);
    const refusal = await refusalOf(world, { text: 'a'.repeat(1_531) });
    assert.deepEqual(refusal, { why: 'text is too long', parts: 11, partsMax: 10 });
  });

  test('to numbers without a price, which are named', async () => {
    await using world = await openSmsWorld();
    const refusal = await refusalOf(world, { phones: [aPhone, nobodys] });
    assert.deepEqual(refusal, { why: 'no price', phones: [nobodys] });
  });

  test('to numbers without an operator, which are named', async () => {
    await using world = await openSmsWorld();
    const { operators: routes } = world.storage;
    await routes.removeRoutes(await routes.listRoutes(), anAuthor);
    const german49 = aRoute({ prefix: '49', operatorId: world.operator.id });
    await routes.setRoutes([german49], anAuthor);
    await world.readDirectory();
    const refusal = await refusalOf(world, { phones: [aPhone, german] });
    assert.deepEqual(refusal, { why: 'no operator', phones: [aPhone] });
  });

  test('as a test while the simulator is off', async () => {
    await using world = await openSmsWorld();
    const { operators } = world.storage;
    const live = { ...operators, listOperators: async () => [world.operator] };
    world.useDirectory(await Directory.read({ ...world.storage, operators: live }));
    const refusal = await refusalOf(world, { caller: testCaller(world) });
    assert.deepEqual(refusal, { why: 'simulator is off' });
  });

  test('for want of money, and nothing of it is sent', async () => {
    await using world = await openSmsWorld({ balance: 79_999 });
    const refusal = await refusalOf(world, { text: 'a'.repeat(200) });
    assert.deepEqual(refusal, { why: 'balance is too low', balance: 79_999, cost: 80_000 });
    assert.equal(await world.owed(), 0);
    assert.deepEqual(world.offered, []);
    assert.equal(await world.balance(), 79_999);
  });

  test('whose reports would go to one address too many', async () => {
    await using world = await openSmsWorld();
    const refusal = await refusalOf(world, { reportUrl: 'https://one-too-many.example' });
    assert.deepEqual(refusal, { why: 'too many report addresses' });
  });

  test('while too much waits already', async () => {
    await using world = await openSmsWorld();
    world.waiting = { parts: 1_000, partsMax: 1_000 };
    assert.deepEqual(await refusalOf(world, {}), { why: 'overloaded', retryAfterS: 2 });
  });

  test('while too much waits already, though a code finds room above the mark', async () => {
    await using world = await openSmsWorld();
    world.waiting = { parts: 1_000, partsMax: 1_000 };
    const code = await world.send({ validityMs: 600_000 });
    assert.equal(code.ok, true);
    world.waiting = { parts: 11_000, partsMax: 1_000 };
    const refusal = await refusalOf(world, { validityMs: 600_000 });
    assert.deepEqual(refusal, { why: 'overloaded', retryAfterS: 2 });
  });

  test('while the disk does not keep up', async () => {
    await using world = await openSmsWorld({ balance: 1_000_000_000 });
    const sender = world.sender(() => undefined);
    const disk = Promise.withResolvers<void>();
    world.gate = disk.promise;
    const sending: Promise<unknown>[] = [];
    for (let round = 0; round < 50; round += 1) {
      for (let each = 0; each < 100; each += 1) sending.push(sender.send(world.request()));
      await turn();
    }
    const reply = await sender.send(world.request());
    assert.deepEqual(reply, { ok: false, refusal: { why: 'overloaded', retryAfterS: 2 } });
    disk.resolve();
    await Promise.all(sending);
    assert.equal(await world.owed(), 5_000);
  });
});

suite('while the storage is away', () => {
  test('nothing is accepted, and the caller hears it', async () => {
    await using world = await openSmsWorld();
    world.away = true;
    await assert.rejects(world.send(), { name: 'StorageUnavailable' });
    assert.deepEqual(world.offered, []);
    world.away = false;
    assert.equal(await world.balance(), 1_000_000);
  });

  test('of many requests at once each is answered', async () => {
    await using world = await openSmsWorld({ balance: 1_000_000_000 });
    const replies = await Promise.all(Array.from({ length: 400 }, () => world.send()));
    assert.ok(replies.every(({ ok }) => ok));
    assert.equal(await world.owed(), 400);
  });
});
