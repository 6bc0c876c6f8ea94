/** Keys, money, URLs and sub-accounts of an account, as its pages ask for them. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { hashApiKey } from '#accounts/api-key.ts';
import { instantText } from '#core/instant-text.ts';
import type { Millionths } from '#core/money.ts';
import type { Browser } from '#test/harness/browser.ts';
import { firstEmail, openPeopleWorld } from '#test/harness/people-world.ts';
import { anAcceptance } from '#test/harness/records.ts';

async function setup() {
  const world = await openPeopleWorld();
  const account = await world.account('Acme');
  const browser = await world.setUp();
  const root = `/api/accounts/${account.id}`;
  return {
    world,
    account,
    browser,
    root,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

async function listed(browser: Browser, path: string, member: string) {
  const reply = await browser.get(path);
  assert.equal(reply.status, 200, reply.text);
  return reply.body[member] as readonly Readonly<Record<string, unknown>>[];
}

const keyOf = (reply: { readonly body: Readonly<Record<string, unknown>> }) =>
  reply.body['key'] as Readonly<Record<string, unknown>>;

const price = (accountId: number, prefix: string, fromMs: number, amount: number) => ({
  accountId,
  prefix,
  fromMs,
  price: amount as Millionths,
});

suite('the keys of an account', () => {
  test('are made for one product, shown once, labelled and revoked', async () => {
    await using opened = await setup();
    const { world, browser, root } = opened;
    const at = `${root}/operations`;
    const wish = { bases: ['sms'], label: ' Shop ' };
    const made = await browser.post(`${at}/key-create`, wish);
    assert.equal(made.status, 200, made.text);
    const clear = keyOf(made)['key'] as string;
    const found = await world.storage.accounts.findKeyByHash(hashApiKey(clear) ?? '');
    assert.deepEqual(found?.key.bases, ['sms']);
    const [key] = await listed(browser, `${at}/key-list?base=sms`, 'keys');
    assert.deepEqual([key?.['label'], key?.['prefix']], ['Shop', clear.slice(0, 11)]);
    assert.doesNotMatch(JSON.stringify(key), new RegExp(clear.slice(12)));
    assert.deepEqual(await listed(browser, `${at}/key-list?base=email`, 'keys'), []);
    const one = { key: key?.['id'] };
    assert.equal((await browser.post(`${at}/key-set`, { ...one, label: 'Till' })).status, 200);
    assert.equal((await browser.post(`${at}/key-revoke`, one)).status, 200);
    assert.equal((await browser.post(`${at}/key-revoke`, one)).word, 'key is not in force');
    const [revoked] = await listed(browser, `${at}/key-list`, 'keys');
    assert.deepEqual([revoked?.['label'], typeof revoked?.['revokedAt']], ['Till', 'string']);
    const records = await listed(browser, `${root}/operations/account-audit`, 'audit');
    assert.deepEqual(
      records.map(({ actor, action }) => [actor, action]),
      [
        [firstEmail, 'key.revoked'],
        [firstEmail, 'key.changed'],
        [firstEmail, 'key.created'],
        ['test', 'account.created'],
      ],
    );
  });

  test('may spend no more in a day than their budget says', async () => {
    await using opened = await setup();
    const { world, account, browser, root } = opened;
    const at = `${root}/operations`;
    const id = Number(keyOf(await browser.post(`${at}/key-create`, { bases: ['sms'] }))['id']);
    const set = (dailyBudget: string | null, key = id) =>
      browser.post(`${at}/key-set`, { key, dailyBudget });
    const budget = async () =>
      (await listed(browser, `${at}/key-list`, 'keys'))[0]?.['dailyBudget'];
    assert.equal(await budget(), null);
    assert.equal(keyOf(await set('12.5'))['dailyBudget'], '12.5');
    assert.equal(await budget(), '12.5');
    const wanted = { accountId: account.id, keyId: id, rule: 'spend-day' } as const;
    assert.deepEqual(await world.storage.accounts.listExceptions(), [
      { ...wanted, limit: { max: 12_500_000, action: 'block' } },
    ]);
    assert.equal((await set('-1')).status, 400);
    assert.equal((await set('1', 999)).word, 'key is not in force');
    assert.equal((await set(null)).status, 200);
    assert.deepEqual([await budget(), await world.storage.accounts.listExceptions()], [null, []]);
  });

  test('have bounds from the first or later, and what is no bound is refused', async () => {
    await using opened = await setup();
    const { browser, root } = opened;
    const at = `${root}/operations`;
    const bounds = { addresses: ['192.0.2.0/24'], scopes: ['read'], dailyBudget: '3' };
    const wish = { bases: ['sms'], ...bounds, expires: '2096-10-02T07:06:40.000Z' };
    const key = keyOf(await browser.post(`${at}/key-create`, wish));
    const shown = { ...bounds, expiresAt: '2096-10-02T07:06:40Z' };
    assert.partialDeepStrictEqual(key, shown);
    const set = (change: object) => browser.post(`${at}/key-set`, { key: key['id'], ...change });
    assert.equal((await set({ scopes: ['read', 'send'] })).status, 200);
    const [changed] = await listed(browser, `${at}/key-list`, 'keys');
    assert.partialDeepStrictEqual(changed, { ...shown, scopes: ['send', 'read'] });
    const wrong = [
      { addresses: ['192.0.2.1/24'] },
      { addresses: ['shop.example'] },
      { addresses: Array.from({ length: 101 }, () => '192.0.2.1') },
      { scopes: [] },
      { scopes: ['read', 'read'] },
      { scopes: ['everything'] },
      { expires: 'tomorrow' },
      { expires: 1.5 },
      {},
    ];
    for (const change of wrong) {
      assert.equal((await set(change)).status, 400, JSON.stringify(change));
    }
    assert.equal((await browser.post(`${at}/key-revoke`, { key: key['id'] })).status, 200);
    assert.equal((await set({ label: 'x' })).word, 'key is not in force');
  });

  test('ask for a fresh sign-in where one is made or ended, and refuse what is no label', async () => {
    await using opened = await setup();
    const { world, browser, root } = opened;
    const ask = (verb: string, body: object) =>
      browser.post(`${root}/operations/key-${verb}`, body);
    assert.equal((await ask('create', { label: 'a\nb' })).status, 400);
    assert.equal((await ask('create', { bases: ['fax'] })).status, 400);
    world.clock.advance(10 * 60_000);
    assert.equal((await ask('create', {})).word, 'sign-in is not fresh');
    assert.equal((await ask('revoke', { key: 1 })).word, 'sign-in is not fresh');
  });
});

suite('the money of an account', () => {
  test('is told with what moved it, newest first and page by page, and as a file', async () => {
    await using opened = await setup();
    const { world, account, browser, root } = opened;
    const move = { accountId: account.id, purse: 'live', kind: 'correction' } as const;
    const actor = '=cmd,"x"';
    await world.storage.accounts.move({
      ...move,
      amount: -38_000 as Millionths,
      actor,
      atMs: world.clock.nowMs(),
    });
    const balance = await browser.get(`${root}/operations/balance-show`);
    assert.deepEqual(balance.body, {
      currency: 'EUR',
      live: '4.962',
      test: '0.000',
      alertLevel: null,
    });
    const alert = (level: string | null) =>
      browser.post(`${root}/operations/balance-alert`, { level });
    const levelled = await alert('2.5');
    assert.equal(levelled.body['alertLevel'], '2.5');
    assert.equal((await alert('-1')).status, 400);
    await alert(null);
    assert.equal((await browser.get(`${root}/operations/balance-show`)).body['alertLevel'], null);
    const [newest] = await listed(browser, `${root}/operations/ledger-list?limit=1`, 'lines');
    const shown = [newest?.['amount'], newest?.['balance'], newest?.['kind']];
    assert.deepEqual(shown, ['-0.038', '4.962', 'correction']);
    const path = `${root}/operations/ledger-list?after=${String(newest?.['id'])}`;
    const older = await browser.get(path);
    assert.partialDeepStrictEqual(older.body, { lines: [{ amount: '5', balance: '5' }] });
    assert.equal(older.body['next'], null);
    assert.equal((await browser.get(`${root}/operations/ledger-list?after=5`)).status, 400);
    const filtered = async (find: string) =>
      (await listed(browser, `${root}/operations/ledger-list?find=${find}`, 'lines')).length;
    assert.deepEqual([await filtered('CMD'), await filtered('recharge')], [1, 1]);
    assert.deepEqual([await filtered('nobody'), await filtered('')], [0, 2]);
    const file = await browser.get(`${root}/operations/ledger-export`);
    assert.equal(file.headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.match(file.headers.get('content-disposition') ?? '', /^attachment; filename="ledger-/);
    const part = await browser.get(`${root}/operations/ledger-export?find=top-up`);
    assert.deepEqual(part.text.match(/top-up|correction/g), ['top-up']);
    assert.match(file.text, /correction,-0\.038,4\.962,EUR,"'=cmd,""x""",,\r\n/);
  });

  test('has the times of its order, none of them before the account or in the future', async () => {
    await using opened = await setup();
    const { world, account, browser, root } = opened;
    world.clock.advance(1_000);
    const nowMs = world.clock.nowMs();
    const move = { accountId: account.id, purse: 'live', kind: 'correction' } as const;
    const amount = -38_000 as Millionths;
    await world.storage.accounts.move({ ...move, amount, actor: 'ann', atMs: nowMs });
    const sent = (id: number, acceptedAtMs: number) =>
      anAcceptance(account, id, { message: { acceptedAtMs, validUntilMs: acceptedAtMs + 1 } });
    await world.storage.messages.acceptMessages([sent(1, nowMs)]);
    const lines = await listed(browser, `${root}/operations/ledger-list`, 'lines');
    assert.deepEqual(
      lines.map(({ kind }) => kind),
      ['sms', 'correction', 'top-up'],
    );
    const times = lines.map(({ at }) => Date.parse(String(at)));
    assert.deepEqual(
      times,
      times.toSorted((a, b) => b - a),
    );
    assert.ok(times.every((atMs) => atMs > account.createdAtMs - 1_000 && atMs <= nowMs));
  });

  test('of tests is refilled to a hundred, and no further', async () => {
    await using opened = await setup();
    const { browser, root } = opened;
    const filled = await browser.post(`${root}/operations/balance-refill`, {});
    assert.equal(filled.body['test'], '100.000');
    assert.equal(
      (await browser.post(`${root}/operations/balance-refill`, {})).body['test'],
      '100.000',
    );
    assert.equal(
      (await listed(browser, `${root}/operations/ledger-list?purse=test`, 'lines')).length,
      1,
    );
  });

  test('buys at the account’s own prices before those of all, and later ones are announced', async () => {
    await using opened = await setup();
    const { world, account, browser, root } = opened;
    const author = { actor: 'test', atMs: 0 };
    const laterMs = world.clock.nowMs() + 1_000;
    const later = instantText(laterMs);
    await world.storage.operators.setPrices(
      [
        price(0, '33', 0, 38_000),
        price(0, '33', laterMs, 40_000),
        price(0, '44', 0, 50_000),
        price(account.id, '44', 0, 45_000),
        price(account.id + 1, '49', 0, 1),
        price(0, '3247', laterMs, 60_000),
      ],
      author,
    );
    await world.storage.operators.replaceNetworks([{ prefix: '324', network: '20610' }], author);
    const reply = await browser.get(`${root}/operations/account-prices`);
    assert.deepEqual(reply.body['sms'], [
      {
        prefix: '3247',
        country: 'BE',
        network: '20610',
        price: null,
        isOwn: false,
        from: null,
        next: { price: '0.06', from: later },
      },
      {
        prefix: '33',
        country: 'FR',
        network: null,
        price: '0.038',
        isOwn: false,
        from: null,
        next: { price: '0.04', from: later },
      },
      {
        prefix: '44',
        country: 'GB',
        network: null,
        price: '0.045',
        isOwn: true,
        from: null,
        next: null,
      },
    ]);
    const file = await browser.get(`${root}/operations/account-prices-export`);
    assert.deepEqual(file.text.trim().split('\r\n').slice(1), [
      `sms,3247,BE,20610,0.06,EUR,all,${later},,`,
      'sms,33,FR,,0.038,EUR,all,,,',
      `sms,33,FR,,0.04,EUR,all,${later},,`,
      'sms,44,GB,,0.045,EUR,own,,,',
    ]);
    assert.equal(reply.body['email'], null);
  });
});

test('sub-accounts get credit and give it back, with a key of their own', async () => {
  await using opened = await setup();
  const { browser, root } = opened;
  const at = `${root}/operations`;
  const wish = { name: 'Shop', credit: '2.50' };
  const made = await browser.post(`${at}/subaccount-create`, wish);
  assert.equal(made.status, 200, made.text);
  assert.match(String(made.body['key']), /^live_/);
  const [sub] = await listed(browser, `${at}/subaccount-list`, 'accounts');
  assert.deepEqual([sub?.['name'], sub?.['balance']], ['Shop', '2.5']);
  const back = (amount: string) =>
    browser.post(`${at}/subaccount-credit`, { subaccount: sub?.['id'], amount, back: true });
  assert.equal((await back('2.51')).word, 'credit is not enough');
  assert.equal((await back('0')).status, 400);
  assert.partialDeepStrictEqual((await back('1')).body, { parent: { balance: '3.5' } });
  // Of an account under theirs the owner sees what it spends, and no keys.
  const under = `/api/accounts/${String(sub?.['id'])}`;
  assert.equal((await browser.get(`${under}/operations/balance-show`)).body['live'], '1.500');
  assert.equal((await browser.get(`${under}/operations/key-list`)).word, 'role does not allow it');
  assert.equal((await browser.post(`${under}/operations/subaccount-create`, wish)).status, 403);
  const removed = await browser.post(`${at}/subaccount-remove`, { subaccount: sub?.['id'] });
  assert.equal(removed.status, 200);
  assert.equal((await browser.get(`${root}/operations/balance-show`)).body['live'], '5.000');
  assert.equal((await browser.get(under)).status, 404);
});

test('the API settings hold a reply URL and a report URL, whose secrets are shown once', async () => {
  await using opened = await setup();
  const { browser, root } = opened;
  const path = `${root}/operations/account-settings-show`;
  const change = (settings: object) =>
    browser.post(`${root}/operations/account-settings-set`, settings);
  const refused = await change({ replyUrl: 'http://127.0.0.1/' });
  assert.equal(refused.word, 'URL cannot be used');
  const replyUrl = 'https://a.example/hook?secret=CANARY';
  const set = await change({ replyUrl, transliterate: 'letters' });
  assert.equal(set.status, 200, set.text);
  const secrets = set.body['secrets'] as { readonly reply: string };
  assert.match(secrets.reply, /^whsec_/);
  const found = await browser.get(path);
  assert.partialDeepStrictEqual(found.body['endpoints'], { reply: { url: replyUrl } });
  assert.equal(found.body['transliterate'], 'letters');
  assert.ok(!found.text.includes(secrets.reply));
  const again = await change({ replyUrl: 'https://a.example/other' });
  assert.deepEqual(again.body['secrets'], {});
  await change({ replyUrl: '' });
  assert.partialDeepStrictEqual((await browser.get(path)).body, { endpoints: { reply: null } });
  assert.equal((await change({})).word, 'account would not change');
  assert.ok(!(await browser.get(`${root}/operations/account-audit`)).text.includes('CANARY'));
});

test('the API settings hold a URL for events of emails, beside those of SMS', async () => {
  await using opened = await setup();
  const { world, account, browser, root } = opened;
  const path = `${root}/operations/account-settings-show`;
  const change = (settings: object) =>
    browser.post(`${root}/operations/account-settings-set`, settings);
  assert.partialDeepStrictEqual((await browser.get(path)).body, { endpoints: { email: null } });
  const refused = await change({ eventUrl: 'http://127.0.0.1/' });
  assert.equal(refused.word, 'URL cannot be used');
  const set = await change({ eventUrl: 'https://a.example/mails' });
  assert.match((set.body['secrets'] as { readonly email: string }).email, /^whsec_/);
  const kept = await world.storage.webhooks.findAccountEndpoint(account.id, 'email');
  const url = 'https://a.example/mails';
  const shown = { endpoint: kept?.id, url, state: 'active', reason: '' };
  const found = await browser.get(path);
  assert.deepEqual(found.body['endpoints'], { email: shown, reply: null, report: null });
  const none = await change({ eventUrl: '' });
  assert.partialDeepStrictEqual(none.body, { endpoints: { email: null } });
  const gone = await world.storage.webhooks.findAccountEndpoint(account.id, 'email');
  assert.equal(gone, undefined);
});

test('the API settings hold switches, and a signature inside replies has a secret that is shown once', async () => {
  await using opened = await setup();
  const { world, account, browser, root } = opened;
  const path = `${root}/operations/account-settings-show`;
  const change = (settings: object) =>
    browser.post(`${root}/operations/account-settings-set`, settings);
  const before = {
    keyPlaces: 'any',
    xmlForm: 'named',
    timeZone: 'Europe/Paris',
    replySignature: 'off',
  };
  assert.partialDeepStrictEqual((await browser.get(path)).body, before);
  const wish = {
    keyPlaces: 'header',
    xmlForm: 'positional',
    timeZone: 'Asia/Tokyo',
    replySignature: 'sha256',
  };
  const set = await change(wish);
  assert.partialDeepStrictEqual(set.body, wish);
  const { replySignature: secret } = set.body['secrets'] as { readonly replySignature: string };
  assert.match(secret, /^whsec_/);
  const found = await browser.get(path);
  assert.partialDeepStrictEqual(found.body, wish);
  assert.ok(!found.text.includes(secret));
  const kept = await world.storage.webhooks.findReplySigner(account.id);
  assert.equal(kept?.method, 'sha256');
  assert.ok(!kept.sealedSecret.includes(secret));
  assert.equal((await change({ keyPlaces: 'cookie' })).status, 400);
  assert.equal((await change({ timeZone: 'Mars/Olympus' })).status, 400);
  await change({ replySignature: 'off' });
  assert.partialDeepStrictEqual((await browser.get(path)).body, { ...wish, replySignature: 'off' });
  const records = await listed(browser, `${root}/operations/account-audit`, 'audit');
  assert.deepEqual(
    records.map(({ action }) => action),
    ['account.sign-replies', 'account.set', 'account.sign-replies', 'account.created'],
  );
});
