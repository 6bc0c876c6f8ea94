/** Lists that are whole in the page: filtered as one types, sorted by their heads, the same again from the address. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noBrowser, openBrowserWorld } from '#test/harness/chromium.ts';
import { callFrom } from '#test/harness/page-call.ts';
import { linesOf } from '#test/harness/shown-page.ts';

const groups = ['Zone 10', 'zone 9', 'Été'];

test('a list is sorted by its head, filtered as one types, and the address says both', {
  skip: noBrowser,
}, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await using watched = await world.open({ locale: 'fr-FR' });
  const { page } = watched;
  await page.goto('/1/sms/contacts');
  for (const name of groups) {
    await callFrom(page, 'POST', '/api/accounts/1/operations/group-add', { name });
  }
  await page.reload();
  const names = async () =>
    (await linesOf(page, 'Groupes')).map((line) => groups.find((name) => line.startsWith(name)));
  const head = page.getByRole('columnheader', { name: 'Nom' });
  await head.getByRole('button').click();
  await page.waitForURL(/groupsSort=title/);
  assert.deepEqual(await names(), ['Été', 'zone 9', 'Zone 10']);
  assert.equal(await head.getAttribute('aria-sort'), 'ascending');
  await head.getByRole('button').click();
  await page.waitForURL(/groupsSort=-title/);
  assert.deepEqual(await names(), ['Zone 10', 'zone 9', 'Été']);
  await page.getByLabel('Filtrer les groupes').fill('ZONE');
  await page.getByText('2 groupes').waitFor();
  await page.reload();
  await page.getByText('2 groupes').waitFor();
  assert.deepEqual(await names(), ['Zone 10', 'zone 9']);
  assert.deepEqual(await watched.findFaults(), []);
  watched.assertQuiet();
});

test('campaigns are found by name, state and time, and a phone sorts by the menu', {
  skip: noBrowser,
}, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await using watched = await world.open({ viewport: { width: 390, height: 844 } });
  const { page } = watched;
  await page.goto('/1/sms/campaigns');
  const post = (name: string, body: object) =>
    callFrom(page, 'POST', `/api/accounts/1/operations/${name}`, body);
  await post('group-add', { name: 'Friends' });
  await post('contact-add', { group: 1, phone: '+33639980001' });
  const at = new Date(Date.now() + 86_400_000).toISOString();
  await post('campaign-add', { name: 'Spring', group: 1, text: 'Hi', test: true });
  await post('campaign-add', { name: 'Summer', group: 1, text: 'Hi', test: true, at });
  await page.reload();
  await page.getByText('2 campaigns').waitFor();
  await page.getByRole('button', { name: 'View' }).click();
  await page.getByRole('menuitemradio', { name: 'Oldest first' }).click();
  await page.waitForURL(/order=oldest/);
  await page.getByText('2 campaigns').waitFor();
  assert.match((await linesOf(page, 'Campaigns'))[0] ?? '', /^Spring/);
  await page.getByLabel('Name').fill('summ');
  await page.getByText('1 campaign', { exact: true }).waitFor();
  await page.getByLabel('Time').selectOption('yesterday');
  await page.getByText('No matches').waitFor();
  assert.match(page.url(), /find=summ/);
  assert.match(page.url(), /time=yesterday/);
  assert.equal(await watched.widthTooMuch(), 0);
  watched.assertQuiet();
});
