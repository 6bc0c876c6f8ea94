/** The first minutes of somebody who has never seen Parley, in a browser, on a fresh folder. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser, openBrowserWorld } from '#test/harness/chromium.ts';

test('from the setup link to an SMS on the phone, its reply, and STOP', {
  skip: noBrowser,
}, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await using watched = await world.open();
  const { page } = watched;
  await page.goto('/');
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByText(/^Accepted as message \d+$/).waitFor();
  const phone = page.getByRole('log', { name: 'Messages on the phone' });
  await phone.getByText('Hello from Parley').waitFor();
  await phone.getByText('delivered', { exact: true }).waitFor();
  const events = page.getByRole('log', { name: 'Events, the newest first' });
  await events.getByText('dlr', { exact: true }).first().waitFor();

  await page.getByLabel('Write a reply').fill('Oui, merci 😀');
  await page.getByRole('button', { name: 'Send the reply' }).click();
  await phone.getByText('Oui, merci 😀').waitFor();
  await events.getByText('reply.short', { exact: true }).first().waitFor();

  await page.getByRole('button', { name: 'STOP', exact: true }).click();
  await events.getByText('stop', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Send now' }).click();
  await page
    .getByRole('alert')
    .getByText(/opt-out list/)
    .waitFor();
  assert.deepEqual(watched.foreign, []);
});

test('a setup link works once', { skip: noBrowser }, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await using stranger = await world.open({ storageState: { cookies: [], origins: [] } });
  const { page } = stranger;
  await page.goto(world.setupLink);
  await page.getByRole('alert').getByText('Parley is already set up').waitFor();
  await page.getByRole('alert').getByText('ask an administrator for an invitation').waitFor();
  assert.equal(await page.locator('input').count(), 0);
  await page.goto('/1/home');
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
});
