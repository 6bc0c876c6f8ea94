/** Keys, invitations and codes in a browser, as somebody who is asked for them meets them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { must } from '#core/assert.ts';
import { administrator, noBrowser, openBrowserWorld } from '#test/harness/chromium.ts';
import { addApp } from '#test/harness/set-up-with-app.ts';

const nobody = { storageState: { cookies: [], origins: [] } };

test('a key is made, shown once, and listed by its beginning', { skip: noBrowser }, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await using watched = await world.open();
  const { page } = watched;
  await page.goto('/1/sms/api-settings');
  await page.getByRole('button', { name: 'Create a key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create a key' });
  await dialog.getByLabel('Label').fill('Shop');
  await dialog.getByRole('button', { name: 'Create a key' }).click();
  const key = must(await dialog.getByText(/^test_\w{20,}$/).textContent(), 'key');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Shop', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('Shop', { exact: true }).waitFor();
  assert.ok(!(await page.content()).includes(key), 'the key is shown again');
  watched.assertQuiet();
});

test('an invitation lets somebody in once, as what it says', { skip: noBrowser }, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  const said = await world.folder.run([
    'member',
    'invite',
    'bob@example.com',
    '--account',
    '1',
    '--role',
    'viewer',
  ]);
  const token = must(/\/join#(?<token>\S+)/.exec(said.out)?.groups?.['token'], said.out + said.err);
  await using joining = await world.open(nobody);
  const { page } = joining;
  await page.goto(`/join#${token}`);
  await page.getByText('You are invited as bob@example.com. Choose a password.').waitFor();
  await page.getByLabel('Name').fill('Bob');
  await page.locator('input[type=password]').fill('another long sentence to try');
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  joining.assertQuiet();
  await using late = await world.open(nobody);
  await late.page.goto(`/join#${token}`);
  await late.page.getByRole('alert').getByText('the person who invited you').waitFor();
  assert.equal(await late.page.locator('input[type=password]').count(), 0);
});

test('who has an authenticator app is asked for its code', { skip: noBrowser }, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await using watched = await world.open();
  const { page } = watched;
  await page.goto('/profile');
  await addApp(page);
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  const recovery = must(
    await codes
      .getByText(/^[a-z2-7-]{24,}$/i)
      .first()
      .textContent(),
    'recovery code',
  );
  await codes.getByRole('button', { name: 'I have stored them' }).click();
  watched.assertQuiet();

  await using coming = await world.open(nobody);
  await coming.page.goto('/sign-in');
  await coming.page.locator('input[type=email]').fill(administrator.email);
  await coming.page.locator('input[type=password]').fill(administrator.password);
  const enter = coming.page.getByRole('button', { name: 'Sign in', exact: true });
  await enter.click();
  const code = coming.page.getByLabel('Code');
  await code.fill('not a code');
  await enter.click();
  await coming.page.getByRole('alert').waitFor();
  // A code of the app works once, and the one that was shown is spent until its step is over.
  await code.fill(recovery);
  await enter.click();
  await coming.page.getByText('9 recovery codes are left.').waitFor();
  assert.deepEqual(await coming.findFaults(), []);
  await coming.takePicture('recovery-codes-left.light.1280.en');
  await coming.page.getByRole('button', { name: 'Continue' }).click();
  await coming.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
});
