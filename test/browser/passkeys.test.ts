/** Passkeys in a browser, with an authenticator of Chromium’s own in place of a finger. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { must } from '#core/assert.ts';
import {
  administrator,
  type BrowserWorld,
  noBrowser,
  openBrowserWorld,
} from '#test/harness/chromium.ts';
import { addApp } from '#test/harness/set-up-with-app.ts';

const nobody = { storageState: { cookies: [], origins: [] } };

/** It holds what the page makes for as long as the page is open. */
async function withAuthenticator(page: Page): Promise<void> {
  const chromium = await page.context().newCDPSession(page);
  await chromium.send('WebAuthn.enable');
  await chromium.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function keepCodes(page: Page): Promise<string> {
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  const code = codes.getByText(/^[a-z2-7-]{24,}$/).first();
  const text = must(await code.textContent(), 'recovery code');
  await codes.getByRole('button', { name: 'I have stored them' }).click();
  return text;
}

async function signOut(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: email }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
}

/** The first factor of its person: one of the recovery codes that come with it. */
async function addLaptop(page: Page): Promise<string> {
  await withAuthenticator(page);
  await page.goto('/profile');
  await addPasskey(page, 'Laptop');
  return keepCodes(page);
}

function numbered(url: string): string {
  return url.replace('localhost', '127.0.0.1');
}

/** As ten minutes do. */
function endFreshness(world: BrowserWorld): void {
  const database = new DatabaseSync(path.join(world.folder.path, 'parley.db'));
  database.exec('PRAGMA busy_timeout = 10000; UPDATE user_session SET fresh_until = 0');
  database.close();
}

/** With a session that is not fresh: the dialog that asks for another sign-in. */
async function removePasskey(world: BrowserWorld, page: Page): Promise<Locator> {
  endFreshness(world);
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Remove the passkey' });
  await question.getByRole('button', { name: 'Remove the passkey' }).click();
  return page.getByRole('dialog', { name: 'Confirm that it is you' });
}

/** As the database has them. */
function storedCodes(world: BrowserWorld): readonly unknown[] {
  const file = path.join(world.folder.path, 'parley.db');
  using database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
  return database.prepare('SELECT hash FROM recovery_code ORDER BY hash').all();
}

const home = (page: Page) => page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();

suite('a passkey', { skip: noBrowser }, () => {
  test('sets the installation up, signs in without a password, and is renamed', async () => {
    await using world = await openBrowserWorld();
    await using watched = await world.open();
    const { page } = watched;
    await withAuthenticator(page);
    await page.goto(world.setupLink);
    await page.locator('input[type=email]').fill(administrator.email);
    await page.getByText('Passkey', { exact: true }).click();
    assert.equal(await page.locator('input[type=password]').count(), 0);
    await page.getByRole('button', { name: 'Create the administrator' }).click();
    const code = await keepCodes(page);
    await home(page);
    await page.goto('/profile');
    await page.getByRole('button', { name: 'Rename' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename the passkey' });
    await dialog.getByLabel('Name').fill('My phone');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('My phone', { exact: true }).waitFor();
    await signOut(page, administrator.email);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await home(page);
    watched.assertQuiet();
    // On the day that it is lost a code lets them in, who have no password.
    await signOut(page, administrator.email);
    await page.locator('input[type=email]').fill(administrator.email);
    await page.locator('input[type=password]').fill(code);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByText('9 recovery codes are left.').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await home(page);
  });

  test('stands beside a password, confirms what needs a fresh sign-in, and is removed', async () => {
    await using world = await openBrowserWorld();
    await world.setUp();
    await using watched = await world.open();
    const { page } = watched;
    await addLaptop(page);
    await page.getByText('Laptop', { exact: true }).waitFor();
    const confirm = await removePasskey(world, page);
    await confirm.getByRole('button', { name: 'Confirm with a passkey' }).click();
    await page.getByText('Laptop', { exact: true }).waitFor({ state: 'detached' });
  });

  test('is removed when the note about the recovery codes is closed, as the session is confirmed', async () => {
    await using world = await openBrowserWorld();
    await world.setUp();
    await using watched = await world.open();
    const { page } = watched;
    const code = await addLaptop(page);
    const confirm = await removePasskey(world, page);
    await confirm.locator('input[type=password]').fill(administrator.password);
    await confirm.getByLabel('Recovery code').fill(code);
    await confirm.getByRole('button', { name: 'Confirm', exact: true }).click();
    await confirm.getByText('9 recovery codes are left.').waitFor();
    await confirm.getByRole('button', { name: 'Close' }).click();
    await page.getByText('Laptop', { exact: true }).waitFor({ state: 'detached' });
  });

  test('keeps its recovery codes when an authenticator app is added beside it', async () => {
    await using world = await openBrowserWorld();
    await world.setUp();
    await using watched = await world.open();
    const { page } = watched;
    await addLaptop(page);
    await page.getByText('10 recovery codes are left.').waitFor();
    const kept = storedCodes(world);
    assert.equal(kept.length, 10);
    await addApp(page);
    await page.getByRole('button', { name: 'Remove the app' }).waitFor();
    await page.getByText('10 recovery codes are left.').waitFor();
    assert.equal(await page.getByRole('dialog', { name: 'Recovery codes' }).count(), 0);
    assert.deepEqual(storedCodes(world), kept);
    watched.assertQuiet();
  });

  test('that the device has already, or that nobody gives, is told of', async () => {
    await using world = await openBrowserWorld();
    await world.setUp();
    await using watched = await world.open();
    const { page } = watched;
    await addLaptop(page);
    await addPasskey(page, 'Again');
    await page.getByText('This device already has your passkey for this page.').waitFor();
    await using coming = await world.open(nobody);
    await withAuthenticator(coming.page);
    await coming.page.goto('/sign-in');
    await coming.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await coming.page.getByText('The browser returned no passkey. Try again.').waitFor();
  });

  test('is not offered at an address without a name, and the page says why', async () => {
    await using world = await openBrowserWorld();
    await using watched = await world.open({ baseURL: numbered(world.url) });
    const { page } = watched;
    await page.goto(numbered(world.setupLink));
    await page
      .getByText(
        'Browsers create passkeys for host names, not for IP addresses. On this machine, open http://localhost instead. Elsewhere, set up a public https address.',
      )
      .waitFor();
    assert.equal(await page.getByText('Passkey', { exact: true }).count(), 0);
  });
});
