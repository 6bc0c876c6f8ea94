/** What the console asks, over a real folder. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openPageWorld, type PageWorld } from '#test/harness/page-world.ts';
import * as definitions from './definitions.ts';

const at = '/api/console';
const link = {
  host: '127.0.0.1',
  port: 2775,
  tls: false,
  systemId: 'us',
  password: 'hunter2',
  bind: 'trx',
};

async function addOperator(world: PageWorld): Promise<void> {
  const limits = { binds: 1, window: 10, ratePerSecond: null };
  await world.post(`${at}/operators`, { name: 'acme', ...link, ...limits });
}

suite('the console', () => {
  test('an operator is added without showing its password, paused and removed', async () => {
    await using world = await openPageWorld();
    await addOperator(world);
    const listed = await world.get(`${at}/operators`);
    assert.partialDeepStrictEqual(listed['operators'], [
      { id: 1, name: 'acme', owed: 0, routes: 0 },
    ]);
    assert.doesNotMatch(JSON.stringify(listed), /hunter2|sealed/);
    const twice = await world.ask('POST', `${at}/operators`, {
      name: 'acme',
      ...link,
      binds: 1,
      window: 1,
      ratePerSecond: null,
    });
    assert.equal(twice.json['word'], 'operator is there');
    const paused = await world.ask('PUT', `${at}/operators/1/state`, { state: 'paused' });
    assert.equal(paused.status, 200);
    const removed = await world.ask('DELETE', `${at}/operators/1`);
    assert.deepEqual(removed.json, { isLeaving: false });
    const { records } = await world.get(`${at}/audit`);
    assert.partialDeepStrictEqual(records, [{ actor: 'ada@parley.example' }]);
    assert.doesNotMatch(JSON.stringify(records), /hunter2/);
  });

  test('routes are set all or none, explained and removed', async () => {
    await using world = await openPageWorld();
    await addOperator(world);
    const route = {
      prefix: '33',
      operatorId: 1,
      network: '',
      grade: null,
      senders: [],
      priority: 1,
      weight: 1,
      buyPrice: '0.02',
      enabled: true,
    };
    const wrong = await world.ask('PUT', `${at}/routes`, {
      routes: [route, { ...route, operatorId: 9 }],
    });
    assert.equal(wrong.status, 400);
    assert.deepEqual(await world.get(`${at}/routes`), { routes: [] });
    await world.ask('PUT', `${at}/routes`, { routes: [route] });
    const explained = await world.get(`${at}/route-explanation?to=%2B33639980001`);
    assert.partialDeepStrictEqual(explained, { operator: 'acme' });
    const nowhere = await world.get(`${at}/route-explanation?to=4915112345678`);
    assert.equal(nowhere['operator'], null);
    assert.equal((await world.ask('GET', `${at}/route-explanation?to=x`)).status, 400);
    assert.equal((await world.ask('DELETE', `${at}/routes/1`)).status, 200);
    assert.equal((await world.ask('DELETE', `${at}/routes/1`)).status, 404);
  });

  test('prices are set with their days, exactly, and only of accounts that there are', async () => {
    await using world = await openPageWorld();
    const prices = [
      { accountId: 0, prefix: '33', fromMs: 0, price: '0.049' },
      { accountId: 1, prefix: '33', fromMs: 86_400_000, price: '0.045' },
    ];
    await world.ask('PUT', `${at}/prices`, { prices });
    assert.deepEqual((await world.get(`${at}/prices?prefix=33`))['prices'], prices);
    const missing = [{ accountId: 99, prefix: '1', fromMs: 0, price: '1' }];
    assert.equal((await world.ask('PUT', `${at}/prices`, { prices: missing })).status, 400);
    const negative = [{ accountId: 0, prefix: '1', fromMs: 0, price: '-1' }];
    assert.equal((await world.ask('PUT', `${at}/prices`, { prices: negative })).status, 400);
    await world.post(`${at}/prices/removal`, { accountId: 0, prefix: '33', fromMs: 0 });
    assert.equal(((await world.get(`${at}/prices`))['prices'] as unknown[]).length, 1);
  });

  test('lanes show what waits, and a lane of mails is held', async () => {
    await using world = await openPageWorld();
    await addOperator(world);
    world.line.owePart(1);
    const { lanes, engines } = await world.get(`${at}/lanes`);
    assert.partialDeepStrictEqual(lanes, [{ engine: 'sms', owed: 1, owner: 'acme' }]);
    assert.partialDeepStrictEqual(engines, [{ engine: 'sms', owed: 1 }]);
    const held = await world.ask('PUT', `${at}/mail-lanes`, { lane: 'mail/relay', isHeld: true });
    assert.equal(held.status, 200);
    const orders = await world.installation.storage.mailDelivery.findLaneOrders();
    assert.partialDeepStrictEqual(orders, [{ owner: 'mail/relay', held: true }]);
    const odd = await world.ask('PUT', `${at}/mail-lanes`, { lane: 'sms/1/0', isHeld: true });
    assert.equal(odd.status, 400);
  });

  test('processes, settings, trunks, numbers and what is held are listed', async () => {
    await using world = await openPageWorld();
    const { settings } = await world.get(`${at}/system`);
    assert.ok((settings as { name: string }[]).some(({ name }) => name === 'publicUrl'));
    assert.deepEqual(await world.get(`${at}/trunks`), { trunks: [] });
    assert.deepEqual(await world.get(`${at}/numbers`), { numbers: [] });
    assert.deepEqual(await world.get(`${at}/held`), { messages: [], mails: [] });
    const drained = await world.ask('PUT', `${at}/processes/9/draining`, { draining: true });
    assert.equal(drained.status, 404);
  });

  test('an account is made with its keys, credited and suspended, and the audit says by whom', async () => {
    await using world = await openPageWorld();
    const body = { name: 'Third', email: 't@third.example', currency: 'chf', balance: '10' };
    const made = await world.post(`${at}/accounts`, body);
    assert.partialDeepStrictEqual(made['account'], { id: 3, currency: 'CHF', state: 'active' });
    const keys = made['keys'] as { label: string; clear: string }[];
    assert.deepEqual(
      keys.map(({ label, clear }) => [label, clear.slice(0, 5)]),
      [
        ['SMS', 'live_'],
        ['Email', 'live_'],
        ['Test', 'test_'],
      ],
    );
    await world.post(`${at}/accounts/3/credit`, { amount: '2.5' });
    await world.post(`${at}/accounts/3/credit`, { amount: '-0.5' });
    const found = await world.get(`${at}/accounts/3`);
    assert.partialDeepStrictEqual(found, {
      account: { live: '12.000' },
      ledger: { live: { adds: true, balance: '12', movements: '12', costs: '0' } },
    });
    const none = await world.ask('POST', `${at}/accounts/3/credit`, { amount: '0' });
    assert.deepEqual([none.status, none.json['word']], [400, 'credit is not an amount']);
    const blocked = await world.ask('PATCH', `${at}/accounts/3`, { state: 'blocked' });
    assert.partialDeepStrictEqual(blocked.json['account'], { state: 'blocked', name: 'Third' });
    const { records } = await world.get(`${at}/audit`);
    const done = records as { action: string; actor: string; accountId: number | null }[];
    for (const action of [
      'account.created',
      'account.top-up',
      'account.correction',
      'account.set',
    ]) {
      assert.ok(
        done.some(
          (one) => one.action === action && one.accountId === 3 && one.actor.includes('ada'),
        ),
        action,
      );
    }
    assert.ok(!JSON.stringify([found, records]).includes(keys[0]?.clear ?? 'none was made'));
  });

  test('accounts are listed page by page, and what is not there or does not read is refused', async () => {
    await using world = await openPageWorld();
    const first = await world.get(`${at}/accounts?limit=1`);
    assert.partialDeepStrictEqual(first, { accounts: [{ id: 1, name: 'Acme' }], after: 1 });
    const second = await world.get(`${at}/accounts?limit=2&after=1`);
    assert.partialDeepStrictEqual(second, { accounts: [{ id: 2 }], after: null });
    const odd = { name: 'A', email: 'a@a.example', currency: 'X1' };
    const refused = await world.ask('POST', `${at}/accounts`, odd);
    assert.deepEqual([refused.status, refused.json['word']], [400, 'field has a wrong value']);
    assert.equal((await world.ask('GET', `${at}/accounts/99`)).status, 404);
    assert.equal((await world.ask('PATCH', `${at}/accounts/99`, { name: 'A' })).status, 404);
    const credit = { amount: '1' };
    assert.equal((await world.ask('POST', `${at}/accounts/99/credit`, credit)).status, 404);
    const stale = { isAdministrator: true, isFresh: false };
    const asked = await world.ask('POST', `${at}/accounts/1/credit`, credit, stale);
    assert.deepEqual([asked.status, asked.json['word']], [403, 'sign-in is not fresh']);
  });

  test('a limit of an account is set, shown as an exception, and taken back', async () => {
    await using world = await openPageWorld();
    const limitOf = async (rule: string) => {
      const { limits } = await world.get(`${at}/accounts/1/limits`);
      return (limits as { rule: string }[]).find((one) => one.rule === rule);
    };
    const day = `${at}/accounts/1/limits/spend-day`;
    assert.partialDeepStrictEqual(await limitOf('spend-day'), {
      action: 'ignore',
      isExceptional: false,
      unit: 'money',
    });
    const set = await world.ask('PUT', day, { max: '2.5', action: 'block' });
    assert.equal(set.status, 200);
    assert.partialDeepStrictEqual(await limitOf('spend-day'), {
      max: '2.5',
      action: 'block',
      isExceptional: true,
    });
    const [stored] = await world.installation.storage.limits.listExceptions();
    assert.deepEqual(stored?.limit, { max: 2_500_000, action: 'block' });
    const held = await world.ask('PUT', day, { max: '1', action: 'hold' });
    assert.deepEqual([held.status, held.json['word']], [400, 'field has a wrong value']);
    const run = `${at}/accounts/1/limits/run`;
    assert.equal((await world.ask('PUT', run, { max: '1.5', action: 'block' })).status, 400);
    assert.equal((await world.ask('DELETE', day)).status, 200);
    assert.equal((await world.ask('DELETE', day)).status, 404);
    assert.partialDeepStrictEqual(await limitOf('spend-day'), { isExceptional: false });
    await world.post(`${at}/accounts/1/limits/reset`);
    assert.equal((await world.ask('POST', `${at}/accounts/9/limits/reset`, {})).status, 404);
  });

  test('to others than administrators none of it is there', async () => {
    await using world = await openPageWorld();
    const owner = { roles: { 1: 'owner' as const } };
    for (const { method, path } of Object.values(definitions)) {
      const asked = await world.ask(method, path.replace('{id}', '1'), {}, owner);
      assert.deepEqual([asked.status, asked.json['word']], [404, 'nothing is there'], path);
    }
  });
});
