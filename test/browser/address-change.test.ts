/** Another address to sign in by, from the profile to the link in its mail, which the built-in catcher catches here. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { Browser } from '#test/harness/browser.ts';
import {
  administrator,
  type BrowserWorld,
  noBrowser,
  openBrowserWorld,
  type WatchedPage,
} from '#test/harness/chromium.ts';
import { freeTcpPort } from '#test/harness/free-port.ts';
import { mailedLink } from '#test/harness/mailed-link.ts';
import { setUpWithApp } from '#test/harness/set-up-with-app.ts';

type Session = Awaited<ReturnType<ReturnType<WatchedPage['page']['context']>['storageState']>>;

const other = 'ada@elsewhere.example';
const looks = [
  { colorScheme: 'light', locale: 'en-GB', viewport: { width: 1_280, height: 900 } },
  { colorScheme: 'dark', locale: 'fr-FR', viewport: { width: 360, height: 900 } },
] as const;

test('another address counts once the link in its mail is opened and confirmed, and not before', {
  skip: noBrowser,
}, async () => {
  const port = String(await freeTcpPort());
  await using world = await openBrowserWorld({
    PARLEY_PORT: port,
    PARLEY_PUBLIC_URL: `http://localhost:${port}`,
  });
  await using watched = await world.open({ locale: 'en-GB' });
  const { page } = watched;
  await setUpWithApp(watched, world);
  await page.goto('/profile');
  await page.getByLabel('New address').fill(other);
  await page.getByRole('button', { name: 'Change the address' }).click();
  // Caught mail is on its way to nobody.
  await page
    .getByText(
      `No email could be sent to ${other}. Try again later, or ask an administrator to create the link on the server:`,
    )
    .waitFor();
  await page.getByText('parley user address EMAIL NEW_EMAIL').waitFor();
  await page.getByText(`${other} waits to be confirmed`).waitFor();
  const slip = await mailedLink(world, 'Confirm your new email address for Parley');
  await page.getByRole('button', { name: `Keep ${administrator.email}` }).click();
  await page.getByText('waits to be confirmed').waitFor({ state: 'detached' });
  const { link } = await world.folder.read('user', 'address', administrator.email, other);
  assert.notEqual(link, slip);
  await page.goto('/profile');
  await page.getByText(`${other} waits to be confirmed`).waitFor();
  const session = await page.context().storageState();
  await assertLooks(world, session, '/profile', /waits to be confirmed|attend d’être confirmée/);
  await assertLooks(world, session, String(link), /^(?:After you confirm|Une fois confirmé)/);
  assert.deepEqual(await whoSignsIn(world), [administrator.email]);
  assertNotStored(world, String(link));

  await page.goto('about:blank');
  await page.goto(slip);
  const confirm = page.getByRole('button', { name: 'Confirm the address' });
  await page.getByRole('heading', { level: 1, name: 'This link cannot be used' }).waitFor();
  await page.getByText('Request a new link in your profile').waitFor();
  assert.equal(await confirm.count(), 0);
  await page.goto('about:blank');
  await page.goto(String(link));
  await confirm.click();
  await page.getByText(`You now sign in with ${other}.`).waitFor();
  await page.getByRole('button', { name: 'To your profile' }).click();
  await page
    .getByText(
      `You sign in with ${other}. A new address replaces it once you open the link that is sent there.`,
    )
    .waitFor();
  assert.deepEqual(await whoSignsIn(world), [other]);
  // That the first link is refused the browser notes down itself.
  assert.deepEqual(
    watched.complaints.filter((text) => !text.includes('403')),
    [],
  );
});

test('where nothing is mailed the profile says how else an address is changed, and the link needs a sign-in', {
  skip: noBrowser,
}, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await assertLooks(world, undefined, '/profile', /^parley user address EMAIL NEW_EMAIL$/);
  const said = await world.folder.read('user', 'address', administrator.email, other);
  const link = new URL(String(said['link'])).hash.replace('#', '/address#');
  await using stranger = await world.open({ storageState: { cookies: [], origins: [] } });
  await stranger.page.goto(link);
  await stranger.page.getByRole('link', { name: 'Sign in first' }).waitFor();
  await using watched = await world.open();
  await watched.page.goto(link);
  await watched.page.getByRole('button', { name: 'Confirm the address' }).click();
  await watched.page.getByText(`You now sign in with ${other}.`).waitFor();
  watched.assertQuiet();
});

async function assertLooks(
  world: BrowserWorld,
  session: Session | undefined,
  address: string,
  shown: RegExp,
): Promise<void> {
  for (const look of looks) {
    await using watched: WatchedPage = await world.open({
      ...look,
      ...(session && { storageState: session }),
    });
    await watched.page.goto(address);
    await watched.page.getByText(shown).first().waitFor();
    const name = address.startsWith('/') ? `profile-${shown.source.length}` : 'address';
    await watched.takePicture(`${name}-${look.locale}`);
    assert.deepEqual(await watched.findFaults(), []);
    assert.equal((await watched.widthTooMuch()) > 0, false, `${address} scrolls sideways`);
    watched.assertQuiet();
  }
}

async function whoSignsIn({ url }: BrowserWorld): Promise<readonly string[]> {
  const { password } = administrator;
  const replies = [administrator.email, other].map(async (email) => {
    const browser = new Browser(new URL(url).origin);
    const { word } = await browser.post('/api/operations/sign-in-begin', { email, password });
    return word === 'code is needed' ? [email] : [];
  });
  return (await Promise.all(replies)).flat();
}

function assertNotStored({ folder }: BrowserWorld, link: string): void {
  using db = new DatabaseSync(path.join(folder.path, 'parley.db'), { readOnly: true });
  const tables = ['email', 'email_content', 'mail', 'mail_fact', 'mail_attempt', 'address_change'];
  const rows = tables.flatMap((table) => db.prepare(`SELECT * FROM ${table}`).all());
  assert.ok(rows.length >= tables.length);
  assert.ok(!JSON.stringify(rows).includes(link.split('#')[1] ?? ''));
}
