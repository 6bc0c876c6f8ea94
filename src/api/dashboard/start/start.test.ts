/** What the home page asks, over a real folder. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import type { Role } from '#core/permissions.ts';
import { openPageWorld } from '#test/harness/page-world.ts';
import { anAcceptance, money } from '#test/harness/records.ts';

const account = '/api/accounts/1';

suite('the first minutes', () => {
  test('are told what is missing before going live, from what there is', async () => {
    await using world = await openPageWorld();
    const before = await world.get(`${account}/operations/home-start`);
    assert.equal(before['testKey'], null);
    assert.deepEqual(doneIn(before), ['live key']);
    const { accounts } = world.installation.storage;
    for (const { id } of await accounts.listKeys(1)) {
      await accounts.revokeKey(1, id, { actor: 'test', atMs: 1 });
    }
    assert.deepEqual(doneIn(await world.get(`${account}/operations/home-start`)), []);
  });

  test('list what the simulated numbers do', async () => {
    await using world = await openPageWorld();
    const { numbers } = await world.get(`${account}/operations/simulator-numbers`);
    const refused = (numbers as { number: string }[]).find(({ number }) => number.endsWith('120'));
    assert.deepEqual(refused, {
      number: '+33639980120',
      description: 'Refused: 0x0B, invalid recipient.',
    });
  });

  test('switch a phone for an hour, and back', async () => {
    await using world = await openPageWorld();
    const { storage } = world.installation;
    const phone = '33639980002';
    const listed = async () => {
      const { phones } = await world.get(`${account}/operations/simulator-phones`);
      return (phones as { phone: string }[]).filter((each) => each.phone === phone);
    };
    const usual = { phone, state: 'on', reports: 'usual', until: null };
    assert.deepEqual(await listed(), [usual]);
    const off = { phone, state: 'off', reports: 'late' };
    const { json } = await world.ask('POST', `${account}/operations/simulator-switch`, off);
    assert.deepEqual(await listed(), [{ ...off, until: json['until'] }]);
    assert.deepEqual(await storage.simulator.takeOrders(10), ['{"do":"read switches"}']);
    await world.ask('POST', `${account}/operations/simulator-switch`, {
      phone,
      state: 'on',
      reports: 'usual',
    });
    assert.deepEqual(await listed(), [usual]);
    const [last] = await storage.audit.listAudit(Number.MAX_SAFE_INTEGER, 1);
    assert.equal(last?.action, 'simulator.phone');
    const other = await world.ask('POST', `${account}/operations/simulator-switch`, {
      ...off,
      phone: '33612345678',
    });
    assert.equal(other.json['word'], 'field has a wrong value');
  });

  test('let a simulated phone write to a number of the account, and to no other', async () => {
    await using world = await openPageWorld();
    const { numbers, simulator } = world.installation.storage;
    for (const [digits, accountId] of [
      ['36180', null],
      ['33639981000', 1],
    ] as const) {
      await numbers.createNumber({
        digits,
        kind: accountId === null ? 'short' : 'long',
        accountId,
        operatorId: null,
        takesSms: true,
        takesCalls: false,
        createdAtMs: 0,
      });
    }
    const write = (phone: string, to: string, text = 'Salut 😀') =>
      world.ask('POST', `${account}/operations/simulator-write`, { phone, to, text });
    assert.equal((await write('33639980001', '36180')).status, 200);
    assert.equal((await write('33639980001', '33639981000')).status, 200);
    assert.equal((await write('33639980001', '33639981001')).json['word'], 'nothing is there');
    assert.equal((await write('33612345678', '36180')).json['word'], 'nothing is there');
    assert.equal((await write('33639980001', '36180', '')).json['word'], 'field has a wrong value');
    const orders = (await simulator.takeOrders(10)).map((order): unknown => JSON.parse(order));
    assert.equal(orders.length, 2);
    assert.partialDeepStrictEqual(orders[0], {
      do: 'deliver',
      message: { from: '33639980001', to: '36180', dataCoding: 8 },
    });
  });

  test('a fault of the operator is ordered by an administrator, and audited', async () => {
    await using world = await openPageWorld();
    const { storage } = world.installation;
    await world.post('/api/operations/simulator-fault', { set: 'slow', for: '30s' });
    await world.post('/api/operations/simulator-clock', { by: '1h' });
    const orders = (await storage.simulator.takeOrders(10)).map((order): unknown =>
      JSON.parse(order),
    );
    assert.deepEqual(orders, [
      { do: 'fail', fault: 'slow', forMs: 30_000 },
      { do: 'move clock', byMs: 3_600_000 },
    ]);
    const [last, first] = await storage.audit.listAudit(Number.MAX_SAFE_INTEGER, 2);
    assert.deepEqual([first?.action, last?.action], ['simulator.fault', 'simulator.clock']);
  });
});

suite('the time of test messages', () => {
  const hour = { by: '1h' };

  test('is moved on by people who may send, for what waits of the account', async () => {
    await using world = await openPageWorld();
    const { storage } = world.installation;
    await world.line.addBuiltInOperator();
    const [builtIn] = (await storage.operators.listOperators()).filter((each) => each.builtIn);
    const nowMs = Date.now();
    const account1 = must(await storage.accounts.findAccount(1), 'account');
    const waiting = anAcceptance(account1, 70, {
      message: { test: true, scheduledAtMs: nowMs + 9e6, validUntilMs: nowMs + 9e7 },
      recipient: { cost: money(0) },
      job: { lane: `sms/${builtIn?.id}/0:normal/1`, dueAtMs: nowMs + 9e6 },
    });
    await storage.messages.acceptMessages([waiting]);
    const moved = await world.post(`${account}/operations/simulator-time`, hour);
    assert.deepEqual(moved, { account: 1, byMs: 3_600_000, parts: 1, isCut: false });
    const {
      records: [last],
    } = await storage.audit.auditRecords({
      accountId: 1,
      beforeId: Number.MAX_SAFE_INTEGER,
      limit: 1,
    });
    assert.equal(last?.action, 'simulator.time');
  });

  test('is not moved back, nor by who may only look', async () => {
    await using world = await openPageWorld();
    const ask = (by: string, role: Role = 'owner') =>
      world.ask('POST', `${account}/operations/simulator-time`, { by }, { roles: { 1: role } });
    assert.equal((await ask('-1h')).json['word'], 'field has a wrong value');
    assert.equal((await ask('367d')).json['word'], 'field has a wrong value');
    assert.equal((await ask('1h', 'viewer')).status, 403);
  });
});

function doneIn(start: Readonly<Record<string, unknown>>): readonly string[] {
  const steps = start['goLive'] as readonly { step: string; isDone: boolean }[];
  return steps.filter(({ isDone }) => isDone).map(({ step }) => step);
}
