/** The dashboard by keys alone: sending, searching, sending an event again, inviting. */
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { noBrowser, openBrowserWorld } from '#test/harness/chromium.ts';

test('Ctrl-K finds a message by its phone, and Enter opens it', { skip: noBrowser }, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await using watched = await world.open();
  const { page } = watched;
  await page.goto('/');
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByText(/^Accepted as message \d+$/).waitFor();

  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Search' });
  await box.fill('06 39 98 00 01');
  await page.getByRole('option', { name: /Message \d+/ }).waitFor();
  await box.press('Enter');
  await page.waitForURL('**/1/sms/messages/1');
});

test('Ctrl-K finds pages of all products and opens the form of an action', {
  skip: noBrowser,
}, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await using watched = await world.open();
  const { page } = watched;
  const box = page.getByRole('combobox', { name: 'Search' });
  await page.goto('/1/home');
  for (const [typed, title, address, form] of [
    ['suppress', /^Suppressions/, '**/1/email/suppressions', undefined],
    ['operators', /^Operators/, '**/console/operators', undefined],
    ['add operator', /^Add an operator/, '**/console/operators?do=add', 'Add an operator'],
  ] as const) {
    await openSearch(page);
    await box.fill(typed);
    await page.getByRole('option', { name: title }).first().waitFor();
    await box.press('Enter');
    await page.waitForURL(address);
    if (form !== undefined) await page.getByRole('dialog').waitFor();
  }
  await page.goto('/1/home');
  await openSearch(page);
  await box.fill('key');
  await page.getByRole('option', { name: /^Create an API key for SMS/ }).click();
  await page.getByRole('dialog').waitFor();
  await watched.takePicture('action-key.light.1280.en');
  await page.keyboard.press('Escape');
  await page.waitForURL(/\/1\/sms\/api-settings$/);
  await openSearch(page);
  await box.fill('add');
  await page.getByRole('option', { name: /^Add a number/ }).waitFor();
  await watched.takePicture('search-actions.light.1280.en');
  watched.assertQuiet();
});

/** Once the page is there, which hears the keys. */
async function openSearch(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Control+k');
}

test('keys alone send a message, send its event again and invite a person', {
  skip: noBrowser,
}, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await using watched = await world.open({ locale: 'en-GB' });
  const { page } = watched;
  await page.goto('/1/home');
  await openPage(page, 'send', /^Send/);
  await sendByKeys(page);
  await openPage(page, 'webhooks', /^Webhooks/);
  await replayByKeys(page);
  await openPage(page, 'people', /^People/);
  await inviteByKeys(page);
  watched.assertQuiet();
});

/** By Ctrl-K, as far as its heading. */
async function openPage(page: Page, typed: string, title: RegExp): Promise<void> {
  await openSearch(page);
  await page.getByRole('combobox', { name: 'Search' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type(typed);
  await page
    .getByRole('option', { name: title })
    .and(page.locator('[aria-selected=true]'))
    .waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
}

async function sendByKeys(page: Page): Promise<void> {
  await reach(page, page.getByRole('textbox', { name: 'To' }));
  await page.keyboard.type('+33639980001');
  await reach(page, page.getByRole('textbox', { name: 'Message' }));
  await page.keyboard.type('Hello by keys');
  await reach(page, page.getByRole('button', { name: 'Send', exact: true }));
  await page.keyboard.press('Enter');
  await reach(page, page.getByRole('link', { name: 'See what happens' }));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/1/sms/messages/1');
  // Its receipt is an event.
  await page.getByRole('link', { name: 'See the event' }).first().waitFor();
}

async function replayByKeys(page: Page): Promise<void> {
  const events = page.locator('[data-list=events]');
  await reach(page, events.locator('[data-rows] > tr[tabindex]').first());
  await page.keyboard.press('x');
  await events.getByText('1 selected').waitFor();
  await reach(page, events.getByRole('button', { name: 'Send again' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const asked = page.getByRole('dialog', { name: 'Send these events again?' });
  await reach(page, asked.getByRole('button', { name: 'Send again' }));
  await page.keyboard.press('Enter');
  await page.getByText('1 event is sent again').waitFor();
}

async function inviteByKeys(page: Page): Promise<void> {
  await reach(page, page.getByRole('button', { name: 'Invite' }));
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog');
  await form.getByRole('textbox').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('bob@acme.example');
  await reach(page, form.getByRole('checkbox'));
  await page.keyboard.press('Space');
  await reach(page, form.getByRole('button', { name: 'Invite' }));
  await page.keyboard.press('Enter');
  await page.getByText(/\/join#/).waitFor();
}

/** More than any page has stops. */
const stopsMax = 100;

/** Tab by Tab, until it has the focus. */
async function reach(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await target.waitFor();
  const reached = target.and(page.locator(':focus'));
  for (let stops = 0; stops < stopsMax; stops += 1) {
    if ((await reached.count()) > 0) return;
    await page.keyboard.press(key);
  }
  throw new Error(`No Tab reaches ${String(target)}`);
}
