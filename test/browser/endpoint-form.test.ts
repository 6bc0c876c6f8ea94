/** An endpoint is added by its URL and the kinds of events that are ticked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser, openBrowserWorld } from '#test/harness/chromium.ts';
import { callFrom } from '#test/harness/page-call.ts';

test('an endpoint takes the kinds of events that were ticked', { skip: noBrowser }, async () => {
  await using world = await openBrowserWorld({ PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' });
  await world.setUp();
  await using watched = await world.open();
  const { page } = watched;
  await page.goto('/1/webhooks?do=add');
  const form = page.getByRole('dialog');
  await form.getByLabel('URL').fill('http://127.0.0.1:65001/hook');
  await form.getByLabel('stop', { exact: true }).check();
  await form.getByLabel('email.bounced', { exact: true }).check();
  assert.deepEqual(await watched.findFaults(), []);
  await watched.takePicture('endpoint-form.light.1280.en');
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  await form.getByText(/^whsec_/).waitFor();
  await form.getByRole('button', { name: 'Close' }).last().click();
  await page.waitForURL(/\/1\/webhooks\/\d+$/);
  const { endpoints } = await callFrom(page, 'GET', '/api/accounts/1/operations/endpoint-list');
  const taken = (endpoints as readonly { readonly events: readonly string[] }[]).map(({ events }) =>
    events.join(','),
  );
  assert.ok(taken.includes('stop,email.bounced'), taken.join(' | '));
  watched.assertQuiet();
});
