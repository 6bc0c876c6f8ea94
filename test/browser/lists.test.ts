/** Lists in Chromium: filters as one types, a time, totals, columns that are kept, a table to save, and rows cancelled together. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import {
  type BrowserWorld,
  noBrowser,
  openBrowserWorld,
  type WatchedPage,
} from '#test/harness/chromium.ts';
import { callFrom } from '#test/harness/page-call.ts';
import { until } from '#test/harness/pause.ts';

const looks = [
  { colorScheme: 'light', locale: 'en-GB', viewport: { width: 1_280, height: 900 } },
  { colorScheme: 'dark', locale: 'fr-FR', viewport: { width: 390, height: 900 } },
  { colorScheme: 'light', locale: 'fr-FR', viewport: { width: 1_920, height: 1_080 } },
  // A window of 1,280 px, enlarged to 200 %.
  {
    colorScheme: 'dark',
    locale: 'en-GB',
    viewport: { width: 640, height: 450 },
    deviceScaleFactor: 2,
  },
] as const;

/** More than two pages of a list have. */
const phonesOfSpring = 460;

test('lists of messages and emails are filtered, saved, chosen from and cancelled', {
  skip: noBrowser,
}, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await using watched = await world.open(looks[0]);
  const { page } = watched;
  await page.goto('/1/home');
  await sendMessages(page);
  await sendEmails(page);
  await filterMessages(page);
  await chooseColumns(page);
  await saveMessages(page);
  await scrollMessages(watched);
  await cancelMessages(page);
  await filterEmails(page);
  await filterAudit(page);
  await filterCalls(page);
  await filterSuppressions(page);
  await filterStops(page);
  await filterEvents(page);
  await filterLedger(page);
  await saveKeys(page);
  watched.assertQuiet();
  await lookAtLists(world);
});

/** One message to many phones, and three to one phone each; none leaves before it is cancelled. */
async function sendMessages(page: Page): Promise<void> {
  const many = Array.from(
    { length: phonesOfSpring },
    (_, at) => `+33639981${String(at).padStart(3, '0')}`,
  );
  const send = (phones: readonly string[], tag: string) =>
    callFrom(page, 'POST', '/api/accounts/1/operations/message-send', {
      test: true,
      phones,
      text: `Hello ${tag}`,
      tag,
      key: `lists-${tag}-${phones[0]}`,
      at: new Date(Date.now() + 2 * 86_400_000).toISOString(),
    });
  await send(many, 'spring');
  for (const phone of ['+33639980011', '+33639980012', '+33639980013'])
    await send([phone], 'autumn');
}

async function sendEmails(page: Page): Promise<void> {
  for (const name of ['ann', 'bob']) {
    await callFrom(page, 'POST', '/api/accounts/1/operations/mail-send', {
      test: true,
      to: [`${name}@client.example`],
      subject: `Hello ${name}`,
      html: '<p>Hello</p>',
      tag: name,
      key: `lists-${name}-email`,
      at: new Date(Date.now() + 2 * 86_400_000).toISOString(),
    });
  }
}

const rowsOf = (page: Page) => page.locator('[data-rows] > tr[tabindex]');

async function hasRows(page: Page, count: number): Promise<void> {
  await rowsOf(page)
    .nth(count - 1)
    .waitFor();
  await rowsOf(page).nth(count).waitFor({ state: 'detached' });
}

