/** Somebody finds what they sent with the keys alone. */
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser, openBrowserWorld } from '#test/harness/chromium.ts';

test('Ctrl-K finds a message by its phone, and Enter opens it', { skip: noBrowser }, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await using watched = await world.open();
  const { page } = watched;
  await page.goto('/');
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByText(/^Accepted as message \d+$/).waitFor();

  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Search' });
  await box.fill('06 39 98 00 01');
  await page.getByRole('option', { name: /Message \d+/ }).waitFor();
  await box.press('Enter');
  await page.waitForURL('**/1/sms/messages/1');
});

test('Ctrl-K finds pages of all products and opens the form of an action', {
  skip: noBrowser,
}, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await using watched = await world.open();
  const { page } = watched;
  const box = page.getByRole('combobox', { name: 'Search' });
  await page.goto('/1/home');
  for (const [typed, title, address, form] of [
    ['suppress', /^Suppressions/, '**/1/email/suppressions', undefined],
    ['operators', /^Operators/, '**/console/operators', undefined],
    ['add operator', /^Add an operator/, '**/console/operators?do=add', 'Add an operator'],
  ] as const) {
    await openSearch(page);
    await box.fill(typed);
    await page.getByRole('option', { name: title }).first().waitFor();
    await box.press('Enter');
    await page.waitForURL(address);
    if (form !== undefined) await page.getByRole('dialog').waitFor();
  }
  await page.goto('/1/home');
  await openSearch(page);
  await box.fill('key');
  await page.getByRole('option', { name: /^Create an API key for SMS/ }).click();
  await page.getByRole('dialog').waitFor();
  await watched.takePicture('action-key.light.1280.en');
  await page.keyboard.press('Escape');
  await page.waitForURL(/\/1\/sms\/api-settings$/);
  await openSearch(page);
  await box.fill('add');
  await page.getByRole('option', { name: /^Add a number/ }).waitFor();
  await watched.takePicture('search-actions.light.1280.en');
  watched.assertQuiet();
});

/** Once the page is there, which hears the keys. */
async function openSearch(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
}
