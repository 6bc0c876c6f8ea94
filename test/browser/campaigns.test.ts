/** A campaign: written with a field, looked at before it goes, started, paused, resumed, and counted to its end. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser, openBrowserWorld } from '#test/harness/chromium.ts';

test('a campaign is written, started, paused, resumed and delivered', {
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
  await page.getByRole('button', { name: 'Import CSV' }).click();
  const lines = ['phoneNumber,firstname', '0639980060,Zoé', '0639980061,Ada', '0639980062,'];
  await dialog.getByLabel('Table').fill(lines.join('\n'));
  await dialog.getByRole('button', { name: 'Check' }).click();
  await dialog.getByRole('button', { name: 'Import 3 contacts' }).click();
  await dialog.getByText('3 contacts added').waitFor();
  await page.goto('/1/sms/campaigns');
  await page.getByRole('link', { name: 'New campaign' }).first().click();
  // The list has a field of that name, too.
  await page.getByRole('heading', { level: 1, name: 'New campaign' }).waitFor();
  await page.getByLabel('Name').fill('Spring');
  await page.getByRole('textbox', { name: /^Text/ }).fill('Hello ');
  await page.getByRole('button', { name: '#FIRSTNAME#' }).click();
  await page.getByLabel('Marketing: quiet hours apply').uncheck();
  await page.getByText('Hello Zoé').waitFor();
  await page.getByText('1 contact lacks a field of the text.').waitFor();
  await page.getByText('3 segments').waitFor();
  await watched.takePicture('campaign-new');
  assert.deepEqual(await watched.findFaults(), []);
  await page.getByLabel('Start later').check();
  await page.getByLabel(/^Start( \*)?$/).fill('2031-01-01T10:00');
  await page.getByRole('button', { name: 'Schedule campaign' }).click();
  await page.getByRole('alert').getByText('within a year').waitFor();
  await page.getByLabel('Start later').uncheck();
  await page.getByRole('button', { name: 'Start campaign' }).click();
  await page.getByRole('heading', { level: 1, name: 'Spring' }).waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Paused by a person.').waitFor();
  await page.getByRole('link', { name: 'Friends' }).waitFor();
  await watched.takePicture('campaign-paused');
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByText('3 of 3 contacts handled').waitFor();
  await page.getByText('Done').waitFor();
  await page.getByRole('button', { name: 'Cancel campaign' }).waitFor({ state: 'detached' });
  await watched.takePicture('campaign');
  assert.deepEqual(await watched.findFaults(), []);
  await page.goto('/1/sms/campaigns');
  await page.getByRole('cell', { name: 'Spring' }).waitFor();
  await watched.takePicture('campaigns');
  assert.deepEqual(await watched.findFaults(), []);
  watched.complaints.splice(0, watched.complaints.filter((text) => text.includes('400')).length);
  watched.assertQuiet();
});
