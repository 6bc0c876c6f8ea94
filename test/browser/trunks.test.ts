/** The console of trunks: one is refused with the field, added, changed, traced, paused and removed, without a reload. */
import { test } from 'node:test';
import { noBrowser, openBrowserWorld, type WatchedPage } from '#test/harness/chromium.ts';

const look = {
  colorScheme: 'light',
  locale: 'en-GB',
  viewport: { width: 1_280, height: 900 },
} as const;

test('a trunk is added, changed, traced, paused and removed', { skip: noBrowser }, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await using watched = await world.open(look);
  watched.page.setDefaultTimeout(12_000);
  await addTrunk(watched);
  await changeTrunk(watched);
  await traceTrunk(watched);
  await confirm(watched, 'Pause');
  await row(watched).getByText('Paused').waitFor();
  await confirm(watched, 'Remove');
  await row(watched).waitFor({ state: 'detached' });
  watched.assertQuiet();
});

const row = ({ page }: WatchedPage) => page.getByRole('row').filter({ hasText: 'Carrier_1' });

async function addTrunk(watched: WatchedPage): Promise<void> {
  const { page } = watched;
  await page.goto('/console/trunks');
  await page.getByRole('button', { name: 'Add trunk' }).first().click();
  const form = page.getByRole('dialog');
  const sources = form.getByLabel('Source networks', { exact: true });
  const add = form.getByRole('button', { name: 'Add trunk' });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Carrier_1');
  await form.getByLabel('Host', { exact: true }).fill('sip.carrier.example');
  await form.getByLabel('Our password at the carrier').fill('secret');
  await add.click();
  await form.getByText('A trunk for incoming calls requires sources').first().waitFor();
  await sources.fill('192.0.2.1/24');
  await add.click();
  await form.getByText('Up to 100 networks such as').first().waitFor();
  watched.complaints.splice(0);
  await sources.fill('192.0.2.0/24');
  await add.click();
  await row(watched).getByText('sip.carrier.example udp').waitFor();
}

async function changeTrunk(watched: WatchedPage): Promise<void> {
  const form = watched.page.getByRole('dialog');
  await row(watched).getByRole('button', { name: 'Edit' }).click();
  await form.getByLabel('Maximum concurrent calls').fill('20');
  await form.getByLabel('Remove the password').check();
  await form.getByRole('button', { name: 'Save' }).click();
  await row(watched).getByText('0 / 20').waitFor();
  await row(watched).getByRole('button', { name: 'Edit' }).click();
  await form.getByText('No password is stored.').nth(1).waitFor();
  await form.getByRole('button', { name: 'Close' }).click();
}

async function traceTrunk(watched: WatchedPage): Promise<void> {
  const shown = watched.page.getByRole('dialog');
  await row(watched).getByRole('button', { name: 'Messages' }).click();
  await shown.getByRole('button', { name: 'Trace for 5 minutes' }).click();
  await shown.getByText('SIP messages are kept until').waitFor();
  await shown.getByRole('status').getByRole('button').click();
  await shown.getByRole('button', { name: 'Trace for 5 minutes' }).waitFor();
  await shown.getByRole('button', { name: 'Close' }).click();
}

async function confirm(watched: WatchedPage, verb: 'Pause' | 'Remove'): Promise<void> {
  await row(watched).getByRole('button', { name: verb }).click();
  const asked = watched.page.getByRole('dialog', { name: `${verb} Carrier_1` });
  await asked.getByRole('button', { name: verb }).click();
}
