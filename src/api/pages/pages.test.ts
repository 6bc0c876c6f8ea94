import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { suite, test } from 'node:test';
import { type ApiReply, assertRefused, openApiWorld } from '#test/harness/api-world.ts';

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
