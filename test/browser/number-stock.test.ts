/** The stock of numbers in the console: one is added, changed, taken back and removed. */
import { test } from 'node:test';
import { noBrowser, openBrowserWorld } from '#test/harness/chromium.ts';

test('a number is added for an account, changed, taken back and removed', {
  skip: noBrowser,
}, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await using watched = await world.open();
  const { page } = watched;
  const dialog = page.getByRole('dialog');
  await page.goto('/console/numbers');
  await page.getByRole('button', { name: 'Add number' }).first().click();
  await dialog.getByLabel('Number').first().fill('+33755000991');
  await dialog.getByLabel('Account').fill('1');
  await dialog.getByRole('button', { name: 'Add number' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByLabel('Begins with').fill('33755000991');
  await page.getByText('1 number', { exact: true }).waitFor();
  await page.getByText('in use').first().waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Release', exact: true }).click();
  await dialog.getByRole('button', { name: 'Release', exact: true }).click();
  await page.getByText('in quarantine').first().waitFor();
  await page.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('heading', { name: 'No matches' }).waitFor();
  watched.assertQuiet();
});
