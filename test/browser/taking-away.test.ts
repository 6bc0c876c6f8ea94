/** Before something goes, the page says what it was and what serves in its place; a failure is shown, and an undo takes it back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  type BrowserWorld,
  noBrowser,
  openBrowserWorld,
  type WatchedPage,
} from '#test/harness/chromium.ts';
import { callFrom } from '#test/harness/page-call.ts';

const looks = [
  { colorScheme: 'light', locale: 'en-GB', viewport: { width: 1_280, height: 900 } },
  { colorScheme: 'dark', locale: 'fr-FR', viewport: { width: 360, height: 900 } },
] as const;

/** The next request that fits breaks, as where the network is gone. */
async function breakOnce(page: Page, path: RegExp, method: string): Promise<void> {
  let isBroken = false;
  await page.route(path, async (route) => {
    if (isBroken || route.request().method() !== method) return route.fallback();
    isBroken = true;
    await route.abort();
  });
}

function forgetBroken(watched: WatchedPage): void {
  // What was broken on purpose the browser writes down itself.
  watched.complaints.splice(0);
}

test('routes, prices and suppressions go after a question, and come back', {
  skip: noBrowser,
}, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await addOperators(world);
  await using watched = await world.open(looks[0]);
  await removeRoute(watched);
  await removePrice(watched);
  await releaseAddresses(watched);
  watched.assertQuiet();
  const faults: string[] = [];
  for (const look of looks) faults.push(...(await faultsOf(world, look)));
  assert.deepEqual(faults, []);
});

async function addOperators({ folder }: BrowserWorld): Promise<void> {
  for (const [at, name] of ['orange', 'bouygues'].entries()) {
    const place = ['--host', '127.0.0.1', '--port', String(9 + at), '--system-id', 'us'];
    const { code, err } = await folder.run(['operator', 'add', '--name', name, ...place], {
      input: 'secret',
    });
    assert.equal(code, 0, err);
  }
  await folder.read('route', 'set', '--prefix', '33', '--operator', 'bouygues');
  await folder.read('route', 'set', '--prefix', '336', '--operator', 'orange');
}

async function removeRoute(watched: WatchedPage): Promise<void> {
  const { page } = watched;
  await page.goto('/console/routes');
  const row = page.getByRole('row').filter({ hasText: '+336' });
  await row.getByRole('button', { name: 'Remove' }).click();
  const asked = page.getByRole('dialog', { name: 'Remove this route?' });
  await asked.getByText(/^\+336 by orange, priority 1/).waitFor();
  await asked.getByText(/then go by bouygues, by the route of \+33\./).waitFor();
  await watched.takePicture('taking-away-route');
  await breakOnce(page, /\/api\/operations\/route-remove$/, 'POST');
  await asked.getByRole('button', { name: 'Remove' }).click();
  await asked
    .getByRole('alert')
    .getByText(/did not answer/)
    .waitFor();
  forgetBroken(watched);
  await asked.getByRole('button', { name: 'Remove' }).click();
  await row.waitFor({ state: 'detached' });
  const routes = async () => (await callFrom(page, 'GET', '/api/operations/route-list'))['routes'];
  const left = (await routes()) as { readonly prefix: string }[];
  assert.ok(!left.some(({ prefix }) => prefix === '336'));
  await page.getByRole('button', { name: 'Undo' }).click();
  await row.waitFor();
  await page.getByText('The change was undone.').waitFor();
  // The last one that fits: nothing serves in its place.
  const last = page.getByRole('row').filter({ hasText: 'bouygues' });
  await last.getByRole('button', { name: 'Remove' }).click();
  await asked.getByText(/No other route fits its numbers/).waitFor();
  await asked.getByRole('button', { name: 'Cancel' }).click();
}

