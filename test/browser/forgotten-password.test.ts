/** Who forgot their password comes back by a mail, which the built-in catcher catches here. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import {
  administrator,
  type BrowserWorld,
  noBrowser,
  openBrowserWorld,
} from '#test/harness/chromium.ts';
import { freeTcpPort } from '#test/harness/free-port.ts';
import { mailedLink } from '#test/harness/mailed-link.ts';
import { setUpWithApp } from '#test/harness/set-up-with-app.ts';

const looks = [
  { colorScheme: 'light', locale: 'en-GB', viewport: { width: 1_280, height: 900 } },
  { colorScheme: 'dark', locale: 'fr-FR', viewport: { width: 360, height: 900 } },
] as const;
const other = 'quite another long sentence';

test('a forgotten password is set anew by a mailed link, and the second factor is still asked for', {
  skip: noBrowser,
}, async () => {
  const port = String(await freeTcpPort());
  await using world = await openBrowserWorld({
    PARLEY_PORT: port,
    PARLEY_PUBLIC_URL: `http://localhost:${port}`,
  });
  const recovery = await withApp(world);
  const said = await world.folder.read('user', 'reset', administrator.email);
  // Caught mail is on its way to nobody.
  assert.equal(said['mailed'], false);
  assert.equal(await mailedLink(world, 'Restore your access to Parley'), said['link']);
  await assertLooks(world, /^(?:Enter the email address|Saisissez l’adresse)/);

  await using coming = await world.open();
  const { page } = coming;
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email address').fill(administrator.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page
    .getByText(
      'If the address is known, an email with the link was sent. Check the spam folder as well. At most three such emails are sent in an hour',
    )
    .waitFor();

  const link = await mailedLink(world, 'Reset your Parley password');
  assertNotStored(world, link);
  await page.goto(link);
  await page.getByText(`Choose a new password for ${administrator.email}`).waitFor();
  await page.locator('input[type=password]').fill(other);
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page
    .getByText(
      'Your password was changed, and your sessions have ended. Sign in with the new password',
    )
    .waitFor();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('input[type=email]').fill(administrator.email);
  await page.locator('input[type=password]').fill(other);
  const enter = page.getByRole('button', { name: 'Sign in', exact: true });
  await enter.click();
  await page.getByLabel('Code').fill(recovery);
  await enter.click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  // That the code was missing the browser notes down itself.
  assert.deepEqual(
    coming.complaints.filter((text) => !text.includes('401')),
    [],
  );
});

test('where nothing is mailed the page says how else one comes back in', {
  skip: noBrowser,
}, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await assertLooks(world, /^parley user reset EMAIL$/);
});

async function assertLooks(world: BrowserWorld, shown: RegExp): Promise<void> {
  for (const look of looks) {
    await using watched = await world.open({ ...look, storageState: { cookies: [], origins: [] } });
    for (const address of ['/sign-in', '/forgot']) {
      await watched.page.goto(address);
      const sight =
        address === '/forgot' ? watched.page.getByText(shown) : watched.page.locator('form');
      await sight.first().waitFor();
      await watched.takePicture(`${address.slice(1)}-${shown.source.length}-${look.locale}`);
      assert.deepEqual(await watched.findFaults(), []);
      assert.equal((await watched.widthTooMuch()) > 0, false, `${address} scrolls sideways`);
    }
    watched.assertQuiet();
  }
}

async function withApp(world: BrowserWorld): Promise<string> {
  await using watched = await world.open();
  return await setUpWithApp(watched, world);
}

/** A reader of the storage finds it in the catcher alone, which is the mailbox here. */
function assertNotStored({ folder }: BrowserWorld, link: string): void {
  using db = new DatabaseSync(path.join(folder.path, 'parley.db'), { readOnly: true });
  const tables = ['email', 'email_content', 'mail', 'mail_fact', 'mail_attempt', 'user_link'];
  const rows = tables.flatMap((table) => db.prepare(`SELECT * FROM ${table}`).all());
  assert.ok(rows.length >= tables.length);
  assert.ok(!JSON.stringify(rows).includes(link.split('#')[1] ?? ''));
}
