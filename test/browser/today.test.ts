/** The home page of an account that is live: how today goes, in place of trying it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { must } from '#core/assert.ts';
import { type BrowserWorld, noBrowser, openBrowserWorld } from '#test/harness/chromium.ts';
import { aMatch, anAcceptance, anEvent, aSubmit, money } from '#test/harness/records.ts';
import { openStorageBeside } from '#test/harness/storage-beside.ts';

const hourMs = 3_600_000;

/** A live message of the demo account, and its report, as a server stores them. */
async function sendLive({ folder }: BrowserWorld): Promise<void> {
  await using storage = await openStorageBeside(folder.path);
  const account = must(await storage.accounts.findAccount(1), 'demo account');
  const nowMs = Date.now();
  const funds = {
    accountId: 1,
    purse: 'live',
    kind: 'top-up',
    actor: 'test',
    atMs: nowMs,
  } as const;
  await storage.accounts.move({ ...funds, amount: money(10_000_000) });
  const acceptance = anAcceptance(account, 900_001, {
    message: { acceptedAtMs: nowMs, validUntilMs: nowMs + 86_400_000 },
  });
  await storage.messages.acceptMessages([acceptance]);
  const submit = aSubmit(acceptance, { submittedAtMs: nowMs });
  const receipt = aMatch(submit, anEvent(900_001));
  await storage.messages.recordFacts({ submits: [submit], receipts: [], refusals: [] });
  await storage.messages.recordFacts({ submits: [], receipts: [receipt], refusals: [] });
  // As it is counted half a minute later.
  const counted = {
    accountId: 1,
    purse: 'live',
    startsAtMs: nowMs - (nowMs % hourMs),
    country: 'FR',
    operatorId: 1,
    state: 'delivered',
    detail: '1000',
    messages: 1,
    parts: 1,
    cost: money(38_000),
  } as const;
  const turn = await storage.messages.takeTurn();
  await turn.commit({ changes: [counted], open: [], ended: [] });
}

test('home says how today goes once something live was sent', { skip: noBrowser }, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await sendLive(world);
  await using watched = await world.open();
  const { page } = watched;
  await page.goto('/');
  await page.getByRole('heading', { name: 'Today in live mode' }).waitFor();
  await page.getByText('100%', { exact: true }).waitFor();
  await page.getByText('Of 1 phone whose outcome is known').waitFor();
  await page.getByText(/^[\d,]+ days$/).waitFor();
  assert.equal(await page.getByText('Send a first SMS').count(), 0);
  await page.getByText('1 in the last 7 days').first().waitFor();
  await page.getByText('Nothing failed in the last 7 days.').waitFor();
  await page.getByRole('heading', { name: 'Health' }).waitFor();
  assert.deepEqual(await watched.findFaults(), []);
  await watched.takePicture('home-live.light.1280.en');
  await page.getByRole('button', { name: 'Test phones' }).click();
  await page.getByRole('heading', { level: 1, name: 'Phones' }).waitFor();
  watched.assertQuiet();
  await showsWhatItCounts(page);
  await goThroughSteps(page);
  await lookAround(world);
});

/** Its figures are of live mode, and so is the list behind each of them. */
async function showsWhatItCounts(page: Page): Promise<void> {
  await page.goto('/1/home');
  await page.getByRole('link', { name: 'SMS segments accepted' }).click();
  await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor();
  assert.ok(await page.getByRole('radio', { name: 'Live' }).isChecked());
  await page.getByRole('radiogroup').getByText('Test', { exact: true }).click();
}

/** The first steps are one click away, and each step before going live leads to its page. */
async function goThroughSteps(page: Page): Promise<void> {
  await page.goto('/1/home');
  await page.getByRole('radiogroup').getByText('Live', { exact: true }).click();
  await page.getByRole('button', { name: 'First steps' }).click();
  await page.getByText('Send a first SMS').waitFor();
  await page.getByRole('radiogroup').getByText('Live', { exact: true }).click();
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Test phone', exact: true }).count(), 0);
  await page.getByRole('link', { name: 'Open Domains' }).click();
  await page.getByRole('heading', { level: 1, name: 'Domains' }).waitFor();
}

async function lookAround(world: BrowserWorld): Promise<void> {
  for (const [name, width, colorScheme, locale] of [
    ['home-live.dark.390.fr', 390, 'dark', 'fr-FR'],
    ['home-live.light.1920.en', 1_920, 'light', 'en-GB'],
  ] as const) {
    await using watched = await world.open({
      colorScheme,
      locale,
      viewport: { width, height: 900 },
    });
    await watched.page.goto('/1/home');
    await watched.page.getByRole('heading', { name: /^(?:Health|Santé)$/ }).waitFor();
    await watched.page.waitForLoadState('load');
    await watched.takePicture(name);
    assert.equal(await watched.widthTooMuch(), 0);
    assert.deepEqual(await watched.findFaults(), []);
    watched.assertQuiet();
  }
}
