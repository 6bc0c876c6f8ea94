/** How messages went and how soon: counts, shares and percentiles of statistics and of the overview. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { BusyWorld } from '#test/harness/busy/world.ts';
import { callFrom } from '#test/harness/page-call.ts';
import { durationIn, factOf, figureIn } from '#test/harness/shown-page.ts';

/** How long each took, of what arrived. */
const smsDelays = `SELECT changed_at - accepted_at AS ms FROM recipient
  JOIN message ON message.id = recipient.id / 512 WHERE state = 'delivered' AND test = 0`;
const mailDelays = `SELECT changed_at - accepted_at AS ms FROM mail
  JOIN email ON email.id = mail.id / 512 WHERE state = 'sent' AND test = 0`;
const liveRecipients = `recipient JOIN message ON message.id = recipient.id / 512 WHERE test = 0`;
const liveMails = `mail JOIN email ON email.id = mail.id / 512 WHERE test = 0 AND notice IS NULL`;

/** A bucket is told by its least value, and a duration by its first decimal. */
const sketchShare = 0.96;
const decimalMs = 100;

async function openLive(page: Page, address: string): Promise<void> {
  await page.addInitScript(`localStorage.setItem('parley.mode', 'live')`);
  await page.goto(address);
}

async function checkPercentiles(page: Page, { figure }: BusyWorld, delays: string): Promise<void> {
  const greatest = figure(`SELECT max(ms) FROM (${delays})`);
  const count = figure(`SELECT count(*) FROM (${delays})`);
  for (const [name, share] of [
    ['Median', 0.5],
    ['95th percentile', 0.95],
  ] as const) {
    const rank = Math.ceil(count * share) - 1;
    const exact = figure(`${delays} ORDER BY ms LIMIT 1 OFFSET ?`, rank);
    const shown = durationIn(await factOf(page, name));
    assert.ok(shown <= greatest, `${name}: ${shown} ms, and none took more than ${greatest}`);
    assert.ok(shown <= exact, `${name}: ${shown} ms in place of ${exact}`);
    assert.ok(shown >= exact * sketchShare - decimalMs, `${name}: ${shown} ms, not ${exact}`);
  }
}

export function testFigures(busy: () => BusyWorld): void {
  test('statistics of SMS count them by outcome, and no percentile is above the greatest delay', async () => {
    const made = busy();
    const { world, figure } = made;
    await using watched = await world.open();
    const { page } = watched;
    await openLive(page, '/1/sms/statistics?time=week&by=day');
    await page.getByRole('heading', { name: 'Messages', exact: true }).waitFor();
    const count = (state: string) =>
      figure(`SELECT count(*) FROM ${liveRecipients} AND state = ?`, state);
    const all = figure(`SELECT count(*) FROM ${liveRecipients}`);
    assert.equal(figureIn(await factOf(page, 'Messages')), all);
    assert.equal(figureIn(await factOf(page, 'Delivered')), count('delivered'));
    assert.equal(figureIn(await factOf(page, 'Not delivered')), count('not delivered'));
    assert.equal(figureIn(await factOf(page, 'In progress')), 0);
    await checkPercentiles(page, made, smsDelays);
    await watched.takePicture('truth-statistics-sms.light.1280.en');
    watched.assertQuiet();
  });

  test('parts and cost on the same page are those of SMS alone, after refunds', async () => {
    const { world, figure } = busy();
    await using watched = await world.open();
    const { page } = watched;
    await openLive(page, '/1/sms/statistics?time=week&by=day');
    await page.getByRole('heading', { name: 'Messages', exact: true }).waitFor();
    const parts = figure(`SELECT sum(parts) FROM ${liveRecipients}`);
    assert.equal(figureIn(await factOf(page, 'Segments')), parts);
    const cost = figure(`SELECT sum(recipient.cost)
      - (SELECT sum(amount) FROM movement WHERE kind = 'refund') FROM ${liveRecipients}`);
    assert.equal(figureIn(await factOf(page, 'Cost')), cost / 1_000_000);
    watched.assertQuiet();
  });

  test('statistics of emails count mails alone, each with its own cost', async () => {
    const made = busy();
    const { world, figure } = made;
    await using watched = await world.open();
    const { page } = watched;
    await openLive(page, '/1/email/statistics?time=week&by=day');
    await page.locator('.uplot canvas').first().waitFor();
    const count = (state: string) =>
      figure(`SELECT count(*) FROM ${liveMails} AND state = ?`, state);
    assert.equal(
      figureIn(await factOf(page, 'Emails')),
      figure(`SELECT count(*) FROM ${liveMails}`),
    );
    assert.equal(figureIn(await factOf(page, 'Delivered')), count('sent'));
    const cost = figure(`SELECT sum(mail.cost)
      - (SELECT sum(amount) FROM movement WHERE kind = 'email refund') FROM ${liveMails}`);
    assert.equal(figureIn(await factOf(page, 'Cost')), cost / 1_000_000);
    await checkPercentiles(page, made, mailDelays);
    await watched.takePicture('truth-statistics-email.light.1280.en');
    watched.assertQuiet();
  });

  test('the overview counts SMS, emails and calls apart', async () => {
    const { world, figure } = busy();
    await using watched = await world.open();
    const { page } = watched;
    await openLive(page, '/1/home');
    await page.getByText('in the last 7 days').nth(3).waitFor();
    const { since } = await callFrom(page, 'GET', '/api/accounts/1/operations/home-today');
    const sinceMs = Number(since);
    const sms = `SELECT sum(parts) FROM ${liveRecipients} AND accepted_at >= ?`;
    const mails = `SELECT count(*) FROM ${liveMails} AND accepted_at >= ?`;
    const calls = 'SELECT count(*) FROM call WHERE started_at >= ?';
    for (const [name, sql] of [
      ['SMS segments accepted', sms],
      ['Emails accepted', mails],
      ['Calls', calls],
    ] as const) {
      const [today = '', week = ''] = (await factOf(page, name)).split('\n');
      assert.equal(figureIn(today), figure(sql, sinceMs), name);
      assert.equal(figureIn(week), figure(sql, 0), name);
    }
    const ended = `SELECT count(*) FROM ${liveRecipients} AND state LIKE '%delivered'`;
    const delivered = `SELECT count(*) FROM ${liveRecipients} AND state = 'delivered'`;
    const share = Math.floor((figure(delivered) / figure(ended)) * 1_000) / 10;
    const [shown, of = ''] = (await factOf(page, 'Delivered')).split('\n');
    assert.equal(shown, `${share}%`);
    assert.match(of, /outcome is known/);
    assert.equal(figureIn(of), figure(ended));
    await watched.takePicture('truth-home.light.1280.en');
    watched.assertQuiet();
  });
}
