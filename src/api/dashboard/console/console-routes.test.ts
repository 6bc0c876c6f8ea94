/** What the console asks of routes, prices and ranges, over a real folder. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { addOperator } from '#test/harness/added-operator.ts';
import { openPageWorld } from '#test/harness/page-world.ts';

const operations = '/api/operations';

suite('routes and prices on the console', () => {
  test('ranges that fraud calls are shown with their countries, closed, and opened again', async () => {
    await using world = await openPageWorld();
    const ranges = async () =>
      (await world.get('/api/operations/risk-list'))['ranges'] as readonly {
        readonly prefix: string;
      }[];
    const shipped = await ranges();
    assert.ok(shipped.some(({ prefix }) => prefix === '53'));
    const why = { reason: 'seen in March' };
    const add = async (prefix: string, said: object = why): Promise<number> =>
      (await world.ask('POST', '/api/operations/risk-add', { prefix, ...said })).status;
    const remove = async (): Promise<number> =>
      (await world.ask('POST', '/api/operations/risk-remove', { prefix: '3225' })).status;
    assert.equal(await add('+3225'), 200);
    assert.partialDeepStrictEqual(
      (await ranges()).find(({ prefix }) => prefix === '3225'),
      { country: 'BE', ...why },
    );
    const { calls } = world.installation.storage;
    assert.ok((await calls.listRiskyRanges()).some(({ prefix }) => prefix === '3225'));
    for (const prefix of ['', '0', '32x']) assert.equal(await add(prefix), 400);
    assert.equal(await add('32', { reason: ' ' }), 400);
    assert.equal(await remove(), 200);
    assert.equal(await remove(), 404);
    assert.deepEqual(await ranges(), shipped);
    const { audit: records } = await world.get('/api/operations/audit-list');
    assert.partialDeepStrictEqual(records, [
      { action: 'call.not_risky', target: '3225', actor: 'ada@parley.example' },
      { action: 'call.risky', target: '3225', details: why },
    ]);
  });

  test('a table of routes is planned, taken in one commit, taken back and saved as CSV', async () => {
    await using world = await openPageWorld();
    await addOperator(world);
    const listed = async () => (await world.get(`${operations}/route-list`))['routes'];
    await world.post(`${operations}/route-import`, {
      table: 'prefix,operator\n33,acme\n34,acme\n',
    });
    const before = await listed();
    const heading = 'prefix,operator,buy_price,senders';
    const table = `${heading}\n33,acme,0.02,\n35,acme,,"word,long"\n`;
    const wanted = { table, removesOthers: true };
    const plan = await world.post(`${operations}/route-plan`, wanted);
    assert.partialDeepStrictEqual(plan, { added: 1, changed: 1, same: 0, removed: 1 });
    assert.partialDeepStrictEqual(plan['changes'], [
      { before: { prefix: '33', buyPrice: null }, after: { prefix: '33', buyPrice: '0.02' } },
      { before: null, after: { prefix: '35', operator: 'acme' } },
      { before: { prefix: '34' }, after: null },
    ]);
    assert.deepEqual(await listed(), before);
    const done = await world.post(`${operations}/route-import`, wanted);
    const saved = await world.get(`${operations}/route-export`);
    assert.equal(
      saved['table'],
      'prefix,operator,network,grade,senders,priority,weight,buy_price,state\r\n' +
        '33,acme,,any,any,1,1,0.02,on\r\n35,acme,,any,"long,word",1,1,,on\r\n',
    );
    await world.post(`${operations}/route-import`, { table: done['undo'] });
    assert.deepEqual(await listed(), before);
    const both = { table: 'prefix,operator\n36,acme\n36,acme\n' };
    const twice = await world.ask('POST', `${operations}/route-import`, both);
    assert.match(twice.text, /stands there twice/);
    assert.deepEqual(await listed(), before);
  });

  test('routes are set all or none, explained and removed', async () => {
    await using world = await openPageWorld();
    await addOperator(world);
    const wrong = { table: 'prefix,operator,buy_price\n33,acme,0.02\n34,nobody,0.02\n' };
    const refused = await world.ask('POST', `${operations}/route-import`, wrong);
    assert.equal(refused.status, 409);
    assert.deepEqual(await world.get(`${operations}/route-list`), { routes: [] });
    const route = { prefix: '33', operator: 'acme' };
    const set = await world.post(`${operations}/route-set`, { ...route, buyPrice: '0.02' });
    const explain = (to: string) => world.ask('GET', `${operations}/route-explain?to=${to}`);
    assert.partialDeepStrictEqual((await explain('%2B33639980001')).json, { operator: 'acme' });
    assert.equal((await explain('4915112345678')).json['operator'], null);
    assert.equal((await explain('x')).status, 400);
    const remove = () => world.ask('POST', `${operations}/route-remove`, route);
    assert.equal((await remove()).status, 200);
    assert.equal((await remove()).status, 404);
    await world.post(`${operations}/route-set`, route);
    await world.post(`${operations}/route-import`, { table: set['undo'] });
    assert.deepEqual(await world.get(`${operations}/route-list`), { routes: [] });
  });

  test('prices are set with their days, exactly, and only of accounts that there are', async () => {
    await using world = await openPageWorld();
    const listed = async () => (await world.get(`${operations}/price-list`))['prices'];
    const set = (price: object) => world.ask('POST', `${operations}/price-set`, price);
    const common = { prefix: '33', price: '0.049', account: null, from: null };
    const own = { prefix: '33', price: '0.045', account: 1, from: '1970-01-02T00:00:00Z' };
    assert.deepEqual((await set(common)).json, common);
    assert.deepEqual((await set({ ...own, from: '1970-01-02' })).json, own);
    assert.deepEqual(await listed(), [common, own]);
    assert.equal((await set({ prefix: '1', price: '1', account: 99 })).status, 404);
    assert.equal((await set({ prefix: '1', price: '-1' })).status, 400);
    await world.post(`${operations}/price-remove`, { prefix: '33' });
    assert.deepEqual(await listed(), [own]);
  });

  test('a table of prices is compared before it is set, and taken back after', async () => {
    await using world = await openPageWorld();
    const listed = async () => (await world.get(`${operations}/price-list`))['prices'];
    await world.post(`${operations}/price-import`, { table: 'prefix,price\n33,0.04\n44,0.05\n' });
    const standing = await listed();
    const table = 'Prefix\tprice\n+33\t0.04\n44\t0.06\n49\t0.07\n';
    assert.deepEqual(await world.post(`${operations}/price-plan`, { table }), {
      added: 1,
      changed: 1,
      removed: 0,
      same: 1,
      changes: [{ prefix: '44', price: '0.06', account: null, from: null, before: '0.05' }],
    });
    assert.deepEqual(await listed(), standing);
    const done = await world.post(`${operations}/price-import`, { table });
    assert.partialDeepStrictEqual(done, { prices: 3, changed: 2 });
    assert.equal(((await listed()) as readonly unknown[]).length, 3);
    await world.post(`${operations}/price-import`, { table: done['undo'] });
    assert.deepEqual(await listed(), standing);
    const wrong = { table: 'prefix,price\n33,0.04\n1,-1\n' };
    const refused = await world.ask('POST', `${operations}/price-plan`, wrong);
    assert.equal(refused.status, 400);
    assert.match(refused.text, /line 3: price must be an amount/);
  });
});
