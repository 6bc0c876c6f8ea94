/** Pages of one thing, which no menu leads to: each in both themes, widths and languages, and quiet. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type BrowserWorld,
  noBrowser,
  openBrowserWorld,
  type WatchedPage,
} from '#test/harness/chromium.ts';

const looks = [
  { colorScheme: 'light', locale: 'en-GB', viewport: { width: 1_280, height: 900 } },
  { colorScheme: 'dark', locale: 'fr-FR', viewport: { width: 360, height: 900 } },
  { colorScheme: 'light', locale: 'fr-FR', viewport: { width: 1_920, height: 1_080 } },
  // A window of 1,280 px, enlarged to 200 %.
  {
    colorScheme: 'dark',
    locale: 'en-GB',
    viewport: { width: 640, height: 450 },
    deviceScaleFactor: 2,
  },
] as const;

test('pages of one message, event, endpoint, email and key fit and are quiet', {
  skip: noBrowser,
}, async () => {
  await using world = await openBrowserWorld({ PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' });
  await world.setUp();
  const pages = await makeThings(world);
  const wrong: string[] = [];
  for (const look of looks) {
    await using watched = await world.open(look);
    for (const address of pages) {
      await watched.page.goto(address);
      await watched.page.getByRole('heading', { level: 1 }).first().waitFor();
      wrong.push(...(await faultsOf(watched, `${address} ${look.viewport.width}`)));
    }
  }
  assert.deepEqual(wrong, []);
});

async function faultsOf(watched: WatchedPage, name: string): Promise<readonly string[]> {
  await watched.page
    .getByRole('status', { name: /^(?:Loading|Chargement)$/ })
    .waitFor({ state: 'detached' });
  const shift = await watched.findShift();
  await watched.takePicture(`detail${name.replace(/\W+/g, '-')}`);
  const tooMuch = await watched.widthTooMuch();
  return [
    ...shift,
    ...(await watched.findFaults()),
    ...(tooMuch > 0 ? [`scrolls ${tooMuch} px sideways`] : []),
    ...watched.complaints.splice(0).map((text) => `console: ${text}`),
    ...watched.foreign.splice(0).map((text) => `asked ${text}`),
  ].map((fault) => `${name}: ${fault}`);
}

/** By the pages themselves, and their addresses are where those lead. */
async function makeThings(world: BrowserWorld): Promise<readonly string[]> {
  await using watched = await world.open();
  const { page } = watched;
  const pathOf = () => new URL(page.url()).pathname;
  await page.goto('/1/sms/send');
  // One number that is none is told at its field, and what the others cost is still told.
  await page.getByRole('textbox', { name: 'To' }).fill('+33639980120, 12');
  await page.getByRole('textbox', { name: 'Message' }).fill('Hello');
  const to = page.getByRole('textbox', { name: 'To' }).and(page.locator('[aria-invalid=true]'));
  await to.waitFor();
  await page.getByText('12 is not a possible phone number.').nth(1).waitFor();
  await page.getByText('Total cost').waitFor();
  assert.deepEqual(await watched.findFaults(), []);
  // The operator refuses this one, so its story has a reason, an event and money that came back.
  await page.getByRole('textbox', { name: 'To' }).fill('+33639980120');
  await page.getByRole('textbox', { name: 'Message' }).fill('<b>Hello</b>');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('link', { name: 'See what happens' }).click();
  await page.getByText('Code: refused_0x0b').waitFor();
  await page.getByText(/Check the number, or the route to it/).waitFor();
  await page.getByText('Segment 1 was sent to').waitFor();
  await page.getByText(/refused segment 1:/).waitFor();
  await page.getByText('PDU in hex').first().click();
  await page
    .getByText(/^00 00 00 [\da-f ]+/)
    .first()
    .waitFor();
  await page.getByText('Stored record').first().click();
  await page
    .getByText(/"kind": "requested"/)
    .first()
    .waitFor();
  const message = pathOf();
  await page.getByRole('link', { name: 'See the event' }).first().click();
  await page.waitForURL('**/webhooks/events/*');
  const event = pathOf();

  await page.goto('/1/email/send');
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('ann@client.example, bad');
  await page.getByRole('textbox', { name: 'Subject' }).fill('Hello');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hello');
  await page.getByText('bad is not an email address.').waitFor();
  // Browsers write that a preview was refused.
  for (const complaint of watched.complaints.splice(0)) assert.match(complaint, /status of 400/);
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('ann@client.example');
  await page.getByRole('textbox', { name: 'Subject' }).fill('Hello');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hello');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('link', { name: 'See what happens' }).click();
  await page.waitForURL('**/email/messages/*');
  await page.getByRole('cell', { name: 'sent', exact: true }).last().waitFor();
  await page.frameLocator('iframe').getByText('Hello').first().waitFor();
  const email = pathOf();
  await page.getByRole('button', { name: 'Show as code' }).click();
  await page.getByText(/\/mail\/v1\/bulk-status\?apiKey=YOUR_API_KEY&messageId=1/).waitFor();
  await changeKey(watched);
  watched.assertQuiet();
  return [message, event, '/1/webhooks/1', email, '/1/email/send', '/1/sms/api-settings'];
}

async function changeKey({ page }: WatchedPage): Promise<void> {
  await page.goto('/1/sms/api-settings');
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByRole('combobox', { name: 'Mode' }).selectOption('live');
  await page.locator('[role=dialog] button[type=submit]').click();
  await page.getByText(/^live_\w{40,}$/).waitFor();
  await page.goto('/1/sms/api-settings');
  const key = page.getByRole('row').filter({ hasText: 'Live' });
  await key.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('textbox', { name: 'Daily budget (EUR)' }).fill('12,50');
  await page.getByRole('textbox', { name: 'Label' }).fill('Shop');
  await page.getByRole('checkbox', { name: 'Sub-accounts' }).uncheck();
  await page.getByRole('textbox', { name: 'Addresses' }).fill('192.0.2.0/24');
  await page.getByLabel('Expires').fill('2035-01-02T03:04');
  await page.locator('[role=dialog] button[type=submit]').click();
  await key.getByText('€12.50').waitFor();
  await key.getByText('1 address range').waitFor();
  await key.getByText('Send, Read, Numbers, Account').waitFor();
}
