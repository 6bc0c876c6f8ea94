/** The API settings of the email product, and what those of SMS share with them: secrets, tests, last deliveries. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type BrowserWorld,
  noBrowser,
  openBrowserWorld,
  type WatchedPage,
} from '#test/harness/chromium.ts';
import { openWebhookSink, type WebhookSink } from '#test/harness/webhook-sink.ts';

const looks = [
  { colorScheme: 'light', locale: 'en-GB', viewport: { width: 1_440, height: 900 } },
  { colorScheme: 'dark', locale: 'fr-FR', viewport: { width: 360, height: 900 } },
] as const;

test('the email API has its default sender, and an event URL whose deliveries are seen and tried', {
  skip: noBrowser,
}, async () => {
  await using sink = await openWebhookSink();
  await using world = await openBrowserWorld({ PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' });
  await world.setUp();
  for (const address of ['news@shop.example', 'ann@shop.example']) {
    await world.folder.run(['sender', 'add', address, '--account', '1']);
  }
  await using watched = await world.open();
  await watched.page.goto('/1/email/api-settings');
  await chooseSender(watched);
  await setUrl(watched, sink);
  await tryEachKind(watched, sink);
  await sendOne(watched, sink);
  await turnSecret(watched);
  await trySmsUrls(watched, sink);
  watched.assertQuiet();
  await looksRight(world);
  await removeUrl(watched);
});

async function chooseSender({ page }: WatchedPage): Promise<void> {
  const sender = page.getByRole('combobox', { name: 'Default sender' });
  await sender.selectOption('ann@shop.example');
  const form = page.locator('form').filter({ has: sender });
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await page.reload();
  await sender.waitFor();
  assert.equal(await sender.inputValue(), 'ann@shop.example');
}

async function setUrl({ page }: WatchedPage, sink: WebhookSink): Promise<void> {
  const url = page.getByRole('textbox', { name: 'Event URL' });
  await url.fill(sink.url);
  await page.locator('form').filter({ has: url }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Copy the signing secret now').waitFor();
  await page.getByText(/^whsec_/).waitFor();
  await page.getByText('No deliveries yet').waitFor();
}

async function tryEachKind({ page }: WatchedPage, sink: WebhookSink): Promise<void> {
  const kinds = page.getByRole('combobox', { name: 'Which sample' });
  for (const kind of ['email.bounced', 'suppression.added']) {
    await kinds.selectOption(kind);
    await page.getByRole('button', { name: 'Send a test' }).click();
    await sink.until(1, ({ body }) => (JSON.parse(body) as { event: string }).event === kind);
    await page.getByText('It was received.').waitFor();
  }
}

/** An email of the default sender: what becomes of it is a delivery. */
async function sendOne({ page }: WatchedPage, sink: WebhookSink): Promise<void> {
  await page.goto('/1/email/send');
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('bob@client.example');
  await page.getByRole('textbox', { name: 'Subject' }).fill('Hello');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hello');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('link', { name: 'See what happens' }).click();
  await page.getByText('ann@shop.example').first().waitFor();
  await sink.until(1, ({ body }) => body.includes('bob@client.example'));
  await page.goto('/1/email/api-settings');
  const table = page.getByRole('table', { name: 'Last ten deliveries: Event URL' });
  await table.getByText('email.sent').waitFor();
  await table.getByText('received').first().waitFor();
}

async function turnSecret({ page }: WatchedPage): Promise<void> {
  await page.getByRole('button', { name: 'New secret' }).click();
  await page.locator('[role=dialog]').getByRole('button', { name: 'New secret' }).click();
  await page
    .locator('[role=dialog]')
    .getByText(/^whsec_/)
    .waitFor();
  await page.locator('[role=dialog]').getByRole('button', { name: 'Close' }).last().click();
}

/** The URLs of the SMS product have the same. */
async function trySmsUrls({ page }: WatchedPage, sink: WebhookSink): Promise<void> {
  await page.goto('/1/sms/api-settings');
  await page.getByRole('textbox', { name: 'Report URL' }).fill(`${sink.url}/reports`);
  const form = page.locator('form').filter({ has: page.getByLabel('Report URL') });
  await form.getByRole('button', { name: 'Save' }).click();
  const panel = page.locator('section').filter({ hasText: 'Test: Report URL' });
  await panel.getByRole('button', { name: 'Send a test' }).click();
  await sink.until(1, ({ url }) => url.endsWith('/reports'));
  await panel.getByText('It was received.').waitFor();
  await page.getByRole('heading', { name: 'Last ten deliveries: Report URL' }).waitFor();
}

async function removeUrl({ page }: WatchedPage): Promise<void> {
  await page.goto('/1/email/api-settings');
  const url = page.getByRole('textbox', { name: 'Event URL' });
  await url.fill('');
  await page.locator('form').filter({ has: url }).getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await page.getByRole('heading', { name: 'Test: Event URL' }).waitFor({ state: 'detached' });
}

async function looksRight(world: BrowserWorld): Promise<void> {
  for (const look of looks) {
    await using watched = await world.open(look);
    await watched.page.goto('/1/email/api-settings');
    await watched.page.getByText('email.sent').last().waitFor();
    await watched.takePicture(`email-settings-${look.colorScheme}`);
    assert.deepEqual(await watched.findFaults(), []);
    assert.equal(await watched.widthTooMuch(), 0);
    await watched.page.goto('/1/sms/api-settings');
    await watched.page
      .getByRole('button', { name: /Send a test|Envoyer un test/ })
      .first()
      .waitFor();
    await watched.takePicture(`sms-settings-${look.colorScheme}`);
    assert.deepEqual(await watched.findFaults(), []);
    assert.equal(await watched.widthTooMuch(), 0);
    watched.assertQuiet();
  }
}
