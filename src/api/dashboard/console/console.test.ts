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

  test('to others than administrators none of it is there', async () => {
    await using world = await openPageWorld();
    const owner = { roles: { 1: 'owner' as const } };
    for (const { method, path } of Object.values(definitions)) {
      const asked = await world.ask(method, path.replace('{id}', '1'), {}, owner);
      assert.deepEqual([asked.status, asked.json['word']], [404, 'nothing is there'], path);
    }
  });
});
