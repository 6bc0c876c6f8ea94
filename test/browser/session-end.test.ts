/** Who is about to be signed out is told in time, and may do something about it. */
import { suite, test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser, openBrowserWorld } from '#test/harness/chromium.ts';

/** The server's answer, with another end. */
async function change(page: Page, session: Record<string, number>): Promise<void> {
  await page.route('**/api/operations/me-show', async (route) => {
    const response = await route.fetch();
    const me = (await response.json()) as { readonly session: object };
    await route.fulfill({ response, json: { ...me, session: { ...me.session, ...session } } });
  });
}

suite('before a session ends', { skip: noBrowser }, () => {
  test('who did nothing is asked whether they are there, and may stay', async () => {
    await using world = await openBrowserWorld();
    await world.setUp();
    await using watched = await world.open();
    const { page } = watched;
    await change(page, { idleMs: 121_000 });
    await page.goto('/1/sms/calls');
    const dialog = page.getByRole('dialog', { name: 'Still there?' });
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Stay signed in' }).click();
    await dialog.waitFor({ state: 'detached' });
    watched.assertQuiet();
  });

  test('who must go is told so, finishes, and signs in again', async () => {
    await using world = await openBrowserWorld();
    await world.setUp();
    await using watched = await world.open();
    const { page } = watched;
    await change(page, { endsInMs: 110_000 });
    await page.goto('/1/sms/calls');
    const dialog = page.getByRole('dialog', { name: 'Your session ends' });
    await dialog.waitFor();
    await dialog.getByRole('button', { name: 'Finish first' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.reload();
    await dialog.getByRole('button', { name: 'Sign in again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  });
});
