import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { createSealer } from '#core/sealed.ts';
import { HeldClock } from '#test/harness/held-clock.ts';
import { MemoryWebhooks } from '#test/harness/memory-webhooks.ts';
import { originsMax, RequestEndpoints } from './request-endpoints.ts';
import { parseSecret, secretPlace } from './signature.ts';

function setup() {
  const store = new MemoryWebhooks();
  const sealer = createSealer(Buffer.alloc(32, 1));
  const endpoints = new RequestEndpoints({ store, sealer, clock: new HeldClock() });
  const find = (url: string, accountId = 3) => endpoints.find(accountId, new URL(url));
  return { store, sealer, endpoints, find };
}

suite('the endpoint of a URL that a request names', () => {
  test('is that of its origin, whatever the path', async () => {
    const { find, store } = setup();
    const id = await find('https://client.example/hook?id=1');
    assert.equal(await find('https://client.example/other?id=2'), id);
    assert.notEqual(await find('https://client.example:8443/hook'), id);
    assert.notEqual(await find('http://client.example/hook'), id);
    assert.notEqual(await find('https://client.example/hook', 4), id);
    assert.equal(store.endpoints.get(id ?? 0)?.url, 'https://client.example');
  });

  test('shares the secret of the account’s other ones, also when two are first at once', async () => {
    const { find, store, sealer } = setup();
    await Promise.all([find('https://a.example/'), find('https://b.example/')]);
    await find('https://c.example/');
    const place = secretPlace({ accountId: 3, source: 'request' });
    const secrets = [...store.endpoints.values()].map(({ secrets: [secret] }) =>
      sealer.open(secret?.sealed ?? '', place),
    );
    assert.equal(secrets.length, 3);
    assert.equal(new Set(secrets).size, 1);
    assert.ok(parseSecret(secrets[0] ?? ''));
  });

  test('is refused to an account with too many origins, and known ones go on', async () => {
    const { find } = setup();
    const first = await find('http://0.example/');
    for (let n = 1; n < originsMax; n += 1) await find(`http://${n}.example/`);
    assert.equal(await find('http://one-too-many.example/'), undefined);
    assert.equal(await find('http://0.example/again'), first);
  });

  test('is asked of the storage once, and again when told to forget', async () => {
    const { find, store, endpoints } = setup();
    const id = await find('https://client.example/');
    store.endpoints.clear();
    assert.equal(await find('https://client.example/'), id);
    endpoints.forget();
    await find('https://client.example/');
    assert.equal(store.endpoints.size, 1);
  });

  test('can be made when the one before could not', async () => {
    const { find, store } = setup();
    store.away = true;
    await assert.rejects(find('https://client.example/'), /away/);
    store.away = false;
    assert.equal(await find('https://client.example/'), 1);
  });
});
