/** Groups and contacts: a group is made, a table imported with its faults told, a contact changed and deleted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser, openBrowserWorld } from '#test/harness/chromium.ts';

const table = [
  'phoneNumber,firstname,date',
  '0639980001,Zoé,',
  '12,Nobody,',
  '+33639980002,Ada,1990-12-31',
  '+33639980002,Ada,soon',
].join('\n');

test('a group is made, a table imported, a contact found, changed and deleted', {
  skip: noBrowser,
}, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await using watched = await world.open();
  const { page } = watched;
  const dialog = page.getByRole('dialog');
  await page.goto('/1/sms/contacts');
  await page.getByRole('button', { name: 'Add group' }).first().click();
  await dialog.getByLabel('Name').fill('Friends');
  await dialog.getByRole('button', { name: 'Add group' }).click();
  await page.getByRole('heading', { level: 1, name: 'Friends' }).waitFor();
  await page.getByRole('button', { name: 'Import CSV' }).click();
  await dialog.getByLabel('Table').fill(table);
  await dialog.getByRole('button', { name: 'Check' }).click();
  await dialog.getByText('Line 3: phoneNumber must be a possible phone number').waitFor();
  await dialog.getByText('2 invalid lines are skipped:').waitFor();
  await watched.takePicture('contacts-import');
  assert.deepEqual(await watched.findFaults(), []);
  await dialog.getByRole('button', { name: 'Import 2 contacts' }).click();
  await dialog.getByText('2 contacts added').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('2 contacts', { exact: true }).waitFor();
  await page.getByLabel('Phone', { exact: true }).fill('06 39 98 00 02');
  await page.getByText('1 contact', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await dialog.getByLabel('Last name').fill('Lovelace');
  await dialog.getByRole('button', { name: 'Edit contact' }).click();
  await page.getByRole('cell', { name: 'Lovelace' }).waitFor();
  await watched.takePicture('contacts');
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No matches' }).waitFor();
  await page.goto('/1/sms/contacts');
  await page.getByRole('cell', { name: 'Friends' }).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByText('with its 1 contact').waitFor();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No groups yet' }).waitFor();
  watched.assertQuiet();
});
