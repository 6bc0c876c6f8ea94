import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { openDns } from '#core/dns.ts';
import { createSealer } from '#core/sealed.ts';
import { assertRefused, liveKey, openApiWorld } from '#test/harness/api-world.ts';
import { NameServer } from '#test/harness/name-server.ts';
import { openTemporaryStorage } from '#test/harness/temporary-storage.ts';

type Told = { readonly type: string; readonly name: string; readonly value: string };

/** The account of the keys has the id 7. */
const accounts = 8;

async function openWorld() {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(await NameServer.open());
  const storage = stack.use(await openTemporaryStorage());
  for (let n = 0; n < accounts; n += 1) {
    await storage.accounts.createAccount(
      {
        name: 'Acme',
        email: `a${n}@acme.example`,
        currency: 'EUR',
        homeCountry: 'FR',
        balance: 0 as never,
        testBalance: 0 as never,
        createdAtMs: 0,
      },
      'a test',
    );
  }
  const mailDomains = {
    store: storage.domains,
    sealer: createSealer(Buffer.alloc(32, 7)),
    dns: openDns([server.address]),
    serverName: undefined,
    sendsItself: false,
  };
  const world = stack.use(await openApiWorld({ mailDomains }));
  const opened = stack.move();
  return {
    server,
    world,
    store: storage.domains,
    ask: (command: string, parameters: object = {}) =>
      world.ask(`/mail/v1/${command}`, {
        method: 'POST',
        body: JSON.stringify({ apiKey: liveKey, ...parameters }),
      }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

suite('the sending domains of an account', () => {
  test('are added with the records that they need, checked, listed, deleted', async () => {
    await using opened = await openWorld();
    const { ask, server, world } = opened;
    const added = (await ask('domain/add', { domain: 'Example.com' })).body;
    assert.deepEqual([added['domain'], added['verified']], ['example.com', false]);
    const records = added['records'] as Told[];
    assert.deepEqual(
      records.map(({ name }) => name),
      ['s1._domainkey', 'e1._domainkey', 's2._domainkey', '_dmarc'].map(
        (label) => `${label}.example.com`,
      ),
    );
    const early = (await ask('domain/check', { domain: 'example.com' })).body;
    assert.deepEqual([early['verified'], early['verdict']], [false, 'missing']);
    assert.equal(early['summary'], 'Not ready: a record is missing.');
    const french = await world.ask('/mail/v1/domain/check', {
      method: 'POST',
      headers: { 'accept-language': 'fr' },
      body: JSON.stringify({ apiKey: liveKey, domain: 'example.com' }),
    });
    assert.equal(french.body['summary'], 'Pas prêt : un enregistrement manque.');
    const [sought] = french.body['records'] as Record<string, unknown>[];
    assert.match(String(sought?.['why']), /^Il n’y a pas d’enregistrement de ce type/);
    for (const { name, value } of records.slice(0, 3)) server.zone[name] = { TXT: [value] };
    const late = (await ask('domain/check', { domain: 'example.com' })).body;
    // What is left is the policy.
    assert.deepEqual([late['verified'], late['verdict']], [true, 'missing']);
    const [first] = late['records'] as Record<string, unknown>[];
    assert.deepEqual(first, {
      purpose: 'signature',
      type: 'TXT',
      name: records[0]?.name,
      expected: records[0]?.value,
      found: [records[0]?.value],
      verdict: 'ok',
      why: '',
      required: true,
    });
    const listed = (await ask('domain/list')).body;
    assert.equal(listed['nbData'], 1);
    assert.equal((listed['data'] as { verified: boolean }[])[0]?.verified, true);
    assert.deepEqual((await ask('domain/delete', { domain: 'example.com' })).body, {
      success: true,
      code: 200,
    });
    assert.equal((await ask('domain/list')).body['nbData'], 0);
  });

  test('are refused where they are missing, malformed, there, or of others', async () => {
    await using opened = await openWorld();
    const { ask, store } = opened;
    assertRefused(await ask('domain/add'), 400, 2, 'domain');
    assertRefused(await ask('domain/add', { domain: 'localhost' }), 400, 9, 'domain');
    assertRefused(await ask('domain/add', { domain: 'gmail.com' }), 400, 9, 'domain');
    await ask('domain/add', { domain: 'example.com' });
    assertRefused(await ask('domain/add', { domain: 'example.com' }), 409, 5, 'domain');
    const author = { actor: 'a test', atMs: 0 };
    const taken = { accountId: 1, name: 'example.net' as never, keys: [] };
    await store.verifyDomain(must(await store.createDomain(taken, author), 'domain').id, author);
    assertRefused(await ask('domain/add', { domain: 'example.net' }), 403, 4, 'domain');
    for (const command of ['domain/check', 'domain/delete']) {
      assertRefused(await ask(command, { domain: 'example.net' }), 404, 4, 'domain');
      assertRefused(await ask(command), 400, 2, 'domain');
    }
    assertRefused(await ask('domain/list', { apiKey: 'x' }), 401, 10);
  });

  test('are told in XML as well', async () => {
    await using opened = await openWorld();
    const { text } = await opened.ask('domain/add', { domain: 'example.com', _format: 'xml' });
    assert.match(
      text,
      /<records><item><purpose>signature<\/purpose><type>TXT<\/type><name>s1\._domainkey\.example\.com</,
    );
  });
});

suite('the senders of an account', () => {
  test('are addresses of its proved domains', async () => {
    await using opened = await openWorld();
    const { ask, store } = opened;
    await ask('domain/add', { domain: 'example.com' });
    const email = 'news@example.com';
    assertRefused(await ask('sender/add', { email }), 403, 4, 'email');
    const [domain] = await store.listDomains(7);
    await store.verifyDomain(must(domain, 'domain').id, { actor: 'a test', atMs: 0 });
    const first = (await ask('sender/add', { email, name: 'News' })).body;
    assert.deepEqual(first, { success: true, code: 200, email, name: 'News', default: true });
    await ask('sender/add', { email: 'shop@example.com', default: 1 });
    assert.deepEqual((await ask('sender/list')).body['data'], [
      { email, name: 'News', default: false },
      { email: 'shop@example.com', name: '', default: true },
    ]);
    assert.equal((await ask('sender/delete', { email })).status, 200);
    assertRefused(await ask('sender/delete', { email }), 404, 4, 'email');
  });

  test('are refused where they are missing or malformed', async () => {
    await using opened = await openWorld();
    const { ask } = opened;
    assertRefused(await ask('sender/add'), 400, 18, 'email');
    assertRefused(await ask('sender/add', { email: 'x' }), 400, 19, 'email');
    assertRefused(await ask('sender/add', { email: 'x@gmail.com' }), 403, 4, 'email');
    const twoLines = { email: 'news@example.com', name: 'a\nb' };
    assertRefused(await ask('sender/add', twoLines), 400, 9, 'name');
  });
});
