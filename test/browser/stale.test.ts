/** What a page has read stays where it cannot be read anew, and says so; where nothing was read, nothing is claimed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser, openBrowserWorld } from '#test/harness/chromium.ts';

const failed = {
  message: 'Something broke here.',
  word: 'something broke',
  requestId: 'req-1',
};

/** While it is broken such requests get a 500; the answer mends them. */
async function breakAll(page: Page, path: RegExp): Promise<() => void> {
  let isBroken = true;
  await page.route(path, (route) =>
    isBroken ? route.fulfill({ status: 500, json: failed }) : route.fallback(),
  );
  return () => {
    isBroken = false;
  };
}

test('a failed reading is told beside what was read before', { skip: noBrowser }, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await using watched = await world.open({ viewport: { width: 360, height: 900 } });
  const { page } = watched;
  const note = page.getByText(/Reloading failed\..*Something broke here\..*Request req-1/);

  // This page looks again every five seconds.
  await page.goto('/console/system');
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  const mendSystem = await breakAll(page, /\/api\/operations\/cluster$/);
  await note.waitFor();
  await page.getByRole('heading', { name: 'Settings' }).waitFor();
  assert.equal(await watched.widthTooMuch(), 0);
  assert.deepEqual(await watched.findFaults(), []);
  await watched.takePicture('stale-system');
  mendSystem();
  await page.getByRole('button', { name: 'Try again' }).click();
  await note.waitFor({ state: 'detached' });

  // A list that hears of something new and cannot ask for it.
  await page.goto('/1/sms/stop-list');
  await page.getByRole('heading', { name: 'No phone has opted out' }).waitFor();
  await page.goto('/1/sms/stop-list?phone=33612345678');
  await page.getByRole('heading', { name: 'No matches' }).waitFor();

  // A phone of which nothing could be read does not say that nothing has come to it.
  const mendPhone = await breakAll(page, /\/api\/accounts\/1\/operations\/message-list\?/);
  await page.goto('/1/home');
  await page
    .getByText(/This could not be shown\. Something broke here\./)
    .first()
    .waitFor();
  assert.equal(await page.getByText('No messages on this phone yet').count(), 0);
  mendPhone();
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await page.getByText(/No messages on this phone yet/).waitFor();
});