async function filterMessages(page: Page): Promise<void> {
  await page.goto('/1/sms/messages');
  await page.getByText(/^463 messages · 463 segments · /).waitFor();
  // Nobody presses Enter.
  await page.getByRole('textbox', { name: 'To' }).pressSequentially('06 39 98 00');
  await page.getByText(/^3 messages · 3 segments · /).waitFor();
  await hasRows(page, 3);
  assert.match(page.url(), /[?&]to=/);
  await page.getByRole('textbox', { name: 'Tag' }).pressSequentially('spr');
  await page.getByRole('heading', { name: 'No matches' }).waitFor();
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await page.getByText(/^463 messages/).waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'To' }).inputValue(), '');
  await page.getByRole('combobox', { name: 'Time' }).selectOption('yesterday');
  await page.getByRole('heading', { name: 'No matches' }).waitFor();
  await page.getByRole('combobox', { name: 'Time' }).selectOption('custom');
  await page.getByLabel('From').fill('2020-01-01T00:00');
  await page.getByText(/^463 messages/).waitFor();
  await page.getByLabel('Until').fill('2020-01-02T00:00');
  await page.getByRole('heading', { name: 'No matches' }).waitFor();
  await page.getByRole('combobox', { name: 'Time' }).selectOption('today');
  await page.getByRole('combobox', { name: 'Status' }).selectOption('scheduled');
  await page.getByText(/^463 messages/).waitFor();
  // The oldest first, by the head of its column.
  await page.getByRole('button', { name: 'Accepted' }).click();
  await rowsOf(page).first().getByText('+33 6 39 98 10 00').waitFor();
  await page.reload();
  await rowsOf(page).first().getByText('+33 6 39 98 10 00').waitFor();
  assert.equal(await page.getByRole('combobox', { name: 'Time' }).inputValue(), 'today');
  assert.equal(await page.getByRole('combobox', { name: 'Status' }).inputValue(), 'scheduled');
  await page
    .getByRole('columnheader', { name: 'Accepted' })
    .and(page.locator('[aria-sort=ascending]'))
    .waitFor();
}

