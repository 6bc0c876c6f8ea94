/** The list of emails is saved as a table, and an email is sent again as it was. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import {
  type BrowserWorld,
  noBrowser,
  openBrowserWorld,
  type WatchedPage,
} from '#test/harness/chromium.ts';

const looks = [
  { colorScheme: 'dark', locale: 'en-GB', viewport: { width: 1_440, height: 900 } },
  { colorScheme: 'light', locale: 'fr-FR', viewport: { width: 360, height: 900 } },
] as const;

test('emails are saved as a table of those that fit, and one goes again to whom it did not reach', {
  skip: noBrowser,
}, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await using watched = await world.open();
  await sendToTwo(watched);
  await saveTable(watched);
  await sendAgain(watched);
  watched.assertQuiet();
  await looksRight(world);
});

/** The built-in mailboxes take one and refuse the other. */
async function sendToTwo({ page }: WatchedPage): Promise<void> {
  await page.goto('/1/email/send');
  const to = page.getByRole('textbox', { name: 'To', exact: true });
  await to.fill('ann@client.example, bounce@parley.test');
  await page.getByRole('textbox', { name: 'Subject' }).fill('=Hello');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hello');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByRole('link', { name: 'See what happens' }).click();
  await page.getByRole('row').filter({ hasText: 'bounced' }).waitFor();
}

async function saveTable({ page }: WatchedPage): Promise<void> {
  await page.goto('/1/email/messages?state=bounced');
  await page.getByText('=Hello').waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  assert.equal(file.suggestedFilename(), 'emails-1.csv');
  const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\r\n');
  assert.equal(lines.length, 2);
  assert.match(lines[1] ?? '', /,bounce@parley\.test,'=Hello,bounced,/);
}

async function sendAgain({ page }: WatchedPage): Promise<void> {
  await page.getByText('=Hello').click();
  const first = new URL(page.url()).pathname;
  await page.getByRole('button', { name: 'Send again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send this email again?' });
  await dialog.getByRole('radio', { name: 'The 1 recipient that it did not reach' }).waitFor();
  await dialog.getByRole('radio', { name: 'All 2 recipients' }).check();
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await page.waitForURL((url) => url.pathname !== first);
  await page.getByRole('heading', { level: 1, name: '=Hello' }).waitFor();
  await page.getByRole('row').filter({ hasText: 'ann@client.example' }).waitFor();
}

async function looksRight(world: BrowserWorld): Promise<void> {
  for (const look of looks) {
    await using watched = await world.open(look);
    await watched.page.goto('/1/email/messages');
    await watched.page.getByText('=Hello').first().waitFor();
    await watched.takePicture(`emails-${look.colorScheme}`);
    assert.equal(await watched.widthTooMuch(), 0);
    await watched.page.goto('/1/email/messages/1');
    await watched.page.getByRole('button', { name: /Send again|Renvoyer/ }).click();
    await watched.page.getByRole('dialog').getByRole('radio').first().waitFor();
    await watched.takePicture(`email-again-${look.colorScheme}`);
    assert.deepEqual(await watched.findFaults(), []);
    watched.assertQuiet();
  }
}
