import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { suite, test } from 'node:test';
import {
  type ApiReply,
  type ApiWorld,
  assertRefused,
  openApiWorld,
} from '#test/harness/api-world.ts';
import type { NewAdministrator } from './setup.ts';

const administrator = { token: 'p3Xc', email: ' ada@example.com ', password: 'long enough' };

function setUp(
  world: ApiWorld,
  changes: object = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiReply> {
  return world.ask('/api/setup', {
    method: 'POST',
    body: JSON.stringify({ ...administrator, ...changes }),
    headers: {
      'content-type': 'application/json',
      'x-parley': '1',
      origin: `http://127.0.0.1:${world.port}`,
      ...headers,
    },
  });
}

suite('the setup of a new installation', () => {
  test('makes the administrator that the page asks for', async () => {
    const made: NewAdministrator[] = [];
    await using world = await openApiWorld({
      createAdministrator: async (asked) => {
        made.push(asked);
        return 'created';
      },
    });
    const reply = await setUp(world);
    assert.equal(reply.text, '{"success":true,"code":200}');
    assert.deepEqual(made, [{ ...administrator, email: 'ada@example.com' }]);
    assert.equal(reply.headers.get('access-control-allow-origin'), null);
  });

  test('refuses a used link, and a second administrator', async () => {
    await using late = await openApiWorld({
      createAdministrator: async () => 'token is not valid',
    });
    assertRefused(await setUp(late), 403, 403);
    await using done = await openApiWorld({ createAdministrator: async () => 'already set up' });
    assertRefused(await setUp(done), 409, 409);
  });

  test('listens to no other page', async () => {
    await using world = await openApiWorld({
      createAdministrator: () => Promise.reject(new Error('never')),
    });
    const foreign: readonly Readonly<Record<string, string>>[] = [
      { 'x-parley': '' },
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/jsonp' },
      { origin: 'null' },
      { origin: 'https://evil.example' },
      { origin: `http://127.0.0.1:${world.port}.evil.example` },
      { origin: `file://127.0.0.1:${world.port}` },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign) assertRefused(await setUp(world, {}, headers), 403, 403);
  });

  test('knows itself by its public address, once that is set', async () => {
    const publicUrl = 'https://sms.example.com/';
    await using world = await openApiWorld({}, { publicUrl });
    const password = 'fifteen or more';
    assert.equal(
      (await setUp(world, { password }, { origin: 'https://sms.example.com' })).status,
      200,
    );
    assertRefused(await setUp(world, { password }), 403, 403);
  });

  test('asks for a longer password where others can try', async () => {
    await using local = await openApiWorld();
    assertRefused(await setUp(local, { password: 'seven77' }), 400, 9, 'password');
    assert.equal((await setUp(local, { password: '🐎🐎🐎🐎🐎🐎🐎🐎' })).status, 200);
    assertRefused(await setUp(local, { password: 'é'.repeat(129) }), 400, 9, 'password');
    await using open = await openApiWorld({}, { addresses: [{ host: '0.0.0.0', port: 0 }] });
    assertRefused(await setUp(open, { password: 'fourteen chars' }), 400, 9, 'password');
  });

  test('refuses what is no administrator', async () => {
    await using world = await openApiWorld();
    for (const email of ['', 'ada', 'a b@c', `${'a'.repeat(251)}@b.c`]) {
      assertRefused(await setUp(world, { email }), 400, 9, 'email');
    }
    for (const changes of [{ token: 1 }, { password: null }, { email: [] }]) {
      assertRefused(await setUp(world, changes), 400, 90);
    }
  });
});

suite('the pages', () => {
  test('are whole documents that load nothing, in the language of their reader', async () => {
    await using world = await openApiWorld();
    for (const path of ['/', '/setup']) {
      for (const language of ['en', 'fr']) {
        const reply = await world.ask(path, { headers: { 'accept-language': language } });
        assert.equal(reply.status, 200);
        assert.equal(reply.headers.get('content-type'), 'text/html; charset=utf-8');
        assert.match(reply.text, new RegExp(`<html lang="${language}">`));
        assert.doesNotMatch(reply.text, /%\w+%|https?:|src=/);
        assertPolicyFits(reply);
      }
    }
  });

  test('tell how long a password must be', async () => {
    await using world = await openApiWorld();
    assert.match((await world.ask('/setup')).text, /minlength="8"[\s\S]*At least 8 characters/);
  });

  test('take no other method', async () => {
    await using world = await openApiWorld();
    assertRefused(await world.ask('/setup', { method: 'POST' }), 405, 405);
    assertRefused(await world.ask('/api/setup'), 405, 405);
  });
});

/** The policy allows the style and the script that stand in the document, and no others. */
function assertPolicyFits({ headers, text }: ApiReply): void {
  const policy = headers.get('content-security-policy') ?? '';
  assert.match(policy, /^default-src 'none'; /);
  assert.match(policy, /frame-ancestors 'none'$/);
  const parts = [...text.matchAll(/<(?:style|script)\b[^>]*>([\s\S]*?)<\/(?:style|script)>/g)];
  assert.ok(parts.length > 0);
  for (const [, part = ''] of parts) {
    const hash = createHash('sha256').update(part).digest('base64');
    assert.ok(policy.includes(`'sha256-${hash}'`));
  }
}
