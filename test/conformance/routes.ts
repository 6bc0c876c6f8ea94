/** Routes, prices, networks, the choices between routes, and what the audit says of changes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { must } from '#core/assert.ts';
import type { Lease } from '#queue/lease.ts';
import type { Acceptance } from '#sms/message-store.ts';
import type { Move } from '#sms/routing/move.ts';
import type { Storage } from '#storage/storage.ts';
import {
  aJob,
  aMatch,
  anAcceptance,
  anEvent,
  aSubmit,
  atMs,
  money,
} from '#test/harness/records.ts';
import { anAuthor, aPrice, aRoute } from '#test/harness/routes.ts';
import { aLease, auditBehindSetup, noEvents, plain, smsLane, withAccount } from './setup.ts';

export function routes(open: () => Promise<Storage>): void {
  test('a route stands once for each prefix, network, grade, senders and operator', async () => {
    await using storage = await open();
    const operatorId = await withOperator(storage);
    const store = storage.operators;
    const usual = aRoute({ operatorId });
    const others = [
      { ...usual, prefix: '336' },
      { ...usual, network: '20801' },
      { ...usual, grade: 2 as const },
      { ...usual, senders: ['short', 'word'] as const },
    ];
    await store.setRoutes([usual, ...others], anAuthor);
    const changed = { ...usual, priority: 7, weight: 3, buyPrice: money(21_000), enabled: false };
    await store.setRoutes([changed], anAuthor);
    const listed = plain(await store.listRoutes()).map((route) => ({ ...route, id: 1 }));
    assert.deepEqual(listed, [changed, ...others]);
    await store.removeRoutes((await store.listRoutes()).slice(1), anAuthor);
    assert.deepEqual(
      (await store.listRoutes()).map(({ priority }) => priority),
      [7],
    );
  });

  test('a table of routes takes the place of another in one commit, and the audit says both', async () => {
    await using storage = await open();
    const operatorId = await withOperator(storage);
    const store = storage.operators;
    const [first, second] = ['33', '34'].map((prefix) => aRoute({ prefix, operatorId }));
    await store.setRoutes([must(first, 'first'), must(second, 'second')], anAuthor);
    const [standing] = await store.listRoutes();
    const before = await storage.settings.settingsVersion();
    const set = [{ ...must(second, 'second'), priority: 9 }, aRoute({ prefix: '35', operatorId })];
    await store.changeRoutes({ set, remove: [must(standing, 'standing')] }, anAuthor);
    const listed = await store.listRoutes();
    assert.deepEqual(
      listed.map(({ prefix, priority }) => [prefix, priority]),
      [
        ['34', 9],
        ['35', 1],
      ],
    );
    assert.equal(await storage.settings.settingsVersion(), before + 1);
    const records = await storage.audit.listAudit(Number.MAX_SAFE_INTEGER, 2);
    assert.deepEqual(
      records.map(({ action }) => action),
      ['route.set', 'route.removed'],
    );
    await store.changeRoutes({ set: [], remove: [] }, anAuthor);
    assert.equal(await storage.settings.settingsVersion(), before + 1);
  });

  test('many routes and prices go in one commit', async () => {
    await using storage = await open();
    const operatorId = await withOperator(storage);
    const prefixes = Array.from({ length: 1_203 }, (_, index) => String(10_000 + index));
    const bought = prefixes.map((prefix) => aRoute({ prefix, operatorId }));
    await storage.operators.setRoutes(bought, anAuthor);
    const sold = prefixes.map((prefix) => aPrice(prefix, 38_000));
    await storage.operators.setPrices(sold, anAuthor);
    assert.equal((await storage.operators.listRoutes()).length, 1_203);
    assert.deepEqual(plain(await storage.operators.listPrices()), sold);
    await storage.operators.setRoutes([], anAuthor);
    const before = await storage.settings.settingsVersion();
    const set = [aPrice('9', 39_000)];
    await storage.operators.changePrices({ set, remove: sold }, anAuthor);
    assert.deepEqual(plain(await storage.operators.listPrices()), set);
    assert.equal(await storage.settings.settingsVersion(), before + 1);
  });

  test('a price stands once for each account, prefix and day', async () => {
    await using storage = await open();
    const { operators: store } = storage;
    const prices = [
      aPrice('33', 38_000),
      aPrice('33', 39_000, { fromMs: atMs }),
      aPrice('33', 30_000, { accountId: 4 }),
    ];
    await store.setPrices([aPrice('33', 1)], anAuthor);
    await store.setPrices(prices, anAuthor);
    assert.deepEqual(plain(await store.listPrices()), prices);
    await store.removePrices(prices.slice(1), anAuthor);
    assert.deepEqual(plain(await store.listPrices()), prices.slice(0, 1));
  });

  test('networks that are imported take the place of those before', async () => {
    await using storage = await open();
    const { operators: store } = storage;
    await store.replaceNetworks([{ prefix: '336', network: '20801' }], anAuthor);
    const next = [
      { prefix: '33612', network: '20810' },
      { prefix: '337', network: '20820' },
    ];
    await store.replaceNetworks(next, anAuthor);
    assert.deepEqual(plain(await store.listNetworks()), next);
  });

  test('the choices of a recipient are kept in their order, each once', async () => {
    await using storage = await open();
    const { operators: store } = storage;
    const reason = { code: 'price' } as const;
    const first = { recipientId: 512, atMs, leftOperatorId: null, operatorId: 1, reason };
    const refused = { code: 'refused', word: 'refused_0x58', tried: 'two' } as const;
    const then = { ...first, atMs: atMs + 1, leftOperatorId: 1, operatorId: 2, reason: refused };
    await store.noteChoices([then, first, { ...first, recipientId: 513 }]);
    await store.noteChoices([first]);
    assert.deepEqual(plain(await store.listChoices(512)), [first, then]);
  });

  test('each change leaves one audit row, the newest first', async () => {
    await using storage = await open();
    const operatorId = await withOperator(storage);
    await storage.operators.setPrices([aPrice('33', 38_000)], anAuthor);
    await storage.operators.setRoutes(
      ['33', '49'].map((prefix) => aRoute({ prefix, operatorId })),
      { actor: 'alice', atMs: atMs + 1 },
    );
    await storage.operators.setOperatorState(operatorId, 'draining', anAuthor);
    const rows = await auditBehindSetup(storage);
    assert.deepEqual(
      rows.map(({ action, target, actor }) => [action, target, actor]),
      [
        ['operator.state', 'acme', 'test'],
        ['route.set', `33/${operatorId}, 49/${operatorId}`, 'alice'],
        ['price.set', '33', 'test'],
      ],
    );
    const [, second, third] = rows;
    assert.deepEqual(JSON.parse(must(third, 'audit row').details), aPrice('33', 38_000));
    const older = await storage.audit.listAudit(must(second, 'audit row').id, 10);
    assert.deepEqual(
      older.map(({ action }) => action),
      ['price.set', 'operator.added'],
    );
  });

  test('an operator drains, gives away what waits, leaves and comes back', async () => {
    await using storage = await open();
    const operatorId = await withOperator(storage);
    for (const state of ['draining', 'paused', 'rerouting', 'leaving', 'active'] as const) {
      await storage.operators.setOperatorState(operatorId, state, anAuthor);
      assert.equal((await storage.operators.listOperators())[0]?.state, state);
    }
  });

  test('parts move with all their jobs, or not at all', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const whole = anAcceptance(account, 1, { recipient: { parts: 2 } });
    const half = anAcceptance(account, 2, { recipient: { parts: 2 } });
    await storage.messages.acceptMessages([whole, half]);
    await storage.messages.recordFacts({ ...noEvents, submits: [aSubmit(half)] });
    const lease = await aLease(storage);
    const moves = [whole, half].map((acceptance) => aMove(acceptance, lease, { toOperatorId: 2 }));
    assert.deepEqual(await storage.operators.moveParts(moves), [true, false]);
    const moved = await storage.messages.dueParts({ ...smsLane, lane: 'sms/2/1:normal/1' });
    assert.deepEqual(
      moved.map(({ job, load }) => [job.id, job.attempt, load.recipient.operatorId]),
      [
        [10, 0, 2],
        [11, 0, 2],
      ],
    );
    assert.equal(moved[0]?.load.recipient.form, 'gsm7/sar/00');
    const stayed = await storage.messages.dueParts(smsLane);
    assert.deepEqual(
      stayed.map(({ job, load }) => [job.id, load.recipient.operatorId]),
      [[21, 1]],
    );
    const [choice] = await storage.operators.listChoices(moves[0]?.recipientId ?? 0);
    assert.deepEqual([choice?.leftOperatorId, choice?.reason.code], [1, 'its operator is down']);
    assert.deepEqual(await storage.operators.listChoices(moves[1]?.recipientId ?? 0), []);
    assert.deepEqual(await storage.operators.moveParts(moves), [false, false]);
  });

  test('a text goes to another operator in more parts than it had, or in fewer', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const short = anAcceptance(account, 1);
    const long = anAcceptance(account, 2, { recipient: { parts: 3 } });
    const { recipients } = short;
    const recipientId = must(recipients[0], 'recipient').id;
    await storage.messages.acceptMessages([short, long]);
    const lease = await aLease(storage);
    const toLane = 'sms/2/1:normal/1';
    const more = { form: 'ucs2/udh8/00', parts: 2, concatReference: 77 } as const;
    const added = [aJob({ id: 99, lane: toLane, subject: recipientId * 16 + 2 })];
    const moves = [
      aMove(short, lease, { toOperatorId: 2, ...more, added }),
      aMove(long, lease, { toOperatorId: 2, parts: 1, dropped: [21, 22] }),
    ];
    const late = moves.map((move) => ({ ...move, lease: { ...lease, epoch: lease.epoch - 1 } }));
    assert.deepEqual(await storage.operators.moveParts(late), [false, false]);
    assert.equal((await storage.messages.dueParts(smsLane)).length, 4);
    assert.deepEqual(await storage.operators.moveParts(moves), [true, true]);
    assert.deepEqual(await storage.operators.moveParts(moves), [false, false]);
    const owed = await storage.messages.dueParts({ ...smsLane, lane: toLane });
    assert.deepEqual(
      owed.map(({ job, load: { part, recipient } }) => [
        job.id,
        part,
        recipient.parts,
        recipient.concatReference,
        recipient.cost,
      ]),
      [
        [10, 1, 2, 77, 38_000],
        [20, 1, 1, 7, 38_000],
        [99, 2, 2, 77, 38_000],
      ],
    );
    assert.deepEqual(await storage.messages.dueParts(smsLane), []);
  });

  test('parts change the bind of their operator though some were taken, by its owner', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const half = anAcceptance(account, 2, { recipient: { parts: 2 } });
    await storage.messages.acceptMessages([half]);
    await storage.messages.recordFacts({ ...noEvents, submits: [aSubmit(half)] });
    const lease = await aLease(storage);
    const late = { ...lease, epoch: lease.epoch - 1 };
    const byNobody = aMove(half, late, { toLane: 'sms/1/1:normal/1' });
    assert.deepEqual(await storage.operators.moveParts([byNobody]), [false]);
    const move = aMove(half, lease, { toLane: 'sms/1/1:normal/1' });
    assert.deepEqual(await storage.operators.moveParts([move]), [true]);
    assert.equal((await storage.messages.dueParts(smsLane)).length, 0);
    assert.equal((await storage.messages.dueParts({ ...smsLane, lane: move.toLane })).length, 1);
  });

  test('an operator is awaited until all that it took is reported', async () => {
    await using storage = await open();
    const account = await withAccount(storage);
    const acceptance = anAcceptance(account, 1);
    await storage.messages.acceptMessages([acceptance]);
    assert.equal(await storage.operators.isAwaited(1), false);
    const submit = aSubmit(acceptance);
    await storage.messages.recordFacts({ ...noEvents, submits: [submit] });
    assert.equal(await storage.operators.isAwaited(1), true);
    assert.equal(await storage.operators.isAwaited(2), false);
    await storage.messages.recordFacts({ ...noEvents, receipts: [aMatch(submit, anEvent(1))] });
    assert.equal(await storage.operators.isAwaited(1), false);
  });

  test('how binds do is what was noted of each last', async () => {
    await using storage = await open();
    const up = { operatorId: 1, bind: 0, downSinceMs: null, silentSinceMs: null, notedAtMs: atMs };
    const down = { ...up, bind: 1, downSinceMs: atMs, silentSinceMs: atMs + 2 };
    await storage.operators.noteHealth([up, down]);
    await storage.operators.noteHealth([{ ...up, downSinceMs: 5, notedAtMs: atMs + 1 }]);
    assert.deepEqual(
      plain(await storage.operators.listHealth()).toSorted((a, b) => bindOf(a) - bindOf(b)),
      [{ ...up, downSinceMs: 5, notedAtMs: atMs + 1 }, down],
    );
  });
}

function aMove({ recipients, jobs }: Acceptance, lease: Lease, over: Partial<Move> = {}): Move {
  const [recipient] = recipients;
  return {
    recipientId: must(recipient, 'recipient').id,
    fromOperatorId: 1,
    toOperatorId: 1,
    form: 'gsm7/sar/00',
    parts: jobs.length,
    concatReference: 7,
    jobIds: jobs.map(({ id }) => id),
    added: [],
    dropped: [],
    fromLane: smsLane.lane,
    toLane: 'sms/2/1:normal/1',
    dueAtMs: atMs,
    reason: { code: 'its operator is down' },
    atMs,
    lease,
    ...over,
  };
}

function bindOf(health: object): number {
  return (health as { bind: number }).bind;
}

async function withOperator(storage: Storage): Promise<number> {
  const made = await storage.operators.createOperator(
    {
      name: 'acme',
      builtIn: false,
      state: 'active',
      settings: {} as never,
      sealedPassword: '',
      createdAtMs: atMs,
    },
    'test',
  );
  return must(made, 'operator').id;
}
