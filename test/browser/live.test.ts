/** What happens is seen while it happens: the chain of a message, lists that do not jump, and a lost stream. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type BrowserWorld, noBrowser, openBrowserWorld } from '#test/harness/chromium.ts';

async function openHome(world: BrowserWorld) {
  const watched = await world.open();
  await watched.page.goto('/1/home');
  await watched.page.getByRole('button', { name: 'Send now' }).waitFor();
  return watched;
}

async function sendOne(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByText(/^Accepted as message \d+$/).waitFor();
}

/** Whether somebody sees the tab, as the browser would tell the page. */
async function show(page: Page, isShown: boolean): Promise<void> {
  await page.evaluate(`
    Object.defineProperty(document, 'hidden', { configurable: true, value: ${!isShown} });
    document.dispatchEvent(new Event('visibilitychange'));
  `);
}

/** Some 6,000 messages, and three moments or events of each. */
async function flood(url: string, apiKey: string): Promise<void> {
  for (let n = 0; n < 15; n += 1) {
    const phones = Array.from({ length: 400 }, (_, at) => `+336399${80_000 + n * 400 + at}`);
    const body = JSON.stringify({ apiKey, phoneNumbers: phones.join(','), message: 'Hello' });
    const reply = await fetch(`${url}/v1/send`, { method: 'POST', body });
    assert.equal(reply.status, 200, await reply.text());
  }
}

function isStream(request: { url(): string }): boolean {
  return request.url().endsWith('/event-live');
}

suite('live pages', { skip: noBrowser }, () => {
  test('home tells each step of a message, and a line opens to its JSON', async () => {
    await using world = await openBrowserWorld();
    await world.setUp();
    await using watched = await openHome(world);
    const { page } = watched;
    await sendOne(page);
    const log = page.getByRole('log', { name: 'Events, the newest first' });
    const chain = ['webhook.attempted', 'dlr', 'message.submitted', 'message.accepted'];
    for (const kind of chain) await log.getByText(kind, { exact: true }).waitFor();
    await log.getByText('message.accepted', { exact: true }).click();
    await log.getByText(/"phones": \[/).waitFor();
    // While a line is open, what is new waits.
    await sendOne(page);
    const news = page.getByRole('button', { name: /^\d+ new$/ });
    await news.waitFor();
    assert.equal(await log.getByText('message.accepted', { exact: true }).count(), 1);
    await news.click();
    await log.getByText('message.accepted', { exact: true }).nth(1).waitFor();
    // What is stored is told in the same words.
    await page.reload();
    for (const kind of chain) await log.getByText(kind, { exact: true }).nth(1).waitFor();
    assert.equal(await log.getByText('message.accepted', { exact: true }).count(), 2);
    watched.assertQuiet();
  });

  test('rows of a list change in place, and new ones wait behind a button', async () => {
    await using world = await openBrowserWorld();
    await world.setUp();
    await using home = await openHome(world);
    await sendOne(home.page);
    await using watched = await world.open();
    const { page } = watched;
    await page.goto('/1/sms/messages');
    const rows = page.locator('tbody tr');
    await rows.first().waitFor();
    assert.equal(await rows.count(), 1);
    await sendOne(home.page);
    await page.getByRole('button', { name: '1 new' }).waitFor();
    assert.equal(await rows.count(), 1);
    await page.getByRole('button', { name: '1 new' }).click();
    await rows.nth(1).waitFor();
    await page.getByRole('button', { name: '1 new' }).waitFor({ state: 'detached' });
    watched.assertQuiet();
  });

  test('a lost stream is told of, and goes on where it stood', async () => {
    await using world = await openBrowserWorld();
    await world.setUp();
    await using home = await openHome(world);
    await sendOne(home.page);
    await using watched = await world.open();
    const { page } = watched;
    let isCut = true;
    const asked: (string | undefined)[] = [];
    await page.route('**/api/accounts/1/operations/event-live', (route) => {
      asked.push(route.request().headers()['x-background']);
      return isCut ? route.abort() : route.continue();
    });
    await page.goto('/1/sms/messages');
    await page.locator('tbody tr').first().waitFor();
    const paused = page.getByText(/^Live updates are paused since /);
    await paused.waitFor();
    await sendOne(home.page);
    assert.equal(await page.getByRole('button', { name: '1 new' }).count(), 0);
    isCut = false;
    await page.getByRole('button', { name: '1 new' }).waitFor();
    await paused.waitFor({ state: 'detached' });
    assert.deepEqual(new Set(asked), new Set(['1']), 'a stream keeps no session alive');
  });

  test('a tab that nobody sees gives its stream back, and resumes when it is seen', async () => {
    await using world = await openBrowserWorld();
    await world.setUp();
    await using watched = await openHome(world);
    const { page } = watched;
    await sendOne(page);
    await page.getByText('webhook.attempted', { exact: true }).waitFor();
    const given = page.waitForEvent('requestfailed', isStream);
    await show(page, false);
    assert.match((await given).failure()?.errorText ?? '', /ABORTED/);
    const again = page.waitForRequest(isStream);
    await show(page, true);
    const { 'last-event-id': cursor } = (await again).headers();
    assert.match(cursor ?? '', /^[\w-]{4,}$/);
  });

  test('a flood of events is sampled, said so, and leaves the page usable', async () => {
    await using world = await openBrowserWorld();
    await world.setUp();
    await world.folder.run(['account', 'topup', '1', '5000', '--test']);
    await using watched = await openHome(world);
    const { page } = watched;
    await page.evaluate(`
      window.longTasks = 0;
      new PerformanceObserver((list) => { window.longTasks += list.getEntries().length; })
        .observe({ entryTypes: ['longtask'] });
    `);
    const key = /test_\w+/.exec((await page.locator('pre').first().textContent()) ?? '')?.[0] ?? '';
    const sampled = page.getByText(/Many events: one in \d+ is shown/).waitFor();
    await flood(world.url, key);
    await sampled;
    const log = page.getByRole('log', { name: 'Events, the newest first' });
    assert.ok((await log.getByRole('button').count()) <= 100);
    await log.getByText('message.submitted', { exact: true }).first().click();
    await log.getByText(/"remoteId": /).waitFor();
    // Fewer than a fourth of the pieces that came: a page that was busy with each would have one for each.
    const longTasks = await page.evaluate<number>('window.longTasks');
    assert.ok(longTasks < 100, `${longTasks} long tasks`);
    watched.assertQuiet();
  });

  test('many pages in one tab share one stream', async () => {
    await using world = await openBrowserWorld();
    await world.setUp();
    await using watched = await world.open();
    const { page } = watched;
    let streams = 0;
    page.on('request', (request) => {
      if (isStream(request)) streams += 1;
    });
    await page.goto('/1/home');
    await page.getByRole('button', { name: 'Send now' }).waitFor();
    for (const name of ['Messages', 'Replies', 'Calls']) {
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
    }
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await sendOne(page);
    await page.getByText('webhook.attempted', { exact: true }).waitFor();
    assert.equal(streams, 1);
    watched.assertQuiet();
  });
});
