/** What pages show is what the database holds: deliveries that are pending, and when they are tried next. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { must } from '#core/assert.ts';
import {
  administrator,
  type BrowserWorld,
  noBrowser,
  openBrowserWorld,
} from '#test/harness/chromium.ts';
import { callFrom } from '#test/harness/page-call.ts';
import { until } from '#test/harness/pause.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

type World = {
  readonly world: BrowserWorld;
  readonly host: string;
  /** Of the endpoints, in the order in which they were added. */
  readonly ids: readonly number[];
  readonly messages: readonly number[];
};

const account = '/api/accounts/1';
const places = ['billing', 'crm', 'held'];

/** Two endpoints at one host that answer 500, one that is paused, and reports for all of them. */
async function openWorld(stack: AsyncDisposableStack): Promise<World> {
  const sink = stack.use(await openWebhookSink());
  sink.answer = 500;
  const world = stack.use(await openBrowserWorld({ PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' }));
  await world.setUp();
  await using watched = await world.open();
  const { page } = watched;
  await page.goto('/1/webhooks');
  const ids: number[] = [];
  for (const place of places) {
    const url = `${sink.url}/${place}`;
    const { endpoint } = await callFrom(page, 'POST', `${account}/operations/endpoint-add`, {
      url,
    });
    ids.push((endpoint as { readonly id: number }).id);
  }
  await callFrom(page, 'POST', `${account}/operations/endpoint-pause`, { endpoint: ids[2] });
  const messages: number[] = [];
  for (const text of ['One', 'Two', 'Three']) {
    const asked = { test: true, phones: ['+33639980001'], text, key: `truth-${text}` };
    const sent = await callFrom(page, 'POST', `${account}/operations/message-send`, asked);
    messages.push(Number(sent['messageId']));
  }
  const { host } = new URL(sink.url);
  await until(() => Promise.resolve(pendingIn(world).length >= 9 ? true : undefined));
  await sink.until(2);
  return { world, host, ids, messages };
}

type Pending = { readonly lane: string; readonly subject: number; readonly attempt: number };

/** As the database has them. */
function pendingIn({ folder }: BrowserWorld): readonly Pending[] {
  using database = new DatabaseSync(path.join(folder.path, 'parley.db'), { readOnly: true });
  const statement = database.prepare(
    "SELECT lane, subject, attempt FROM job WHERE lane LIKE 'webhook/%' ORDER BY id",
  );
  return statement.all() as Pending[];
}

function cells(page: Page, table: string): Promise<readonly string[]> {
  return page.getByRole('table', { name: table, exact: true }).locator('tbody tr').allInnerTexts();
}

suite('what pages show is what the database holds', { skip: noBrowser }, () => {
  const stack = new AsyncDisposableStack();
  let made: World;
  before(async () => {
    made = await openWorld(stack);
  });
  after(() => stack.disposeAsync());

  test('pending deliveries stand at each endpoint, told apart by name', async () => {
    const { world, host, ids } = made;
    await using watched = await world.open();
    const { page } = watched;
    await page.goto('/1/webhooks');
    const table = page.getByRole('table', { name: 'Endpoints' });
    await table.getByText('Paused', { exact: true }).waitFor();
    const rows = await cells(page, 'Endpoints');
    const pending = pendingIn(world);
    for (const [at, place] of places.entries()) {
      const name = `${host}/hook/${place} (#${ids[at]})`;
      const row = must(
        rows.find((text) => text.includes(name)),
        name,
      );
      const count = pending.filter(({ lane }) => lane === `webhook/${ids[at]}`).length;
      assert.equal(count, 3);
      assert.match(row, new RegExp(`\\b${count}\\b`));
    }
    await watched.takePicture('truth-webhooks.light.1280.en');
    await page.goto(`/1/webhooks/${ids[0]}`);
    const name = `${host}/hook/billing (#${ids[0]})`;
    await page.getByRole('heading', { level: 1, name }).waitFor();
    watched.assertQuiet();
  });

  test('each event names the endpoints at which it is pending, and is found as not received', async () => {
    const { world, host } = made;
    await using watched = await world.open();
    const { page } = watched;
    await page.goto('/1/webhooks?outcome=undelivered');
    const table = page.getByRole('table', { name: 'Events' });
    await table.getByText(/crm/).first().waitFor();
    const shown = await cells(page, 'Events');
    const events = new Set(pendingIn(world).map(({ subject }) => subject));
    assert.equal(shown.length, events.size);
    for (const row of shown) {
      assert.equal(row.match(/\bpending\b/g)?.length, 3, row);
      assert.match(row, /held \(#\d+\).*when the endpoint is active again/);
    }
    await page.goto('/1/webhooks?outcome=nobody');
    await page.getByRole('heading', { name: 'No matches' }).waitFor();
    await page.goto(`/1/webhooks/events/${[...events][0]}`);
    await page.getByRole('table', { name: 'Deliveries' }).getByText('pending').nth(2).waitFor();
    const deliveries = await cells(page, 'Deliveries');
    assert.equal(deliveries.filter((row) => row.includes(host)).length, 3);
    await watched.takePicture('truth-event.light.1280.en');
    watched.assertQuiet();
  });

  test('the story of a message ends with what is pending', async () => {
    const { world, messages, host, ids } = made;
    await using watched = await world.open();
    const { page } = watched;
    await page.goto(`/1/sms/messages/${messages[0]}`);
    for (const [at, place] of places.entries()) {
      const name = `${host}/hook/${place} (#${ids[at]})`;
      await page.getByText(`Delivery to endpoint ${name} is pending`).waitFor();
    }
    await watched.takePicture('truth-story.light.1280.en');
    watched.assertQuiet();
  });

  test('the next attempt lies in the future wherever it is told', async () => {
    const { world } = made;
    await using watched = await world.open();
    const { page } = watched;
    await page.goto('/1/webhooks');
    const askedAtMs = Date.now();
    const { events } = await callFrom(page, 'GET', `${account}/operations/event-list`);
    const { endpoints } = await callFrom(page, 'GET', `${account}/operations/endpoint-list`);
    type Next = { readonly nextAttemptAt: string | null };
    const told = [
      ...(events as { readonly deliveries: readonly Next[] }[]).flatMap((one) => one.deliveries),
      ...(endpoints as Next[]),
    ].flatMap(({ nextAttemptAt: at }) => (at === null ? [] : [Date.parse(at)]));
    assert.deepEqual(
      told.filter((atMs) => atMs <= askedAtMs),
      [],
    );
  });

  test('the overview and the doctor count them', async () => {
    const { world, ids } = made;
    await using watched = await world.open();
    const { page } = watched;
    await page.goto('/1/webhooks');
    const today = await callFrom(page, 'GET', `${account}/operations/home-today`);
    assert.equal(today['pendingDeliveries'], pendingIn(world).length);
    const found = await world.folder.run(['doctor', '--json']);
    const { findings } = JSON.parse(found.out) as {
      readonly findings: readonly { of: string; verdict: string; says: string }[];
    };
    const endpoints = must(
      findings.find(({ of }) => of === 'webhook endpoints'),
      'finding of endpoints',
    );
    assert.equal(endpoints.verdict, 'warn');
    const says = `2 fail (#${ids[0]}, #${ids[1]}), 1 paused; pending deliveries: 9.`;
    assert.equal(endpoints.says, says);
  });

  test('a session that was ended elsewhere says so on a page that asks for nothing', async () => {
    const { world } = made;
    await using watched = await world.open({ storageState: { cookies: [], origins: [] } });
    const { page } = watched;
    await page.goto('/sign-in');
    await page.locator('input[type=email]').fill(administrator.email);
    await page.locator('input[type=password]').fill(administrator.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.goto('/profile');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await using other = await world.open();
    await other.page.goto('/1/webhooks');
    await callFrom(other.page, 'POST', '/api/operations/session-end-others');
    await page
      .getByText('Your session has expired, or was ended in another browser. Sign in again')
      .waitFor();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await watched.takePicture('truth-session-ended.light.1280.en');
  });

  test('live mode shows no test phone', async () => {
    const { world } = made;
    await using watched = await world.open();
    const { page } = watched;
    await page.goto('/1/home');
    await page.getByRole('heading', { name: 'Test phone', exact: true }).waitFor();
    await page.getByRole('radiogroup').getByText('Live', { exact: true }).click();
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    assert.equal(await page.getByRole('heading', { name: 'Test phone', exact: true }).count(), 0);
    assert.equal(await page.getByRole('link', { name: 'Phones' }).count(), 0);
    await watched.takePicture('truth-home-live.light.1280.en');
    await page.goto('/1/sms/phones');
    await page.getByRole('button', { name: 'Switch to test mode' }).click();
    await page.getByRole('heading', { name: 'Test phone', exact: true }).waitFor();
    watched.assertQuiet();
  });

  test('in French, in the dark and on a phone they fit', async () => {
    const { world, messages, ids } = made;
    await using watched = await world.open({
      colorScheme: 'dark',
      locale: 'fr-FR',
      viewport: { width: 390, height: 900 },
    });
    const { page } = watched;
    const subject = pendingIn(world)[0]?.subject;
    for (const [name, address] of [
      ['webhooks', '/1/webhooks'],
      ['endpoint', `/1/webhooks/${ids[0]}`],
      ['event', `/1/webhooks/events/${subject}`],
      ['story', `/1/sms/messages/${messages[0]}`],
    ] as const) {
      await page.goto(address);
      await page
        .getByText(/en attente/i)
        .first()
        .waitFor();
      await watched.takePicture(`truth-${name}.dark.390.fr`);
      assert.deepEqual(await watched.findFaults(), []);
      assert.equal(await watched.widthTooMuch(), 0);
    }
    watched.assertQuiet();
  });
});
