/** What somebody waits for who comes for the first time. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser, openBrowserWorld } from '#test/harness/chromium.ts';

const scriptBytesMax = 250_000;

test('the first page takes less than 250 kB of JavaScript, gzipped', {
  skip: noBrowser,
}, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await using watched = await world.open();
  const sizes: Promise<number>[] = [];
  watched.page.on('response', (response) => {
    if (!response.url().endsWith('.js')) return;
    sizes.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => responseBodySize),
    );
  });
  await watched.page.goto('/');
  await watched.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  assert.ok(bytes > 10_000, 'no script was seen');
  assert.ok(bytes < scriptBytesMax, `${bytes} octets`);
});

test('a browser takes it as an app: its manifest is found, read and without a fault', {
  skip: noBrowser,
}, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await using watched = await world.open();
  await watched.page.goto('/');
  await watched.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  const session = await watched.page.context().newCDPSession(watched.page);
  const { url, errors, data = '' } = await session.send('Page.getAppManifest');
  assert.match(url, /\/assets\/dashboard\.webmanifest$/);
  assert.deepEqual(errors, []);
  assert.equal((JSON.parse(data) as { readonly name: string }).name, 'Parley');
});
