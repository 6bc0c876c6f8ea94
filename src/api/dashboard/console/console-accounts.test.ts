/** What the console asks about accounts and their numbers, over a real folder. */

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openPageWorld, type Person } from '#test/harness/page-world.ts';

const operations = '/api/operations';

suite('accounts in the console', () => {
  test('an account is made with its keys, credited and suspended, and the audit says by whom', async () => {
    await using world = await openPageWorld();
    const body = { name: 'Third', email: 't@third.example', currency: 'chf', balance: '10' };
    const made = await world.post(`${operations}/account-create`, body);
    assert.partialDeepStrictEqual(made['account'], { id: 3, currency: 'CHF', state: 'active' });
    const keys = made['keys'] as { label: string; key: string }[];
    assert.deepEqual(
      keys.map(({ label, key }) => [label, key.slice(0, 5)]),
      [
        ['SMS', 'live_'],
        ['Email', 'live_'],
        ['Test', 'test_'],
      ],
    );
    const credit = (amount: string) =>
      world.ask('POST', `${operations}/account-topup`, { account: 3, amount });
    await credit('2.5');
    await credit('-0.5');
    const found = await world.get(`${operations}/account-show?account=3`);
    assert.partialDeepStrictEqual(found, {
      account: { balance: '12' },
      ledger: { live: { adds: true, balance: '12', movements: '12', costs: '0' } },
    });
    const none = await credit('0');
    assert.deepEqual([none.status, none.json['word']], [400, 'field has a wrong value']);
    const blocked = await world.post(`${operations}/account-set`, { account: 3, state: 'blocked' });
    assert.partialDeepStrictEqual(blocked['account'], { state: 'blocked', name: 'Third' });
    const { audit: records } = await world.get('/api/operations/audit-list');
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
    assert.ok(!JSON.stringify([found, records]).includes(keys[0]?.key ?? 'none was made'));
  });

  test('accounts are listed page by page, and what is not there or does not read is refused', async () => {
    await using world = await openPageWorld();
    const first = await world.get(`${operations}/account-list?limit=1`);
    assert.partialDeepStrictEqual(first, { accounts: [{ id: 1, name: 'Acme' }], next: 1 });
    const second = await world.get(`${operations}/account-list?limit=2&after=1`);
    assert.partialDeepStrictEqual(second, { accounts: [{ id: 2 }], next: null });
    const odd = { name: 'A', email: 'a@a.example', currency: 'X1' };
    const refused = await world.ask('POST', `${operations}/account-create`, odd);
    assert.deepEqual([refused.status, refused.json['word']], [400, 'field has a wrong value']);
    const nobody = { account: 99 };
    assert.equal((await world.ask('GET', `${operations}/account-show?account=99`)).status, 404);
    const renamed = await world.ask('POST', `${operations}/account-set`, { ...nobody, name: 'A' });
    assert.equal(renamed.status, 404);
    const topUp = (account: number, person?: Person) =>
      world.ask('POST', `${operations}/account-topup`, { account, amount: '1' }, person);
    assert.equal((await topUp(99)).status, 404);
    const asked = await topUp(1, { isAdministrator: true, isFresh: false });
    assert.deepEqual([asked.status, asked.json['word']], [403, 'sign-in is not fresh']);
  });

  test('a limit of an account is set, shown as an exception, and taken back', async () => {
    await using world = await openPageWorld();
    const limitsOf = async (account: number) =>
      (await world.get(`${operations}/limit-list?account=${account}`))['limits'] as {
        rule: string;
      }[];
    const limitOf = async (rule: string) => (await limitsOf(1)).find((one) => one.rule === rule);
    const set = (change: object) => world.ask('POST', `${operations}/limit-set`, change);
    const remove = (place: object) => world.ask('POST', `${operations}/limit-remove`, place);
    const day = { account: 1, rule: 'spend-day' };
    assert.partialDeepStrictEqual(await limitOf('spend-day'), {
      action: 'ignore',
      exceptional: false,
      unit: 'money',
    });
    assert.equal((await set({ ...day, max: '2.5', action: 'block' })).status, 200);
    assert.partialDeepStrictEqual(await limitOf('spend-day'), {
      max: '2.5',
      action: 'block',
      exceptional: true,
    });
    const [stored] = await world.installation.storage.accounts.listExceptions();
    assert.deepEqual(stored?.limit, { max: 2_500_000, action: 'block' });
    const held = await set({ ...day, max: '1', action: 'hold' });
    assert.deepEqual([held.status, held.json['word']], [400, 'limit cannot do that']);
    assert.equal((await set({ account: 1, rule: 'run', max: '1.5' })).status, 400);
    assert.equal((await remove(day)).status, 200);
    assert.equal((await remove(day)).status, 404);
    assert.partialDeepStrictEqual(await limitOf('spend-day'), { exceptional: false });
    const account = await world.post(`${operations}/account-create`, {
      name: 'C',
      email: 'c@c.example',
    });
    const { id } = account['account'] as { id: number };
    const keys = await world.installation.storage.accounts.listKeys(3);
    const ofKey = { key: keys[0]?.id };
    assert.equal((await set({ ...day, ...ofKey, max: '7' })).status, 404);
    assert.equal((await set({ account: id, rule: 'run', ...ofKey, max: '7' })).status, 400);
    const theirs = { ...day, account: id, ...ofKey };
    assert.equal((await set({ ...theirs, max: '7' })).status, 200);
    assert.partialDeepStrictEqual((await limitsOf(id)).slice(-1), [
      { rule: 'spend-day', ...ofKey },
    ]);
    assert.equal((await remove(theirs)).status, 200);
    assert.equal((await remove(theirs)).status, 404);
    await world.post(`${operations}/limit-reset`, { account: 1 });
    assert.equal(
      (await world.ask('POST', `${operations}/limit-reset`, { account: 9 })).status,
      404,
    );
  });

  test('what an account may do is changed whole, and the audit says what was', async () => {
    await using world = await openPageWorld();
    const shown = async () => (await world.get(`${operations}/account-show?account=1`))['policy'];
    const set = (change: object, account = 1) =>
      world.ask('POST', `${operations}/account-set`, { account, ...change });
    const usual = {
      trust: 'trusted',
      countries: 'home',
      costlyNumbers: false,
      quietHours: 'off',
      marketing: false,
      refundUndelivered: false,
    };
    assert.deepEqual(await shown(), usual);
    const strict = {
      ...usual,
      refundUndelivered: true,
      trust: 'new',
      countries: 'fr,BE',
      quietHours: 'on',
    };
    const answer = await set(strict);
    assert.deepEqual(answer.json['policy'], { ...strict, countries: ['BE', 'FR'] });
    await set({ countries: 'all' });
    assert.deepEqual(await shown(), { ...strict, countries: 'all' });
    const wrong = await set({ countries: 'FR,X1' });
    assert.deepEqual([wrong.status, wrong.json['word']], [400, 'field has a wrong value']);
    assert.equal((await set(strict, 9)).status, 404);
    await set({ name: 'Acme Ltd' });
    const { audit: records } = await world.get('/api/operations/audit-list');
    assert.partialDeepStrictEqual(records, [
      { action: 'account.set', details: { name: 'Acme Ltd', before: { name: 'Acme' } } },
      { action: 'policy.set', details: { countries: 'all', before: { countries: 'BE FR' } } },
      { action: 'policy.set' },
    ]);
  });

  test('a number is added, priced, given to an account, taken back into quarantine and removed', async () => {
    await using world = await openPageWorld();
    const act = (verb: string, wish: object) =>
      world.ask('POST', `${operations}/number-${verb}`, { number: '+33 7 55 00 00 01', ...wish });
    const uses = { sms: true, calls: true, forward: true };
    const prices = { monthly: '2.5', minute: '0.01' };
    const added = await act('add', { ...uses, ...prices });
    assert.partialDeepStrictEqual(added.json['number'], { id: 1, ...uses, ...prices });
    const again = await act('add', { ...uses, ...prices });
    assert.deepEqual([again.status, again.json['word']], [409, 'number is there']);
    const only = async () =>
      ((await world.get(`${operations}/number-list?prefix=337`))['numbers'] as unknown[])[0];
    const free = { number: '33755000001', kind: 'long', standing: 'free', ...prices };
    assert.partialDeepStrictEqual(await only(), free);
    await act('set', { account: 1, monthly: '3' });
    const holders = [{ id: 1, name: 'Acme' }];
    assert.partialDeepStrictEqual(await only(), { standing: 'rented', holders, monthly: '3' });
    assert.equal((await act('set', { account: 2 })).status, 409);
    assert.equal((await act('set', { account: 99 })).status, 404);
    assert.equal((await act('set', { minute: '-1' })).status, 400);
    await act('set', { state: 'deactivated' });
    assert.partialDeepStrictEqual(await only(), { standing: 'deactivated' });
    await act('set', { state: 'active' });
    assert.equal((await act('release', { quarantine: true })).status, 200);
    assert.partialDeepStrictEqual(await only(), { standing: 'quarantined', accounts: [] });
    assert.equal((await act('release', {})).status, 404);
    assert.equal((await act('release', { remove: true })).status, 200);
    assert.equal((await act('release', { remove: true })).status, 404);
    assert.equal(await only(), undefined);
    const { audit: records } = await world.get('/api/operations/audit-list');
    const actions = (records as { action: string }[]).map(({ action }) => action);
    for (const action of ['number.added', 'number.set', 'number.removed']) {
      assert.ok(actions.includes(action), action);
    }
  });

  test('the stock of numbers is read page by page', async () => {
    await using world = await openPageWorld();
    const plain = { kind: 'long', accountId: null, operatorId: null, createdAtMs: 0 } as const;
    for (let n = 0; n < 103; n += 1) {
      const digits = `337550000${String(n).padStart(3, '0')}`;
      const uses = { takesSms: true, takesCalls: false };
      await world.installation.storage.numbers.createNumber({ digits, ...plain, ...uses });
    }
    const list = `${operations}/number-list?limit=100`;
    const first = await world.get(list);
    assert.deepEqual([first['after'], first['all']], ['337550000099', 103]);
    const second = await world.get(`${list}&after=${String(first['after'])}`);
    assert.equal((second['numbers'] as unknown[]).length, 3);
    assert.equal(second['after'], null);
  });
});
