import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Authenticator } from '#accounts/authenticator.ts';
import {
  type ApiReply,
  account,
  assertRefused,
  callerOf,
  openApiWorld,
} from '#test/harness/api-world.ts';
import { openTemporaryStorage } from '#test/harness/temporary-storage.ts';

const fewBounds = {
  scopes: ['subaccounts', 'read'],
  addresses: ['127.0.0.0/8'],
  expiresAtMs: 4_000_000_000_000,
} as const;

/** The API over a real storage: the parents' keys are words, those of sub-accounts are read from it. */
async function openFamily() {
  await using stack = new AsyncDisposableStack();
  const storage = stack.use(await openTemporaryStorage());
  const create = () => {
    const { name, email, currency, homeCountry, balance, testBalance } = account;
    const wanted = { name, email, currency, homeCountry, balance, testBalance, createdAtMs: 0 };
    return storage.accounts.createAccount(wanted, 'test');
  };
  const parents = new Map([
    ['parent', callerOf('live', await create())],
    ['parent-test', callerOf('test', { ...(await create()), id: 1 })],
    ['stranger', callerOf('live', await create())],
  ]);
  const few = callerOf('live', await create());
  parents.set('few', { ...few, key: { ...few.key, ...fewBounds } });
  const world = stack.use(
    await openApiWorld({
      subAccounts: storage.accounts,
      accounts: storage.accounts,
      authenticate: async (key, base) =>
        parents.get(key) ?? new Authenticator(storage.accounts).find(key, base),
    }),
  );
  const post = (command: string, parameters: object, apiKey = 'parent'): Promise<ApiReply> =>
    world.ask(`/v1/subaccount/${command}`, {
      method: 'POST',
      body: JSON.stringify({ apiKey, ...parameters }),
    });
  const made = await post('create', {
    type: 'advanced',
    parameters: {
      email: 'shop@example.com',
      creditToAttribute: 10.5,
      isBuyer: 0,
      firstname: 'Ada',
      lastname: 'Éxample',
    },
  });
  const { token, apiKey } = made.body['subaccount'] as {
    readonly token: string;
    readonly apiKey: string;
  };
  const opened = stack.move();
  return {
    storage,
    world,
    post,
    made,
    token,
    apiKey,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

suite('sub-accounts', () => {
  test('a sub-account is made with credit of its parent and a key that works', async () => {
    await using family = await openFamily();
    const { world, made, token, apiKey, post } = family;
    assert.equal(made.status, 200, made.text);
    assert.deepEqual(made.body['subaccount'], { email: 'shop@example.com', token, apiKey });
    const me = await world.ask(`/v1/me?apiKey=${apiKey}`);
    assert.partialDeepStrictEqual(me.body, {
      user: { firstname: 'Ada', lastname: 'Éxample', username: 'shop@example.com' },
      credits: { balance: '10.500', currency: 'EUR' },
    });
    const { body } = await post('list', {});
    assert.partialDeepStrictEqual(body, { currentPage: 1, total: 1 });
    assert.partialDeepStrictEqual(body['data'], [
      { token, email: 'shop@example.com', credit: 10.5, currency: 'EUR', isActive: true },
    ]);
    assert.ok(!JSON.stringify(body).includes(apiKey));
  });

  test('a key with few scopes makes one with no more, from the same places and with the same end', async () => {
    await using family = await openFamily();
    const { world, post, storage } = family;
    for (const wish of [{}, { idempotencyKey: 'k9' }]) {
      const made = await post(
        'create',
        { type: 'simple', email: 'shop@example.com', ...wish },
        'few',
      );
      assert.equal(made.status, 200, made.text);
      const { token, apiKey } = made.body['subaccount'] as Readonly<Record<string, string>>;
      const [key] = await storage.accounts.listKeys(Number(token));
      assert.partialDeepStrictEqual(key, fewBounds);
      const send = { apiKey, message: 'Hello', numbers: '33639980001' };
      const body = JSON.stringify(send);
      assertRefused(await world.ask('/v1/send', { method: 'POST', body }), 403, 96, 'apiKey');
    }
  });

  test('credit moves both ways, as numbers or texts, and is told exactly', async () => {
    await using family = await openFamily();
    const { post, token: tokenSubaccount } = family;
    const added = await post('credit/add', { credit: '100.000001', tokenSubaccount });
    assert.deepEqual(added.body, {
      success: true,
      code: 200,
      credit: 10_225.119 - 110.500001,
      subaccountCredit: 110.500001,
      currency: 'EUR',
    });
    const back = await post('credit/remove', { credit: 110.500001, tokenSubaccount });
    assert.partialDeepStrictEqual(back.body, { credit: 10_225.119, subaccountCredit: 0 });
    assertRefused(await post('credit/remove', { credit: 1, tokenSubaccount }), 402, 8, 'credit');
    const tooMuch = await post('credit/add', { credit: 10_225.12, tokenSubaccount });
    assertRefused(tooMuch, 402, 8, 'credit');
    assert.match(
      String(tooMuch.body['message']),
      /The balance is too low: it is 10225\.119 EUR, and the transfer needs 10225\.12/,
    );
  });

  test('credit under an idempotency key moves once', async () => {
    await using family = await openFamily();
    const { post, token: tokenSubaccount } = family;
    const wish = { credit: 1, tokenSubaccount, idempotencyKey: 'k1' };
    const first = await post('credit/add', wish);
    assert.equal(first.status, 200, first.text);
    await post('credit/add', { credit: 2, tokenSubaccount });
    assert.deepEqual((await post('credit/add', wish)).body, first.body);
    assertRefused(await post('credit/add', { ...wish, credit: 3 }), 409, 409, 'idempotencyKey');
    assertRefused(await post('credit/remove', wish), 409, 409, 'idempotencyKey');
    const back = await post('credit/remove', { credit: 3, tokenSubaccount });
    assert.partialDeepStrictEqual(back.body, { subaccountCredit: 10.5 });
  });

  test('under an idempotency key one sub-account is made, and its key is told again', async () => {
    await using family = await openFamily();
    const { post, world } = family;
    const wish = {
      type: 'simple',
      email: 'shop@example.com',
      creditToAttribute: 2,
      idempotencyKey: 'k1',
    };
    const answers = await Promise.all(Array.from({ length: 4 }, () => post('create', wish)));
    const [first] = answers;
    assert.ok(first !== undefined);
    assert.equal(first.status, 200, first.text);
    for (const { body } of answers) assert.deepEqual(body, first.body);
    const { apiKey, token } = first.body['subaccount'] as Readonly<Record<string, string>>;
    const me = await world.ask(`/v1/me?apiKey=${apiKey}`);
    assert.partialDeepStrictEqual(me.body['credits'], { balance: '2.000' });
    const other = await post('create', { ...wish, creditToAttribute: 3 });
    assertRefused(other, 409, 409, 'idempotencyKey');
    assert.partialDeepStrictEqual((await post('list', {})).body, { total: 2 });
    const left = await world.ask('/v1/me?apiKey=parent');
    assert.partialDeepStrictEqual(left.body['credits'], { balance: '10212.619' });
    // What was refused leaves the key free.
    const dear = { ...wish, creditToAttribute: 99_999, idempotencyKey: 'k2' };
    assertRefused(await post('create', dear), 402, 8, 'creditToAttribute');
    const cheap = await post('create', { ...dear, creditToAttribute: 1 });
    assert.equal(cheap.status, 200, cheap.text);
    assert.notEqual((cheap.body['subaccount'] as { readonly token: string }).token, token);
  });

  test('a test key moves test money and makes test keys', async () => {
    await using family = await openFamily();
    const { post, world } = family;
    const made = await post('create', { type: 'simple', email: 'shop@example.com' }, 'parent-test');
    const { token, apiKey } = made.body['subaccount'] as {
      readonly token: string;
      readonly apiKey: string;
    };
    assert.match(apiKey, /^test_/);
    const credit = { credit: 1, tokenSubaccount: token };
    const { body } = await post('credit/add', credit, 'parent-test');
    assert.partialDeepStrictEqual(body, { credit: 99, subaccountCredit: 1 });
    const me = await world.ask(`/v1/me?apiKey=${apiKey}`);
    assert.partialDeepStrictEqual(me.body['credits'], { balance: '1.000' });
  });

  test('a removed sub-account is gone with its keys, and its credit is back', async () => {
    await using family = await openFamily();
    const { world, post, token, apiKey } = family;
    const removed = await world.ask(`/v1/subaccount/remove?apiKey=parent&token=${token}`, {
      method: 'DELETE',
    });
    assert.deepEqual(removed.body, { success: true, code: 200 });
    assertRefused(await world.ask(`/v1/me?apiKey=${apiKey}`), 401, 10, 'apiKey');
    assert.partialDeepStrictEqual((await post('list', {})).body, { total: 0, data: [] });
    assertRefused(await post('remove', { token }), 404, 7, 'token');
    const me = await world.ask('/v1/me?apiKey=parent');
    assert.partialDeepStrictEqual(me.body['credits'], { balance: '10225.119' });
  });

  test('sub-accounts of others are as unknown as none, and none has any itself', async () => {
    await using family = await openFamily();
    const { post, token, apiKey } = family;
    const credit = { credit: 1, tokenSubaccount: token };
    assertRefused(await post('credit/add', credit, 'stranger'), 404, 7, 'tokenSubaccount');
    assertRefused(await post('credit/remove', credit, 'stranger'), 404, 7, 'tokenSubaccount');
    assertRefused(await post('delete', { token }, 'stranger'), 404, 7, 'token');
    assertRefused(await post('delete', { token }, apiKey), 404, 7, 'token');
    assertRefused(
      await post('create', { type: 'simple', email: 'shop@example.com' }, apiKey),
      403,
      4,
      'apiKey',
    );
    assertRefused(await post('credit/add', credit, apiKey), 403, 4, 'apiKey');
    assert.deepEqual((await post('list', {}, apiKey)).body['data'], []);
  });

  test('what is missing or wrong is named', async () => {
    await using family = await openFamily();
    const { post, token: tokenSubaccount } = family;
    assertRefused(await post('credit/add', {}), 400, 2, 'credit', 'tokenSubaccount');
    assertRefused(await post('credit/add', { credit: 1 }), 400, 3, 'tokenSubaccount');
    for (const credit of [0, -1, '1e3', 'x', '1.0000001', '999999999999', [1], true]) {
      assertRefused(await post('credit/add', { credit, tokenSubaccount }), 400, 5, 'credit');
    }
    for (const token of ['x', '-1', 9_999, '1.5']) {
      const reply = await post('credit/add', { credit: 1, tokenSubaccount: token });
      assertRefused(reply, 404, 7, 'tokenSubaccount');
    }
    assertRefused(
      await post('create', { type: 'both', email: 'shop@example.com' }),
      400,
      9,
      'type',
    );
    assertRefused(await post('create', { type: 'advanced' }), 400, 9, 'email');
    const parameters = { email: 'a@b.example', creditToAttribute: 10_225.12 };
    const dear = await post('create', { type: 'advanced', parameters });
    assertRefused(dear, 402, 8, 'creditToAttribute');
    const long = { email: 'a@b.example', firstname: 'x'.repeat(33) };
    assertRefused(await post('create', { parameters: long }), 400, 9, 'firstname');
    assertRefused(await post('remove', {}), 400, 3, 'tokenSubaccount');
  });
});
