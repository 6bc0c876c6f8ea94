/** The documentation speaks of the server that shows it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser, openBrowserWorld } from '#test/harness/chromium.ts';

test('the documentation has the reader’s key and this address in it, and leads on', {
  skip: noBrowser,
}, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await using watched = await world.open();
  const { page } = watched;
  await page.goto('/');
  await page.getByRole('link', { name: 'Docs', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'HTTP interface' }).waitFor();
  const example = page.getByRole('tabpanel', { name: 'curl' }).first();
  await example.getByText(`${world.url}/v1/send`).waitFor();
  assert.match((await example.textContent()) ?? '', /"test_[\w-]{20,}"/);
  await page.getByRole('tab', { name: 'PHP' }).first().click();
  await page.getByText("'apiKey' => 'test_").first().waitFor();

  await page.getByRole('article').getByRole('link', { name: 'by webhook' }).click();
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();

  // As others link to it, who cannot know the reader's account.
  await page.goto('/docs');
  await page.getByRole('heading', { level: 1, name: 'HTTP interface' }).waitFor();
  await page.goto('/docs/webhooks#signatures');
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
  assert.equal(
    new URL(page.url()).pathname + new URL(page.url()).hash,
    '/1/docs/webhooks#signatures',
  );
  watched.assertQuiet();
});