async function removePrice(watched: WatchedPage): Promise<void> {
  const { page } = watched;
  await page.goto('/console/prices');
  const table = 'prefix,price\n33,0.05\n3365,0.07\n';
  await callFrom(page, 'POST', '/api/operations/price-import', { table });
  await page.goto('/console/prices?prefix=3365');
  const row = page.getByRole('row').filter({ hasText: '+3365' });
  await row.getByRole('button', { name: 'Remove' }).click();
  const asked = page.getByRole('dialog', { name: 'Remove this price?' });
  await asked.getByText(/^\+3365 for all accounts \(always\): €0\.07\./).waitFor();
  await asked.getByText(/cost €0\.05 then, by the price of \+33 for all accounts/).waitFor();
  await watched.takePicture('taking-away-price');
  await breakOnce(page, /\/api\/operations\/price-remove$/, 'POST');
  await asked.getByRole('button', { name: 'Remove' }).click();
  await asked
    .getByRole('alert')
    .getByText(/did not answer/)
    .waitFor();
  forgetBroken(watched);
  await asked.getByRole('button', { name: 'Remove' }).click();
  await row.waitFor({ state: 'detached' });
  // The filter stands, and says that nothing fits it.
  await page.getByRole('heading', { name: 'No matches' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await row.waitFor();
}

async function releaseAddresses(watched: WatchedPage): Promise<void> {
  const { page } = watched;
  const operations = '/api/accounts/1/operations';
  const add = `${operations}/suppression-add`;
  await callFrom(page, 'POST', add, {
    addresses: ['a@client.example', 'b@client.example'],
    reason: 'hard',
  });
  await callFrom(page, 'POST', add, { addresses: ['c@client.example'], reason: 'unsubscribe' });
  await page.goto('/1/email/suppressions');
  const cause = page.getByRole('combobox', { name: 'Reason' });
  for (const [reason, count] of [
    ['hard', '2 addresses get emails again.'],
    ['unsubscribe', '1 address gets emails again.'],
    // From the cache: what is asked is about this filter all the same.
    ['hard', '2 addresses get emails again.'],
  ] as const) {
    await cause.selectOption(reason);
    await page.getByRole('button', { name: 'Release all matching' }).click();
    await page.getByRole('dialog').getByText(count).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await cause.selectOption('unsubscribe');
  const row = page.getByRole('row').filter({ hasText: 'c@client.example' });
  await row.getByRole('button', { name: 'Release' }).click();
  const asked = page.getByRole('dialog', { name: 'Release c@client.example?' });
  await asked.getByText(/The recipient has asked for no more emails/).waitFor();
  await breakOnce(page, /\/operations\/suppression-release$/, 'POST');
  await asked.getByRole('button', { name: 'Release' }).click();
  await asked
    .getByRole('alert')
    .getByText(/did not answer/)
    .waitFor();
  forgetBroken(watched);
  await asked.getByRole('button', { name: 'Release' }).click();
  await page.getByRole('heading', { name: 'No matches' }).waitFor();
  const { all } = await callFrom(page, 'GET', `${operations}/suppression-list`);
  assert.equal(all, 2, 'only the one was released');
}

async function faultsOf(world: BrowserWorld, look: (typeof looks)[number]): Promise<string[]> {
  await using watched = await world.open(look);
  const { page } = watched;
  const faults: string[] = [];
  for (const address of ['/console/routes', '/console/prices', '/1/email/suppressions']) {
    await page.goto(address);
    const remove = page.getByRole('button', { name: /^(?:Remove|Supprimer|Release|Libérer)$/ });
    await remove.first().click();
    await page.getByRole('dialog').getByRole('button').nth(2).waitFor();
    await watched.takePicture(`taking-away${address.replace(/\W/g, '-')}-${look.locale}`);
    faults.push(...(await watched.findFaults()), ...watched.complaints.splice(0));
    const tooMuch = await watched.widthTooMuch();
    if (tooMuch > 0) faults.push(`${address} scrolls ${tooMuch} px sideways`);
  }
  return faults;
}
