/** A person's language is theirs, not a browser's: their other browsers speak it, and so do their letters. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  administrator,
  type BrowserWorld,
  noBrowser,
  openBrowserWorld,
} from '#test/harness/chromium.ts';
import { freeTcpPort } from '#test/harness/free-port.ts';
import { callFrom } from '#test/harness/page-call.ts';
import { pause } from '#test/harness/pause.ts';

test('who chooses French is French everywhere, and invites in French', {
  skip: noBrowser,
}, async () => {
  const port = String(await freeTcpPort());
  await using world = await openBrowserWorld({
    PARLEY_PORT: port,
    PARLEY_PUBLIC_URL: `http://localhost:${port}`,
  });
  await world.setUp();
  await using watched = await world.open({ locale: 'en-GB' });
  const { page } = watched;
  await page.goto('/1/people');
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
  const menu = page.getByRole('button', { name: administrator.email });
  const french = page.getByRole('menuitem', { name: 'Français' });

  // Where it cannot be kept that is said, and the page speaks it all the same.
  let isBroken = true;
  await page.route(/\/api\/me$/, (route) =>
    isBroken && route.request().method() === 'PATCH' ? route.abort() : route.fallback(),
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

  await callFrom(page, 'POST', '/api/accounts/1/invitations', {
    email: 'bob@example.com',
    role: 'viewer',
    mail: true,
  });
  assert.equal(await invitationSubject(world), 'Vous êtes invité sur Parley');

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
  assert.partialDeepStrictEqual(await callFrom(page, 'GET', '/api/me'), {
    user: { language: 'fr' },
  });
  watched.assertQuiet();
});

async function invitationSubject({ folder }: BrowserWorld): Promise<string> {
  for (;;) {
    const { mails } = (await folder.read('simulator', 'mails')) as {
      readonly mails: readonly { readonly subject: string }[];
    };
    const [mail] = mails;
    if (mail !== undefined) return mail.subject;
    await pause(200);
  }
}
