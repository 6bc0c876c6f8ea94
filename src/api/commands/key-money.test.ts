/** What a key may move by other ways than messages, with the limits that its messages have. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { KeyBounds } from '#accounts/api-key.ts';
import { Authenticator } from '#accounts/authenticator.ts';
import { must } from '#core/assert.ts';
import { account, assertRefused, callerOf, openApiWorld } from '#test/harness/api-world.ts';
import { openLimiter } from '#test/harness/limiter.ts';
import { money, phone } from '#test/harness/records.ts';
import { openTemporaryStorage } from '#test/harness/temporary-storage.ts';

const euro = 1_000_000;
const numbers = ['33755000001', '33755000002'];

/** An account with plenty of money, and a key that may move one euro a day. */
async function openBudget(bounds: Partial<KeyBounds> = {}) {
  await using stack = new AsyncDisposableStack();
  const storage = stack.use(await openTemporaryStorage());
  const { name, email, currency, homeCountry, balance, testBalance } = account;
  const wanted = { name, email, currency, homeCountry, balance, testBalance, createdAtMs: 0 };
  const parent = await storage.accounts.createAccount(wanted, 'test');
  const caller = callerOf('live', parent);
  const bounded = { ...caller, key: { ...caller.key, ...bounds } };
  const limit = { max: euro, action: 'block' } as const;
  const budget = { accountId: parent.id, keyId: caller.key.id, rule: 'spend-day', limit } as const;
  for (const digits of numbers) {
    const number = await storage.numbers.createNumber({
      digits: phone(digits),
      kind: 'long',
      accountId: null,
      operatorId: null,
      takesSms: true,
      takesCalls: true,
      createdAtMs: 0,
    });
    const author = { actor: 'test', atMs: 0 };
    await storage.virtualNumbers.setTerms(
      must(number, 'number').id,
      { monthlyPrice: money(euro) },
      author,
    );
  }
  const world = stack.use(
    await openApiWorld({
      subAccounts: storage.accounts,
      virtualNumbers: storage.virtualNumbers,
      accounts: storage.accounts,
      limits: openLimiter([budget]),
      authenticate: (key, base) =>
        key === 'parent' ? bounded : new Authenticator(storage.accounts).find(key, base),
    }),
  );
  const post = (command: string, parameters: object, apiKey = 'parent') =>
    world.ask(`/v1/${command}`, {
      method: 'POST',
      body: JSON.stringify({ apiKey, ...parameters }),
    });
  const opened = stack.move();
  return { world, post, storage, parent, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

type Made = { readonly token: string; readonly apiKey: string };

suite('a key with a budget', () => {
  test('gives sub-accounts no more than that', async () => {
    await using budget = await openBudget();
    const { post, storage, parent } = budget;
    const dear = { parameters: { email: 'shop@example.com', creditToAttribute: 1.5 } };
    assertRefused(await post('subaccount/create', dear), 403, 40, '');
    const made = await post('subaccount/create', {
      parameters: { email: 'shop@example.com', creditToAttribute: 0.4 },
    });
    const { token } = made.body['subaccount'] as Made;
    const give = (credit: number) =>
      post('subaccount/credit/add', { credit, tokenSubaccount: token });
    assert.equal((await give(0.5)).status, 200);
    assertRefused(await give(0.2), 403, 40, '');
    assert.equal((await give(0.1)).status, 200);
    const left = await storage.accounts.findAccount(parent.id);
    assert.equal(left?.balance, parent.balance - euro);
  });

  test('takes money back from them as it likes, and that makes no room', async () => {
    await using budget = await openBudget();
    const { post } = budget;
    const made = await post('subaccount/create', {
      parameters: { email: 'shop@example.com', creditToAttribute: 1 },
    });
    const { token: tokenSubaccount } = made.body['subaccount'] as Made;
    assert.equal(
      (await post('subaccount/credit/remove', { credit: 1, tokenSubaccount })).status,
      200,
    );
    assertRefused(await post('subaccount/credit/add', { credit: 1, tokenSubaccount }), 403, 40, '');
  });

  test('keeps its room where nothing came about', async () => {
    await using budget = await openBudget();
    const { post } = budget;
    const unknown = { credit: 1, tokenSubaccount: '999' };
    assertRefused(await post('subaccount/credit/add', unknown), 404, 7, 'tokenSubaccount');
    const wish = { parameters: { email: 'shop@example.com', creditToAttribute: 0.5 } };
    const made = await post('subaccount/create', wish);
    const { token: tokenSubaccount } = made.body['subaccount'] as Made;
    const once = { credit: 0.2, tokenSubaccount, idempotencyKey: 'k1' };
    assert.equal((await post('subaccount/credit/add', once)).status, 200);
    assert.equal((await post('subaccount/credit/add', once)).status, 200, 'it moves once');
    assert.equal(
      (await post('subaccount/credit/add', { credit: 0.3, tokenSubaccount })).status,
      200,
    );
  });

  test('rents what it covers', async () => {
    await using budget = await openBudget();
    const { post } = budget;
    assert.equal((await post('vn/rent', { number: numbers[0] })).status, 200);
    const second = await post('vn/rent', { number: numbers[1] });
    assertRefused(second, 403, 40, '');
    assert.match(String(second.body['message']), /spend-day is reached: 1 EUR/);
    assert.equal(
      (await post('vn/rent', { number: numbers[0] })).status,
      404,
      'it is theirs by now',
    );
  });
});

suite('a key that makes sub-accounts', () => {
  test('gives each a key that is taken where it is, and for as long', async () => {
    const bounds = { addresses: ['127.0.0.1'], expiresAtMs: 4_000_000_000_000 };
    await using budget = await openBudget(bounds);
    const { post, storage } = budget;
    const made = await post('subaccount/create', { type: 'simple', email: 'shop@example.com' });
    const { token } = made.body['subaccount'] as Made;
    const [key] = await storage.accounts.listKeys(Number(token));
    assert.deepEqual([key?.addresses, key?.expiresAtMs], [bounds.addresses, bounds.expiresAtMs]);
  });

  test('makes fifty in an hour', async () => {
    await using budget = await openBudget();
    const { post } = budget;
    for (let made = 0; made < 50; made += 1) {
      assert.equal(
        (await post('subaccount/create', { type: 'simple', email: 'shop@example.com' })).status,
        200,
        `${made}`,
      );
    }
    const refused = await post('subaccount/create', { type: 'simple', email: 'shop@example.com' });
    assertRefused(refused, 429, 429, '');
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
  });
});
