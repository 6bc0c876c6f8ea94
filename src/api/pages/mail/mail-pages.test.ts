import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openApiWorld } from '#test/harness/api-world.ts';
import { unaskedMailLinks } from '#test/harness/unasked.ts';

const evil = 'Acme <script>alert(1)</script>';

async function openWorld(stream = '') {
  const unsubscribed: string[] = [];
  const looked: unknown[] = [];
  const world = await openApiWorld({
    mailLinks: {
      ...unaskedMailLinks,
      subscriptionOf: async (token) =>
        token === 'right'
          ? { address: 'zoe@client.example', sender: evil, stream }
          : token === 'old'
            ? 'gone'
            : undefined,
      unsubscribe: async (token) => {
        unsubscribed.push(token);
        return 'done';
      },
      readOnline: async (token) =>
        token === 'right' ? { html: '<p>Hi<script>x</script>' } : undefined,
      follow: async (path) => (path === 'a/b/c' ? 'https://shop.example/é' : undefined),
      look: async (path, visit) => {
        looked.push([path, visit]);
        return path === 'x.gif';
      },
    },
  });
  const post = (body: string, type = 'application/x-www-form-urlencoded') =>
    world.ask('/u/right', { method: 'POST', body, headers: { 'content-type': type } });
  return {
    world,
    unsubscribed,
    looked,
    post,
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

suite('the page for unsubscribing', () => {
  test('shows a button to every visitor, and does nothing else', async () => {
    await using open = await openWorld();
    const reply = await open.world.ask('/u/right');
    assert.equal(reply.status, 200);
    assert.match(reply.text, /<form method="post">.*<button>Unsubscribe<\/button>/);
    assert.match(reply.text, /no more e-mail to zoe@client\.example/);
    assert.ok(!reply.text.includes('<script'), 'a name is text');
    assert.match(reply.headers.get('content-security-policy') ?? '', /form-action 'self'/);
    assert.equal(reply.headers.get('set-cookie'), null);
    assert.equal((await open.world.ask('/u/right', { method: 'HEAD' })).status, 200);
    const empty = await open.post('x=1');
    assert.match(empty.text, /<button>/);
    assert.deepEqual(open.unsubscribed, []);
  });

  test('unsubscribes at once by a form of either kind, as often as it is asked', async () => {
    await using open = await openWorld('news & more');
    const multipart =
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    const replies = [
      await open.post('List-Unsubscribe=One-Click'),
      await open.post('a=b&List-Unsubscribe=One-Click'),
      await open.post(multipart, 'multipart/form-data; boundary=x'),
    ];
    for (const { status, text, headers } of replies) {
      assert.equal(status, 200);
      assert.match(text, /You are unsubscribed/);
      assert.match(text, /no more “news &amp; more” e-mail/);
      assert.equal(headers.get('location'), null);
    }
    assert.deepEqual(open.unsubscribed, ['right', 'right', 'right']);
  });

  test('looks at no more of a body than a form can be', async () => {
    await using open = await openWorld();
    // Looked through to its end this would take minutes.
    const body = 'name=List-Unsubscribe\n'.repeat(45_000);
    const reply = await open.post(body, 'multipart/form-data; boundary=x');
    assert.match(reply.text, /<button>/);
  });

  test('says in two languages that a link is wrong or has ended', async () => {
    await using open = await openWorld();
    const french = { 'accept-language': 'fr' };
    const wrong = await open.world.ask('/u/wrong', { headers: french });
    assert.equal(wrong.status, 404);
    assert.match(wrong.text, /<html lang="fr">[\s\S]*Ce lien est incomplet/);
    const old = await open.world.ask('/u/old', {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
    });
    assert.equal(old.status, 410);
    assert.deepEqual(open.unsubscribed, []);
    assert.equal((await open.world.ask('/u/right', { method: 'PUT' })).status, 405);
  });
});

suite('the other links of a mail', () => {
  test('a mail read online runs nothing and is found by no one', async () => {
    await using open = await openWorld();
    const reply = await open.world.ask('/r/right');
    assert.equal(reply.text, '<p>Hi<script>x</script>');
    assert.match(
      reply.headers.get('content-security-policy') ?? '',
      /^sandbox (?!.*allow-scripts)/,
    );
    assert.match(reply.headers.get('x-robots-tag') ?? '', /noindex/);
    assert.equal((await open.world.ask('/r/wrong')).status, 404);
  });

  test('a followed link leads on, a forged one nowhere', async () => {
    await using open = await openWorld();
    const reply = await open.world.ask('/c/a/b/c', { redirect: 'manual' });
    assert.equal(reply.status, 302);
    assert.equal(reply.headers.get('location'), 'https://shop.example/%C3%A9');
    const forged = await open.world.ask('/c/a/b/d', { redirect: 'manual' });
    assert.equal(forged.status, 404);
    assert.equal(forged.headers.get('location'), null);
  });

  test('the image is an image, and one that nobody gave out is not there', async () => {
    await using open = await openWorld();
    assert.equal((await open.world.ask('/o/y.gif')).status, 404);
    open.looked.length = 0;
    const url = `http://127.0.0.1:${open.world.port}/o/x.gif`;
    const response = await fetch(url, { headers: { 'user-agent': 'Tester/1' } });
    const octets = Buffer.from(await response.arrayBuffer());
    assert.equal(response.headers.get('content-type'), 'image/gif');
    assert.equal(octets.length, 43);
    assert.equal(octets.subarray(0, 6).toString(), 'GIF89a');
    assert.equal(octets[42], 0x3b);
    assert.deepEqual(open.looked, [['x.gif', { method: 'GET', userAgent: 'Tester/1' }]]);
  });
});
