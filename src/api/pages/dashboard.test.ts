/** How the dashboard reaches browsers: its document, its files, and what is no page of it. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import {
  type ApiReply,
  type ApiWorld,
  assertRefused,
  openApiWorld,
} from '#test/harness/api-world.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';

const script = 'console.log("é");';
const document =
  '<!doctype html><html lang="en"><meta property="csp-nonce" nonce="%nonce%" />' +
  '<script nonce="%nonce%" src="/assets/index-a1B2c3D4.js"></script></html>';

async function openBuilt(options: { publicUrl?: string } = {}) {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(temporaryFolder()).path;
  await mkdir(path.join(folder, 'assets'));
  await writeFile(path.join(folder, 'index.html'), document);
  await writeFile(path.join(folder, 'assets', 'index-a1B2c3D4.js.gz'), gzipSync(script));
  await writeFile(path.join(folder, 'assets', 'favicon.svg.gz'), gzipSync('<svg/>'));
  await writeFile(path.join(folder, 'assets', 'dashboard.webmanifest.gz'), gzipSync('{}'));
  await writeFile(path.join(folder, 'built-from.txt'), 'x');
  const dashboardFolder = pathToFileURL(`${folder}/`);
  const world = stack.use(await openApiWorld({}, { dashboardFolder, ...options }));
  const opened = stack.move();
  return { world, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

const asBrowser = { headers: { accept: 'text/html,application/xhtml+xml' } };

const nonceOf = ({ text }: ApiReply): string => /nonce="([^"%]+)"/.exec(text)?.[1] ?? '';

suite('the document of the dashboard', () => {
  test('has a nonce of its own each time, which its policy names', async () => {
    await using built = await openBuilt();
    const first = await built.world.ask('/', asBrowser);
    const second = await built.world.ask('/7/sms/messages', asBrowser);
    assert.match(nonceOf(first), /^[\w+/=]{24}$/);
    assert.notEqual(nonceOf(first), nonceOf(second));
    for (const reply of [first, second]) {
      assert.equal(reply.status, 200);
      assert.equal(reply.headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(reply.headers.get('cache-control'), 'no-store');
      const policy = reply.headers.get('content-security-policy') ?? '';
      assert.match(policy, /^default-src 'none'; script-src 'self'; /);
      assert.ok(policy.includes(`style-src 'self' 'nonce-${nonceOf(reply)}'`));
      assert.doesNotMatch(policy, /unsafe/);
    }
  });

  test('says in which language its reader reads', async () => {
    await using built = await openBuilt();
    const headers = { ...asBrowser.headers, 'accept-language': 'fr-FR,en;q=0.5' };
    assert.match((await built.world.ask('/', { headers })).text, /<html lang="fr">/);
    assert.match((await built.world.ask('/')).text, /<html lang="en">/);
  });

  test('is isolated from what opened it wherever browsers take that', async () => {
    await using local = await openBuilt();
    const opener = 'cross-origin-opener-policy';
    assert.equal((await local.world.ask('/')).headers.get(opener), 'same-origin');
    assert.equal(await openerOnHost(local.world, 'sms.example.com'), undefined);
    await using secure = await openBuilt({ publicUrl: 'https://sms.example.com' });
    assert.equal(await openerOnHost(secure.world, 'sms.example.com'), 'same-origin');
  });

  test('is not what programs hear, nor who asks by another method', async () => {
    await using built = await openBuilt();
    for (const nowhere of ['/v1/typo', '/mail/v1/typo', '/api/typo', '/typo.json']) {
      const reply = await built.world.ask(nowhere, asBrowser);
      assert.doesNotMatch(reply.text, /<html/, nowhere);
      assert.equal(reply.status, 404, nowhere);
    }
    assert.equal((await built.world.ask('/7/home')).status, 404);
    assert.equal((await built.world.ask('/setup', { method: 'POST', ...asBrowser })).status, 404);
  });
});

suite('the files of the dashboard', () => {
  test('stay for a year where their name holds their hash', async () => {
    await using built = await openBuilt();
    const reply = await built.world.ask('/assets/index-a1B2c3D4.js');
    assert.equal(reply.text, script);
    assert.equal(reply.headers.get('content-encoding'), 'gzip');
    assert.equal(reply.headers.get('content-type'), 'text/javascript; charset=utf-8');
    assert.equal(reply.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    const icon = await built.world.ask('/assets/favicon.svg');
    assert.equal(icon.headers.get('content-type'), 'image/svg+xml');
    assert.equal(icon.headers.get('cache-control'), 'public, max-age=3600');
    const manifest = await built.world.ask('/assets/dashboard.webmanifest');
    assert.equal(manifest.headers.get('content-type'), 'application/manifest+json');
  });

  test('come as they are to who does not read gzip', async () => {
    await using built = await openBuilt();
    for (const encoding of ['identity', 'br', 'gzip;q=0']) {
      const headers = { 'accept-encoding': encoding };
      const reply = await built.world.ask('/assets/index-a1B2c3D4.js', { headers });
      assert.equal(reply.text, script, encoding);
      assert.equal(reply.headers.get('content-encoding'), null);
    }
  });

  test('are those of the build, and no others', async () => {
    await using built = await openBuilt();
    for (const name of [
      'typo.js',
      '../index.html',
      '%2e%2e/built-from.txt',
      'index-a1B2c3D4.js.gz',
    ]) {
      assert.equal((await built.world.ask(`/assets/${name}`)).status, 404, name);
    }
    assertRefused(await built.world.ask('/assets/favicon.svg', { method: 'POST' }), 405, 405);
  });
});

test('where no dashboard is built a page says how to build it', async () => {
  await using world = await openApiWorld();
  for (const language of ['en', 'fr']) {
    const headers = { ...asBrowser.headers, 'accept-language': language };
    for (const asked of ['/', '/setup']) {
      const reply = await world.ask(asked, { headers });
      assert.equal(reply.status, 200);
      assert.match(reply.text, new RegExp(`<html lang="${language}">`));
      assert.match(reply.text, /npm run build/);
      assert.doesNotMatch(reply.text, /%\w+%|https?:|src=/);
      assertPolicyFits(reply);
    }
  }
});

/** The policy allows the style that stands in the document, and nothing else. */
function assertPolicyFits({ headers, text }: ApiReply): void {
  const policy = headers.get('content-security-policy') ?? '';
  assert.match(policy, /^default-src 'none'; /);
  const style = /<style\b[^>]*>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? '';
  assert.ok(policy.includes(`'sha256-${createHash('sha256').update(style).digest('base64')}'`));
}

async function openerOnHost(world: ApiWorld, host: string): Promise<string | undefined> {
  const raw = await world.raw(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  return /^Cross-Origin-Opener-Policy: (.*)\r$/m.exec(raw)?.[1];
}
