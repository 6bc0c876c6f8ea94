/** Somebody finds what they sent with the keys alone. */
import { test } from 'node:test';
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
