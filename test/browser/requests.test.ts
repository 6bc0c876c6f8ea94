/** The page of requests: what a program asked with a key, found by filters, with what to do about a refusal. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { type BrowserWorld, noBrowser, openBrowserWorld } from '#test/harness/chromium.ts';
import { callFrom } from '#test/harness/page-call.ts';

async function makeKey(page: Page): Promise<string> {
  const input = { mode: 'test', bases: ['sms'], label: 'shop' };
  const made = await callFrom(page, 'POST', '/api/accounts/1/operations/key-create', input);
  return (made['key'] as { readonly key: string }).key;
}

async function sendAll({ url }: BrowserWorld, key: string): Promise<void> {
  const send = (body: object) =>
    fetch(`${url}/v1/send`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Api-Key': key },
      body: JSON.stringify(body),
    });
  assert.equal((await send({ phoneNumbers: '+33639980001', message: 'CANARY' })).status, 200);
  assert.equal((await send({ phoneNumbers: '+33639980001', message: '' })).status, 400);
  assert.equal((await fetch(`${url}/v1/nothing`, { headers: { 'X-Api-Key': key } })).status, 404);
}

test('requests are listed as they come, found by filters and explained', {
  skip: noBrowser,
}, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await using watched = await world.open();
  const { page } = watched;
  await page.goto('/1/requests');
  const key = await makeKey(page);
  await page.getByText('No requests yet').waitFor();
  await sendAll(world, key);
  // They come by themselves.
  const rows = page.getByRole('table', { name: 'Requests' }).locator('tbody tr');
  await rows
    .nth(2)
    .or(page.getByRole('button', { name: /new/i }))
    .first()
    .waitFor();
  await page.reload();
  await rows.nth(2).waitFor();
  assert.deepEqual(await watched.findFaults(), []);
  await watched.takePicture('requests.light.1280.en');
  const time = page.getByLabel('Time', { exact: true });
  await time.selectOption('yesterday');
  await page.getByRole('heading', { name: 'No matches' }).waitFor();
  await time.selectOption('day');
  await rows.nth(2).waitFor();
  await page.getByLabel('Status', { exact: true }).selectOption('4xx');
  await rows.nth(2).waitFor({ state: 'detached' });
  await page.getByLabel('Path', { exact: true }).fill('/v1/send');
  await page.keyboard.press('Enter');
  await rows.nth(1).waitFor({ state: 'detached' });
  await rows.first().click();
  const panel = page.getByRole('dialog');
  await panel.getByText('What to do').waitFor();
  await panel.getByText('"phoneNumbers": "+336*****01"').waitFor();
  assert.deepEqual(await watched.findFaults(), []);
  await watched.takePicture('request.light.1280.en');
  assert.doesNotMatch(await page.content(), /CANARY/);
  await panel.getByRole('link', { name: /^Error code/ }).click();
  await page.getByRole('heading', { name: 'Code 43', exact: true }).waitFor();
  await watched.takePicture('request-error.light.1280.en');
  assert.match(page.url(), /\/docs\/errors#code-\d+$/);
  watched.assertQuiet();
  await lookAround(world);
});

async function lookAround(world: BrowserWorld): Promise<void> {
  for (const [name, width, colorScheme, locale] of [
    ['requests.dark.390.fr', 390, 'dark', 'fr-FR'],
    ['requests.light.1920.en', 1_920, 'light', 'en-GB'],
  ] as const) {
    await using watched = await world.open({
      colorScheme,
      locale,
      viewport: { width, height: 900 },
    });
    const { page } = watched;
    await page.goto('/1/requests');
    const rows = page.locator('tbody tr');
    await rows.nth(2).waitFor();
    await watched.takePicture(name);
    assert.equal(await watched.widthTooMuch(), 0);
    await rows.nth(1).click();
    await page.getByRole('dialog').locator('pre').first().waitFor();
    await watched.takePicture(name.replace('requests', 'request'));
    assert.deepEqual(await watched.findFaults(), []);
    watched.assertQuiet();
  }
}
