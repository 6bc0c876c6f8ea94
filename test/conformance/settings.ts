/** Operators, routes, settings and ids. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { must } from '#core/assert.ts';
import { type ChainedRecord, verifyChain } from '#core/audit-chain.ts';
import type { Storage } from '#storage/storage.ts';
import { atMs } from '#test/harness/records.ts';
import { anAuthor, aPrice, aRoute } from '#test/harness/routes.ts';
import { withAccount } from './setup.ts';

export function settings(open: () => Promise<Storage>): void {
  const operator = {
    name: 'acme',
    builtIn: false,
    state: 'active',
    settings: { host: 'smsc.example', port: 2775 } as never,
    sealedPassword: 'sealed',
    createdAtMs: atMs,
  } as const;

  test('operators have names of their own, until they are removed with their routes', async () => {
    await using storage = await open();
    const made = await storage.operators.createOperator(operator, 'test');
    assert.ok(made);
    assert.equal(await storage.operators.createOperator(operator, 'test'), undefined);
    await storage.operators.setRoutes([aRoute({ operatorId: made.id })], anAuthor);
    await storage.operators.setOperatorState(made.id, 'paused', anAuthor);
    assert.deepEqual(await storage.operators.listOperators(), [{ ...made, state: 'paused' }]);
    await storage.operators.removeOperator(made.id, anAuthor);
    assert.deepEqual(await storage.operators.listOperators(), []);
    assert.deepEqual(await storage.operators.listRoutes(), []);
    const next = await storage.operators.createOperator(operator, 'test');
    assert.notEqual(next?.id, made.id);
  });

  test('what was done is chained, row to row, and is neither changed nor deleted', async () => {
    await using storage = await open();
    const names = Array.from({ length: 12 }, (_, n) => `acme ${n}`);
    await Promise.all(
      names.map((name) => storage.operators.createOperator({ ...operator, name }, 'ünïcode')),
    );
    const { audit } = storage;
    const head = await audit.auditHead();
    const rows = await audit.listAudit(Number.MAX_SAFE_INTEGER, 1_000);
    assert.deepEqual(await verifyChain(audit), { ok: true, rows: rows.length });
    const { build } = storage.database;
    const change = build.updateTable('audit').set({ actor: 'nobody' }).where('n', '=', 2);
    await assert.rejects(storage.database.write([{ query: change }]));
    await assert.rejects(storage.database.write([{ query: build.deleteFrom('audit') }]));
    const pages = (page: (rows: readonly ChainedRecord[]) => readonly ChainedRecord[]) => ({
      auditStart: () => audit.auditStart(),
      auditHead: () => audit.auditHead(),
      auditKey: () => audit.auditKey(),
      auditChain: async (afterN: number) => page(await audit.auditChain(afterN, 5)),
    });
    const changed = pages((page) =>
      page.map((row) => (row.n === 7 ? { ...row, target: 'x' } : row)),
    );
    assert.deepEqual(await verifyChain(changed), { ok: false, n: 7 });
    const cut = pages((page) => page.filter(({ n }) => n < head.n));
    assert.deepEqual(await verifyChain(cut), { ok: false, n: head.n });
    const beheaded = pages((page) => page.filter(({ n }) => n > 3));
    assert.deepEqual(await verifyChain(beheaded), { ok: false, n: 1 });
  });

  test('an operator changes its settings and its password together', async () => {
    await using storage = await open();
    const made = must(await storage.operators.createOperator(operator, 'test'), 'operator');
    const version = await storage.settings.settingsVersion();
    const wider = { ...made.settings, window: 20 };
    await storage.operators.setOperatorSettings(
      made.id,
      { settings: wider, sealedPassword: 'other' },
      anAuthor,
    );
    const changed = { ...made, settings: wider, sealedPassword: 'other' };
    assert.deepEqual(await storage.operators.listOperators(), [changed]);
    assert.ok((await storage.settings.settingsVersion()) > version);
  });

  test('the built-in operator keeps its place whatever port it has this time', async () => {
    await using storage = await open();
    const builtIn = { ...operator, builtIn: true };
    const first = await storage.operators.saveBuiltInOperator(builtIn);
    const moved = { host: '127.0.0.1', port: 4242 } as never;
    const second = await storage.operators.saveBuiltInOperator({ ...builtIn, settings: moved });
    assert.deepEqual(second, { ...first, settings: moved });
    await storage.operators.setOperatorState(first.id, 'paused', anAuthor);
    const third = await storage.operators.saveBuiltInOperator({ ...builtIn, state: 'active' });
    assert.equal(third.state, 'paused');
  });

  test('every change of what is cached raises the version', async () => {
    await using storage = await open();
    let version = await storage.settings.settingsVersion();
    const raised = async (change: Promise<unknown>) => {
      await change;
      const now = await storage.settings.settingsVersion();
      assert.ok(now > version);
      version = now;
    };
    await raised(withAccount(storage));
    await raised(storage.accounts.changeAccount(1, { name: 'B' }, { actor: 'test', atMs }));
    await raised(storage.operators.createOperator(operator, 'test'));
    await raised(storage.operators.setRoutes([aRoute()], anAuthor));
    await raised(storage.operators.setPrices([aPrice('1', 1)], anAuthor));
    await raised(storage.operators.setOperatorState(1, 'paused', anAuthor));
  });

  test('a setting is kept as it was first, and replaced by who knows what it is', async () => {
    await using storage = await open();
    const { settings: store, audit } = storage;
    const all = await Promise.all(
      ['a', 'b', 'c'].map((value) => store.keepSetting('first', value)),
    );
    assert.equal(new Set(all).size, 1);
    const [from = ''] = all;
    const audited = { ...anAuthor, action: 'first.change', details: { by: 'test' } };
    const change = { name: 'first', from, to: 'd' };
    assert.equal(await store.replaceSetting(change, audited), true);
    assert.equal(await store.replaceSetting(change, audited), false);
    assert.equal(await store.findSetting('first'), 'd');
    const noted = await audit.listAudit(Number.MAX_SAFE_INTEGER, 10);
    assert.equal(noted.filter(({ action }) => action === 'first.change').length, 1);
  });

  test('an id is never reserved twice, no matter who asks', async () => {
    await using storage = await open();
    const firsts = await Promise.all(
      Array.from({ length: 20 }, () => storage.ids.reserveIds('message', 100)),
    );
    const ids = new Set(firsts.flatMap((first) => [first, first + 99]));
    assert.equal(ids.size, 40);
    assert.equal(Math.min(...firsts), 1);
    assert.equal(await storage.ids.reserveIds('job', 1), 1);
  });

  test('ids that nobody was given are reserved again, unless others were reserved behind them', async () => {
    await using storage = await open();
    const { ids, messages: figures } = storage;
    assert.equal(await ids.reserveIds('message', 100), 1);
    await figures.noteBlocks(100, 0);
    assert.equal(await ids.returnIds('message', { first: 7, end: 101 }), true);
    assert.deepEqual(
      (await figures.listBlocks()).map(({ first, end }) => [first, end]),
      [[1, 7]],
    );
    assert.equal(await ids.reserveIds('message', 100), 7);
    assert.equal(await ids.reserveIds('message', 100), 107);
    assert.equal(await ids.returnIds('message', { first: 8, end: 107 }), false);
    assert.equal(await ids.returnIds('email', { first: 8, end: 207 }), false);
    await figures.noteBlocks(100, 0);
    const blocks = (await figures.listBlocks()).map(({ first, end }) => [first, end]);
    assert.deepEqual(blocks, [
      [1, 7],
      [7, 107],
      [107, 207],
    ]);
    assert.equal(await ids.reserveIds('message', 1), 207);
  });

  test('behind a restore ids go on far ahead, also those that were never given, unless a process lives', async () => {
    await using storage = await open();
    const { ids, leases } = storage;
    await ids.reserveIds('message', 100);
    const process = {
      id: 7,
      host: 'here',
      pid: 1,
      version: '1.0.0',
      roles: [],
      startedAtMs: 0,
      draining: false,
    };
    await leases.renew({ process, held: [], leaseMs: 1_000, forgetAfterMs: 1_000_000 });
    assert.equal(await ids.skipIds(), false);
    assert.equal(await ids.reserveIds('message', 1), 101);
    await leases.leave(7);
    assert.equal(await ids.skipIds(), true);
    assert.equal(await ids.reserveIds('message', 1), 1_000_000_102);
    for (const name of ['email', 'event', 'event 255'] as const) {
      assert.equal(await ids.reserveIds(name, 1), 1_000_000_001, name);
    }
  });
}
