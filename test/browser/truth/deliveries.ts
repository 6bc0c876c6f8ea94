/** Webhooks that are pending: wherever a page counts them, names them or says when they go. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { must } from '#core/assert.ts';
import type { BusyWorld } from '#test/harness/busy/world.ts';
import { callFrom } from '#test/harness/page-call.ts';
import { durationIn, factOf, figureIn, linesOf } from '#test/harness/shown-page.ts';

const account = '/api/accounts/1/operations';
const number = new Intl.NumberFormat('en');
const dayMs = 86_400_000;
const pendingAt = 'SELECT count(*) FROM job WHERE lane = ?';
const pendingEvents = "SELECT count(DISTINCT subject) FROM job WHERE lane LIKE 'webhook/%'";
const pendingDeliveries = "SELECT count(*) FROM job WHERE lane LIKE 'webhook/%'";

/** Where no time is told. */
const isNamed = new Set(['as soon as possible', 'when the endpoint is active again']);

/** How far `19:57:23` lies ahead, with the second that it tells; a time of yesterday is half a day behind. */
function clockAheadMs(clock: string, nowMs: number): number {
  const [hour = 0, minute = 0, second = 0] = clock.split(':').map(Number);
  const aheadMs = new Date(nowMs).setHours(hour, minute, second, 999) - nowMs;
  return aheadMs < -dayMs / 2 ? aheadMs + dayMs : aheadMs;
}

