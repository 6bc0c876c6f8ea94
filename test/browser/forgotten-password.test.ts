/** Who forgot their password comes back by a mail, which the built-in catcher catches here. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { must } from '#core/assert.ts';
import { totpCode } from '#people/totp.ts';
import {
  administrator,
  type BrowserWorld,
  noBrowser,
  openBrowserWorld,
  type WatchedPage,
} from '#test/harness/chromium.ts';
import { freeTcpPort } from '#test/harness/free-port.ts';
import { pause } from '#test/harness/pause.ts';

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
  const recovery = await setUpWithApp(world);
  const said = await world.folder.read('user', 'reset', administrator.email);
  // Caught mail is on its way to nobody.
  assert.equal(said['mailed'], false);
  assert.equal(await mailedLink(world, 'Your way back into Parley'), said['link']);
  await assertLooks(world, /^(?:Enter the address|Saisissez l’adresse)/);

  await using coming = await world.open();
  const { page } = coming;
  await page.goto('/sign-in');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('E-mail address').fill(administrator.email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('a mail with the link is on its way').waitFor();

  const link = await mailedLink(world, 'Another password for Parley');
  assertNotStored(world, link);
  await page.goto(link);
  await page.getByText(`Choose a new password for ${administrator.email}`).waitFor();
  await page.locator('input[type=password]').fill(other);
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByText('Your password is changed').waitFor();
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('input[type=email]').fill(administrator.email);
  await page.locator('input[type=password]').fill(other);
  const enter = page.getByRole('button', { name: 'Sign in', exact: true });
  await enter.click();
  await page.getByLabel('Code').fill(recovery);
  await enter.click();
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

/** Whoever reads the storage finds it in the catcher alone, which is the mailbox here. */
function assertNotStored({ folder }: BrowserWorld, link: string): void {
  using db = new DatabaseSync(path.join(folder.path, 'parley.db'), { readOnly: true });
  const tables = ['email', 'email_content', 'mail', 'mail_fact', 'mail_attempt', 'user_link'];
  const rows = tables.flatMap((table) => db.prepare(`SELECT * FROM ${table}`).all());
  assert.ok(rows.length >= tables.length);
  assert.ok(!JSON.stringify(rows).includes(link.split('#')[1] ?? ''));
}

/** Makes the administrator with an authenticator app; one of their recovery codes. */
async function setUpWithApp(world: BrowserWorld): Promise<string> {
  await using watched: WatchedPage = await world.open();
  const { page } = watched;
  await page.goto(world.setupLink);
  await page.locator('input[type=email]').fill(administrator.email);
  await page.locator('input[type=password]').first().fill(administrator.password);
  await page.getByRole('button', { name: 'Create the administrator' }).click();
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' });
  const shown = await dialog.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  const secret = must(shown, 'secret').replaceAll(' ', '');
  await dialog.getByLabel('Code').fill(totpCode(secret, Math.floor(Date.now() / 30_000)));
  await dialog.getByRole('button', { name: 'Add an authenticator app' }).click();
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  const code = codes.getByText(/^[a-z2-7-]{24,}$/i).first();
  return must(await code.textContent(), 'recovery code');
}

/** It is sent after the page was answered. */
async function mailedLink({ folder }: BrowserWorld, wanted: string): Promise<string> {
  for (;;) {
    const { mails } = (await folder.read('simulator', 'mails')) as {
      readonly mails: readonly { readonly id: number; readonly subject: string }[];
    };
    const mail = mails.find(({ subject }) => subject === wanted);
    const { out } = mail
      ? await folder.run(['simulator', 'mails', 'show', `${mail.id}`])
      : { out: '' };
    const link = /http:\S+\/join#[\w-]{43}/.exec(out)?.[0];
    if (link !== undefined) return link;
    await pause(200);
  }
}
