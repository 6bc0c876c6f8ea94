/** The page of test phones: a phone is switched, and what is sent to it meets that. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser, openBrowserWorld } from '#test/harness/chromium.ts';

test('a phone that is switched off the network delivers nothing, until it is as usual again', {
  skip: noBrowser,
}, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await using watched = await world.open();
  const { page } = watched;
  await page.goto('/1/sms/phones');
  await page.getByRole('button', { name: /^\+33 6 39 98 00 02/ }).click();
  await page.getByRole('radio', { name: 'Unknown' }).check();
  await page.getByRole('button', { name: /^\+33 6 39 98 00 02 Unknown/ }).waitFor();
  await sendUntil(page, 'not delivered');

  await page.getByRole('button', { name: 'Back to normal' }).click();
  await page.getByRole('button', { name: /^\+33 6 39 98 00 02 On/ }).waitFor();
  await sendUntil(page, 'delivered');

  await page.getByRole('button', { name: '1 day on' }).click();
  await page.getByText('No test messages are waiting.').waitFor();

  await page.getByRole('button', { name: 'Receipts twice' }).click();
  await page.getByText('Done within a second.').waitFor();
  await page.getByRole('button', { name: 'Show this phone +33639980120' }).click();
  await page.getByText('No messages on this phone yet.').waitFor();
  assert.deepEqual(await watched.findFaults(), []);
  watched.assertQuiet();
});

/** The operator reads its switches within a second: what is sent at once may meet the one before. */
async function sendUntil(page: Page, state: string): Promise<void> {
  const messages = page.getByRole('log', { name: 'Messages on the phone' });
  const ended = messages.getByText(/^(not )?delivered$/);
  for (let before = await ended.count(); ; before += 1) {
    await page.getByRole('button', { name: 'Send now' }).click();
    await ended.nth(before).waitFor();
    if ((await messages.getByText(state, { exact: true }).count()) > 0) return;
  }
}