export function testDeliveries(busy: () => BusyWorld): void {
  test('each endpoint has its own name, and the count of its pending deliveries', async () => {
    const { world, endpoints, figure } = busy();
    await using watched = await world.open();
    const { page } = watched;
    await page.goto('/1/webhooks');
    const rows = await linesOf(page, 'Endpoints');
    assert.equal(new Set(endpoints.map(({ name }) => name)).size, endpoints.length);
    for (const { id, name } of endpoints) {
      const [row, ...others] = rows.filter((text) => text.includes(name));
      assert.deepEqual(others, []);
      const count = figure(pendingAt, `webhook/${id}`);
      assert.ok(count > 5_500, `${count}`);
      const cells = must(row, name).split(/\s*[\t\n]\s*/);
      assert.ok(cells.includes(number.format(count)), `${number.format(count)} in ${row}`);
    }
    await watched.takePicture('truth-webhooks.light.1280.en');
    watched.assertQuiet();
  });

  test('the page of an endpoint counts what is pending, and since when', async () => {
    const { world, endpoints, figure } = busy();
    await using watched = await world.open();
    const { page } = watched;
    for (const { id, name } of endpoints) {
      await page.goto(`/1/webhooks/${id}`);
      await page.getByRole('heading', { level: 1, name }).waitFor();
      assert.equal(figureIn(await factOf(page, 'Pending')), figure(pendingAt, `webhook/${id}`));
      const oldestAtMs = figure(
        `SELECT min(created_at) FROM webhook_event
          WHERE id IN (SELECT subject FROM job WHERE lane = ?)`,
        `webhook/${id}`,
      );
      const shown = page.locator('dl > div').filter({ hasText: 'Oldest pending' }).locator('time');
      assert.equal(await shown.getAttribute('datetime'), new Date(oldestAtMs).toISOString());
    }
    watched.assertQuiet();
  });

  test('no percentile of an endpoint is above its longest attempt', async () => {
    const { world, endpoints, figure } = busy();
    await using watched = await world.open();
    const { page } = watched;
    for (const { id } of endpoints.slice(0, 2)) {
      await page.goto(`/1/webhooks/${id}`);
      await page.getByText('95th percentile').first().waitFor();
      const median = durationIn(await factOf(page, 'Median'));
      const most = durationIn(await factOf(page, '95th percentile'));
      const longest = figure(
        'SELECT max(duration_ms) FROM webhook_attempt WHERE endpoint_id = ?',
        id,
      );
      assert.ok(median <= most && most <= longest, `${median}, ${most}, ${longest} ms`);
    }
    watched.assertQuiet();
  });

  test('events are found as not received exactly where a delivery is pending', async () => {
    const { world, figure, rows } = busy();
    await using watched = await world.open();
    const { page } = watched;
    await page.goto('/1/webhooks?outcome=undelivered');
    await page.getByText(`${number.format(figure(pendingEvents))} events`).waitFor();
    const endpoints = rows("SELECT id FROM webhook_endpoint WHERE source = 'extra'").length;
    for (const row of await linesOf(page, 'Events')) {
      assert.equal(row.match(/\bpending\b/g)?.length, endpoints, row);
      assert.match(row, /held \(#\d+\).*when the endpoint is active again/);
    }
    for (const outcome of ['nobody', 'delivered']) {
      await page.goto(`/1/webhooks?outcome=${outcome}`);
      await page.getByRole('heading', { name: 'No matches' }).waitFor();
    }
    assert.equal(figure('SELECT count(*) FROM webhook_event'), figure(pendingEvents));
    watched.assertQuiet();
  });

  test('the page of an event lists each endpoint at which it is pending', async () => {
    const { world, endpoints, figure } = busy();
    const event = figure("SELECT max(subject) FROM job WHERE lane LIKE 'webhook/%'");
    await using watched = await world.open();
    const { page } = watched;
    await page.goto(`/1/webhooks/events/${event}`);
    const shown = await linesOf(page, 'Deliveries');
    const pending = figure(`${pendingDeliveries} AND subject = ?`, event);
    assert.equal(shown.filter((row) => /\bpending\b/.test(row)).length, pending);
    for (const { name } of endpoints)
      assert.ok(
        shown.some((row) => row.includes(name)),
        name,
      );
    await watched.takePicture('truth-event.light.1280.en');
    watched.assertQuiet();
  });

  test('the story of a message ends with what is pending', async () => {
    const { world, endpoints, rows, figure } = busy();
    const [sent] = rows("SELECT id, event_ids FROM recipient WHERE state = 'delivered' LIMIT 1");
    const { id, event_ids: events } = must(sent, 'recipient that was delivered to');
    const ids = String(events).trim().split(' ').join(',');
    const pending = figure(`${pendingDeliveries} AND subject IN (${ids})`);
    await using watched = await world.open();
    const { page } = watched;
    await page.goto(`/1/sms/messages/${Math.floor(Number(id) / 512)}?place=${Number(id) % 512}`);
    for (const { name } of endpoints) {
      await page.getByText(`Delivery to endpoint ${name} is pending`).first().waitFor();
    }
    assert.equal(await page.getByText(/^Delivery to endpoint .* is pending/).count(), pending);
    await watched.takePicture('truth-story.light.1280.en');
    watched.assertQuiet();
  });

  test('the next attempt lies in the future wherever it is told', async () => {
    const { world } = busy();
    await using watched = await world.open();
    const { page } = watched;
    await page.goto('/1/webhooks');
    const askedAtMs = Date.now();
    const { events } = await callFrom(page, 'GET', `${account}/event-list`);
    const { endpoints } = await callFrom(page, 'GET', `${account}/endpoint-list`);
    type Next = { readonly nextAttemptAt: string | null };
    const told = [
      ...(events as { readonly deliveries: readonly Next[] }[]).flatMap((one) => one.deliveries),
      ...(endpoints as Next[]),
    ].flatMap(({ nextAttemptAt: at }) => (at === null ? [] : [Date.parse(at)]));
    assert.deepEqual(
      told.filter((atMs) => atMs <= askedAtMs),
      [],
    );
    for (const { id } of busy().endpoints) {
      await page.goto(`/1/webhooks/${id}`);
      await page.getByText('Next attempt', { exact: true }).waitFor();
      const shownAtMs = Date.now();
      const next = await factOf(page, 'Next attempt');
      if (!isNamed.has(next)) assert.ok(clockAheadMs(next, shownAtMs) >= 0, next);
    }
  });

  test('the overview counts endpoints that fail and deliveries that are pending', async () => {
    const { world, figure } = busy();
    await using watched = await world.open();
    const { page } = watched;
    await page.addInitScript(`localStorage.setItem('parley.mode', 'live')`);
    await page.goto('/1/home');
    const pending = number.format(figure(pendingDeliveries));
    await page.getByText(`${pending} deliveries are pending`).waitFor();
    const failing = figure(
      "SELECT count(*) FROM lane_state WHERE lane LIKE 'webhook/%' AND failing_since > 0",
    );
    assert.equal(failing, 3);
    assert.equal(figureIn(await factOf(page, 'Failing endpoints')), failing);
    watched.assertQuiet();
  });

  test('the doctor warns of them', async () => {
    const { world, endpoints, figure } = busy();
    const found = await world.folder.run(['doctor', '--json']);
    const { findings } = JSON.parse(found.out) as {
      readonly findings: readonly { of: string; verdict: string; says: string }[];
    };
    const { verdict, says } = must(
      findings.find(({ of }) => of === 'webhook endpoints'),
      'finding of endpoints',
    );
    assert.equal(verdict, 'warn');
    const failing = endpoints.slice(0, 3).map(({ id }) => `#${id}`);
    const pending = figure(pendingDeliveries);
    assert.equal(says, `3 fail (${failing.join(', ')}), 1 paused; pending deliveries: ${pending}.`);
  });
}
