/** An endpoint is held and goes on, its events are sent once more by a filter, and a failure of either is seen. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser, openBrowserWorld, type WatchedPage } from '#test/harness/chromium.ts';
import { callFrom } from '#test/harness/page-call.ts';
import { until } from '#test/harness/pause.ts';
import { openWebhookSink } from '#test/harness/webhook-sink.ts';

async function breakOnce(page: Page, path: RegExp): Promise<void> {
  let isBroken = false;
  await page.route(path, async (route) => {
    if (isBroken || route.request().method() !== 'POST') return route.fallback();
    isBroken = true;
    await route.abort();
  });
}

test('a held endpoint goes on as somebody says, and gets again what fits a filter', {
  skip: noBrowser,
}, async () => {
  await using sink = await openWebhookSink();
  await using world = await openBrowserWorld({ PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' });
  await world.setUp();
  await using watched = await world.open({ viewport: { width: 1_280, height: 900 } });
  const { page } = watched;
  await page.goto('/1/webhooks');
  const added = await callFrom(page, 'POST', '/api/accounts/1/operations/endpoint-add', {
    url: sink.url,
  });
  const { id } = added['endpoint'] as { readonly id: number };
  await callFrom(page, 'POST', '/api/accounts/1/operations/endpoint-pause', { endpoint: id });
  await sendOne(page);
  await untilOwed(page, id);

  await page.goto(`/1/webhooks/${id}`);
  await resume(watched, id);
  await filterEvents(page);
  await page.goto(`/1/webhooks/${id}`);
  assert.equal(sink.received.length, 0);
  await replay(watched);
  const received = await until(() => Promise.resolve(sink.received[0]));
  assert.match(received.body, /"status":"delivered"/);
  watched.assertQuiet();

  await using small = await world.open({
    colorScheme: 'dark',
    locale: 'fr-FR',
    viewport: { width: 360, height: 900 },
  });
  await small.page.goto(`/1/webhooks/${id}`);
  await small.page.getByRole('heading', { name: 'Renvois' }).waitFor();
  await small.takePicture('endpoint-replays.dark.360.fr');
  assert.deepEqual(await small.findFaults(), []);
  assert.equal(await small.widthTooMuch(), 0);
  await small.page.getByRole('button', { name: 'Renvoyer…' }).click();
  await small.page.getByLabel('Lesquels').waitFor();
  await small.takePicture('endpoint-replay-form.dark.360.fr');
  assert.deepEqual(await small.findFaults(), []);
  small.assertQuiet();
});

async function sendOne(page: Page): Promise<void> {
  await page.goto('/1/home');
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByText(/^Accepted as message \d+$/).waitFor();
}

/** The report comes a moment after the message. */
async function untilOwed(page: Page, id: number): Promise<void> {
  await page.goto(`/1/webhooks/${id}`);
  await until(async () => ((await owedTo(page, id)) > 0 ? true : undefined));
}

async function owedTo(page: Page, id: number): Promise<number> {
  const { endpoint } = await callFrom(
    page,
    'GET',
    `/api/accounts/1/operations/endpoint-show?endpoint=${id}`,
  );
  return (endpoint as { readonly owed: number }).owed;
}

async function resume(watched: WatchedPage, id: number): Promise<void> {
  const { page } = watched;
  await page.reload();
  await page.getByRole('button', { name: 'Resume' }).click();
  const asked = page.getByRole('dialog');
  await asked.getByText('Pending events: 1').waitFor();
  await asked.getByRole('radio', { name: 'Send only newer events' }).check();
  await asked.getByRole('textbox', { name: 'Newer than' }).waitFor();
  await asked.getByText(/Of 1 pending events, those from before .* are dropped/).waitFor();
  await watched.takePicture('endpoint-resume');
  await asked.getByRole('radio', { name: 'Send none' }).check();
  await asked.getByText('All 1 pending events are dropped.').waitFor();
  await breakOnce(page, /\/endpoint-resume$/);
  await asked.getByRole('button', { name: 'Resume' }).click();
  await asked
    .getByRole('alert')
    .getByText(/did not answer/)
    .waitFor();
  watched.complaints.splice(0);
  await asked.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  // Its lane drops them one by one, and does so at once.
  await until(async () => ((await owedTo(page, id)) === 0 ? true : undefined));
}

async function filterEvents(page: Page): Promise<void> {
  await page.goto('/1/webhooks');
  const events = page.getByRole('table', { name: 'Events' });
  await events.getByText('dlr').first().waitFor();
  await page.getByRole('combobox', { name: 'Event', exact: true }).selectOption('reply');
  await page.getByRole('heading', { name: 'No matches' }).waitFor();
  assert.match(page.url(), /kind=reply/);
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await page.getByRole('combobox', { name: 'Deliveries' }).selectOption('undelivered');
  await page.waitForURL(/outcome=undelivered/);
  await events.getByText('dlr').first().waitFor();
}

async function replay(watched: WatchedPage): Promise<void> {
  const { page } = watched;
  await page.getByRole('button', { name: 'Send again…' }).click();
  const asked = page.getByRole('dialog', { name: 'Send events again' });
  await asked.getByLabel('Events').fill('calls');
  await asked.getByLabel('Which').selectOption('any');
  await asked.getByRole('button', { name: 'Send again' }).click();
  // The field that was refused is a reply of 400, which browsers write down.
  await asked.locator('[aria-invalid=true]').waitFor();
  watched.complaints.splice(0);
  await asked.getByLabel('Events').fill('dlr');
  await watched.takePicture('endpoint-replay-form');
  await asked.getByRole('button', { name: 'Send again' }).click();
  const list = page.getByRole('table', { name: 'Sent again' });
  await list.getByText('done').waitFor();
  await list.getByText(/received or not · dlr/).waitFor();
  const made = await callFrom(page, 'GET', '/api/accounts/1/operations/endpoint-replays');
  assert.partialDeepStrictEqual(made['replays'], [{ state: 'done', made: 1, outcome: 'any' }]);
  await watched.takePicture('endpoint-replays');
}