async function chooseColumns(page: Page): Promise<void> {
  await page.goto('/1/sms/messages?tag=autumn');
  await hasRows(page, 3);
  const head = (name: string) => page.getByRole('columnheader', { name });
  await head('Tag').waitFor();
  await page.getByRole('button', { name: 'View' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Tag' }).click();
  await head('Tag').waitFor({ state: 'detached' });
  await page.getByRole('menuitemcheckbox', { name: 'Encoding' }).click();
  await head('Encoding').waitFor();
  await page.keyboard.press('Escape');
  await page.reload();
  await hasRows(page, 3);
  await head('Encoding').waitFor();
  assert.equal(await head('Tag').count(), 0);
}

/** Of the list that is looked at, its heading first. */
async function savedLines(page: Page, list: Page | Locator = page): Promise<readonly string[]> {
  const saving = page.waitForEvent('download');
  await list.getByRole('button', { name: 'Save as CSV' }).click();
  return (await readFile(await (await saving).path(), 'utf8')).trimEnd().split('\r\n');
}

async function saveMessages(page: Page): Promise<void> {
  const lines = await savedLines(page);
  assert.equal(lines.length, 4, lines.join('\n'));
  assert.match(lines[0] ?? '', /^message,accepted,/);
  for (const line of lines.slice(1)) assert.match(line, /Hello autumn,accepted,/);
}

/** A list is whole in its scroll bar, and in the page where it is looked at. */
async function scrollMessages({ page }: WatchedPage): Promise<void> {
  await page.goto('/1/sms/messages?tag=spring&order=oldest');
  const more = page.getByRole('button', { name: 'Show more' });
  await more.click();
  await page.locator('table[aria-rowcount="251"]').waitFor();
  await more.click();
  await page.locator('table[aria-rowcount="451"]').waitFor();
  await more.click();
  await page.locator(`table[aria-rowcount="${phonesOfSpring + 1}"]`).waitFor();
  await more.waitFor({ state: 'detached' });
  await rowsOf(page).nth(150).waitFor({ state: 'detached' });
  await page.evaluate('scrollTo(0, document.body.scrollHeight)');
  await rowsOf(page).last().getByText('+33 6 39 98 14 59').waitFor();
  await rowsOf(page).nth(150).waitFor({ state: 'detached' });
  await page.evaluate('scrollTo(0, 0)');
  const first = rowsOf(page).first();
  await first.getByText('+33 6 39 98 10 00').waitFor();
  // Keys walk from block to block.
  await first.focus();
  for (let step = 0; step < 70; step += 1) {
    await page.keyboard.press('j');
    await page.locator(`tr[aria-rowindex="${step + 3}"]:focus`).waitFor();
  }
}

async function cancelMessages(page: Page): Promise<void> {
  await page.goto('/1/sms/messages?tag=autumn');
  await hasRows(page, 3);
  await rowsOf(page).first().focus();
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.getByText('2 selected').waitFor();
  await page.getByRole('button', { name: 'Cancel messages' }).click();
  const asked = page.getByRole('dialog', { name: 'Cancel these messages?' });
  await asked.getByText('2 messages are not sent, and are refunded.').waitFor();
  await asked.getByRole('button', { name: 'Cancel messages' }).click();
  await page.getByText('2 messages cancelled').waitFor();
  await page.getByText('The message was cancelled before it was sent.').nth(1).waitFor();
  assert.equal(
    await page.getByText('Not delivered', { exact: true }).locator('visible=true').count(),
    2,
  );
  // What was cancelled is left out of the next time.
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).click();
  await page.getByText('3 selected').waitFor();
  await page.getByRole('button', { name: 'Cancel messages' }).click();
  await asked.getByText('1 message is not sent, and is refunded.').waitFor();
  await asked
    .getByText(/2 selected rows are skipped, because this does not apply to them/)
    .waitFor();
  await asked.getByRole('button', { name: 'Cancel', exact: true }).click();
  await asked.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Clear the selection' }).click();
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Select the row').waitFor();
  await page.keyboard.press('Escape');
}

async function filterEmails(page: Page): Promise<void> {
  await page.goto('/1/email/messages');
  await page.getByText('2 emails · 2 recipients').waitFor();
  await page.getByRole('textbox', { name: 'To' }).pressSequentially('BOB@');
  await page.getByText('1 email · 1 recipient').waitFor();
  await hasRows(page, 1);
  await page.getByRole('checkbox', { name: /^Select Hello bob/ }).click();
  await page.getByRole('button', { name: 'Cancel emails' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel emails' }).click();
  await page.getByText('1 email cancelled').waitFor();
  await page.getByRole('combobox', { name: 'State' }).selectOption('cancelled');
  await hasRows(page, 1);
}

/** Cancelling has left its rows. */
async function filterAudit(page: Page): Promise<void> {
  await page.goto('/1/audit');
  await page.getByText(/^\d+ changes$/).waitFor();
  await page.getByRole('textbox', { name: 'Action' }).pressSequentially('message.cancel');
  await page.getByText(/^2 changes$/).waitFor();
  await hasRows(page, 2);
  assert.equal((await savedLines(page)).length, 3);
  await page.goto('/console/audit');
  await page.getByRole('textbox', { name: 'Who' }).pressSequentially('nobody');
  await page.getByRole('heading', { name: 'No matches' }).waitFor();
  await page.getByText(/^0 changes$/).waitFor();
}

async function filterCalls(page: Page): Promise<void> {
  await page.goto('/1/sms/calls');
  await page.getByText(/^0 calls$/).waitFor();
  await page.getByRole('heading', { name: 'No calls yet' }).waitFor();
  await page.getByRole('combobox', { name: 'Outcome' }).selectOption('answered');
  await page.getByRole('heading', { name: 'No matches' }).waitFor();
}

async function filterSuppressions(page: Page): Promise<void> {
  await callFrom(page, 'POST', '/api/accounts/1/operations/suppression-add', {
    addresses: ['ann@client.example', 'bob@client.example', 'bea@client.example'],
  });
  await page.goto('/1/email/suppressions');
  await page.getByText('3 addresses').waitFor();
  await page.getByRole('textbox', { name: 'Address' }).pressSequentially('B');
  await hasRows(page, 2);
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).click();
  const bar = page.getByText('2 selected').locator('..');
  await bar.getByRole('button', { name: 'Release' }).click();
  const asked = page.getByRole('dialog', { name: 'Release these addresses?' });
  await asked.getByRole('button', { name: 'Release' }).click();
  await page.getByText('2 addresses released').waitFor();
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await hasRows(page, 1);
}

async function filterStops(page: Page): Promise<void> {
  const phones = ['+33612345678', '+33712345678'];
  await callFrom(page, 'POST', '/api/accounts/1/operations/stop-add', { phones });
  await page.goto('/1/sms/stop-list');
  await page.getByText('2 phones on the list').waitFor();
  await page.getByRole('textbox', { name: 'Find a phone' }).pressSequentially('07 12');
  await hasRows(page, 1);
  await page.getByRole('cell', { name: '+33 7 12 34 56 78' }).waitFor();
  assert.deepEqual(
    (await savedLines(page)).map((line) => line.split(',')[0]),
    ['phone', "'+33712345678"],
  );
  await page.getByRole('combobox', { name: 'Time' }).selectOption('yesterday');
  await page.getByRole('heading', { name: 'No matches' }).waitFor();
}

/** What an hour has cost is a line. */
async function filterLedger(page: Page): Promise<void> {
  await page.goto('/1/balance');
  await rowsOf(page).first().waitFor();
  await page.getByRole('combobox', { name: 'Time' }).selectOption('yesterday');
  await page.getByRole('heading', { name: 'No matches' }).waitFor();
  assert.equal((await savedLines(page)).length, 1);
}

/** A short list is saved as it is filtered in the page. */
async function saveKeys(page: Page): Promise<void> {
  for (const label of ['Shop', 'Stock']) {
    const key = { mode: 'test', bases: ['sms'], label };
    await callFrom(page, 'POST', '/api/accounts/1/operations/key-create', key);
  }
  await page.goto('/1/sms/api-settings');
  await page.getByRole('textbox', { name: 'Filter the keys' }).pressSequentially('stock');
  await hasRows(page, 1);
  const [heading = '', ...lines] = await savedLines(page);
  assert.match(heading, /^id,.*,label,prefix,/);
  assert.deepEqual(
    lines.map((line) => line.includes('Stock')),
    [true],
  );
}

/** Five addresses were put on the list, and two of them were released. */
const eventsOfSuppressions = 7;

/** Each address that was put on the list or released is an event. */
async function filterEvents(page: Page): Promise<void> {
  const url = 'https://webhooks.example/parley';
  await callFrom(page, 'POST', '/api/accounts/1/operations/endpoint-add', { url });
  for (const name of ['cleo', 'dora']) {
    const addresses = [`${name}@client.example`];
    await callFrom(page, 'POST', '/api/accounts/1/operations/suppression-add', { addresses });
  }
  await until(async () => {
    const list = '/api/accounts/1/operations/event-list?kind=suppression';
    const { events } = await callFrom(page, 'GET', list);
    return (events as unknown[]).length === eventsOfSuppressions ? true : undefined;
  });
  await page.goto('/1/webhooks?kind=suppression');
  const events = page.locator('[data-list=events]');
  await events.getByText(/^\d+ events?$/).waitFor();
  await page.getByRole('combobox', { name: 'Time' }).selectOption('yesterday');
  await page.getByRole('heading', { name: 'No matches' }).waitFor();
  await events.getByText('0 events').waitFor();
  await page.getByRole('combobox', { name: 'Time' }).selectOption('today');
  await events.getByText(`${eventsOfSuppressions} events`).waitFor();
  const rows = events.locator('[data-rows] > tr[tabindex]');
  await rows.nth(eventsOfSuppressions - 1).waitFor();
  assert.equal(await rows.count(), eventsOfSuppressions);
  const newest = await rows.allInnerTexts();
  await events.getByRole('columnheader', { name: 'When' }).getByRole('button').click();
  await page.waitForURL(/order=oldest/);
  await until(async () => {
    const oldest = await rows.allInnerTexts();
    return oldest.join() === newest.toReversed().join() ? true : undefined;
  });
  const [heading = '', ...lines] = await savedLines(page, events);
  assert.match(heading, /^id,kind,/);
  assert.equal(lines.length, eventsOfSuppressions);
}

const addresses = [
  '/1/sms/messages',
  '/1/email/messages',
  '/1/sms/stop-list',
  '/1/email/suppressions',
  '/1/sms/api-settings',
  '/1/webhooks',
  '/1/audit',
  '/console/audit',
];
/** How many entries a list has, and what they are called. */
const total = /^\d[\d\s,.]* \p{L}/u;

async function lookAtLists(world: BrowserWorld): Promise<void> {
  const faults: string[] = [];
  for (const look of looks) {
    await using watched = await world.open(look);
    const { page } = watched;
    for (const address of addresses) {
      await page.goto(address);
      await rowsOf(page).first().waitFor();
      await page.locator('[data-list]').getByText(total).first().waitFor();
      const name = `list${address.replace(/\W/g, '-')}-${look.viewport.width}`;
      faults.push(...(await watched.findShift()).map((fault) => `${name} ${fault}`));
      await watched.takePicture(name);
      faults.push(...(await watched.findFaults()), ...watched.complaints.splice(0));
      const tooMuch = await watched.widthTooMuch();
      if (tooMuch > 0) faults.push(`${name} scrolls ${tooMuch} px sideways`);
    }
  }
  assert.deepEqual(faults, []);
}
