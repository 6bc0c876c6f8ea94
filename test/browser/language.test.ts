/** A person's language is theirs, not a browser's: their other browsers speak it, and so do their letters. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { administrator, noBrowser, openBrowserWorld } from '#test/harness/chromium.ts';
import { callFrom } from '#test/harness/page-call.ts';

test('who chooses French is French everywhere, and is written to in French', {
  skip: noBrowser,
}, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await using watched = await world.open({ locale: 'en-GB' });
  const { page } = watched;
  await page.goto('/1/people');
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
  const menu = page.getByRole('button', { name: administrator.email });
  const french = page.getByRole('menuitem', { name: 'Français' });

  // Where it cannot be kept that is said, and the page speaks it all the same.
  let isBroken = true;
  await page.route(/\/api\/operations\/me-set$/, (route) =>
    isBroken ? route.abort() : route.fallback(),
  );
  await menu.click();
  await french.click();
  await page.getByRole('alert').waitFor();
  watched.complaints.splice(0);
  isBroken = false;
  await french.click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1, name: 'Personnes' }).waitFor();
  watched.assertQuiet();

  // In it they are written to, and so are those whom they invite.
  assert.partialDeepStrictEqual(await callFrom(page, 'GET', '/api/operations/me-show'), {
    user: { language: 'fr' },
  });

  await using other = await world.open({ locale: 'en-GB' });
  await other.page.goto('/1/people');
  await other.page.getByRole('heading', { level: 1, name: 'Personnes' }).waitFor();
  other.assertQuiet();
});

test('who sets up or joins in French gets French letters from then on', {
  skip: noBrowser,
}, async () => {
  await using world = await openBrowserWorld();
  await using watched = await world.open({ locale: 'fr-FR' });
  const { page } = watched;
  await page.goto(world.setupLink);
  await page.locator('input[type=email]').fill(administrator.email);
  await page.locator('input[type=password]').first().fill(administrator.password);
  await page.locator('button[type=submit]').click();
  await page.getByRole('heading', { level: 1, name: 'Accueil' }).waitFor();
  assert.partialDeepStrictEqual(await callFrom(page, 'GET', '/api/operations/me-show'), {
    user: { language: 'fr' },
  });
  watched.assertQuiet();
});
