/** Passwords are typed, pasted, shown and left behind as people and their managers expect. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { administrator, noBrowser, openBrowserWorld } from '#test/harness/chromium.ts';

const nobody = { storageState: { cookies: [], origins: [] } };

suite('a password', { skip: noBrowser }, () => {
  test('may be pasted and looked at, and a manager knows its field', async () => {
    await using world = await openBrowserWorld();
    await world.setUp();
    await using watched = await world.open({
      ...nobody,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const { page } = watched;
    await page.goto('/sign-in');
    const email = page.locator('input[autocomplete=username]');
    await email.fill(administrator.email);
    const password = page.locator('input[autocomplete=current-password]');
    assert.equal(await password.getAttribute('type'), 'password');
    // As text: the server's types know no browser.
    const text = JSON.stringify(administrator.password);
    await page.evaluate(`navigator.clipboard.writeText(${text})`);
    await password.focus();
    await page.keyboard.press('Control+V');
    assert.equal(await password.inputValue(), administrator.password);
    await page.locator('.mantine-PasswordInput-visibilityToggle').click();
    assert.equal(await password.getAttribute('type'), 'text');
    await page.locator('.mantine-PasswordInput-visibilityToggle').click();
    assert.equal(await password.getAttribute('type'), 'password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    watched.assertQuiet();
  });

  test('that is new is asked for in a field of its kind', async () => {
    await using world = await openBrowserWorld();
    await using watched = await world.open();
    const { page } = watched;
    await page.goto(world.setupLink);
    await page.locator('input[autocomplete=username]').waitFor();
    assert.equal(
      await page.locator('input[type=password]').first().getAttribute('autocomplete'),
      'new-password',
    );
  });
});

test('signing out is on every page, ends the session, and leaves nothing of it in the browser', {
  skip: noBrowser,
}, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await using watched = await world.open();
  const { page } = watched;
  await page.goto('/1/sms/messages');
  await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor();
  const cookie = (await page.context().cookies())
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  const asked = async () =>
    (await fetch(`${world.url}/api/operations/me-show`, { headers: { cookie } })).status;
  assert.equal(await asked(), 200);
  await page.getByRole('button', { name: administrator.email }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
  assert.equal(await asked(), 401);
  const kept = await page.evaluate<Record<string, unknown>>(
    `(async () => ({
      local: Object.keys(localStorage).filter((name) => !/^parley\\.(theme|language|columns)|^mantine-color-scheme/.test(name)),
      session: Object.keys(sessionStorage).filter((name) => !name.startsWith('tsr-scroll-restoration')),
      databases: (await indexedDB.databases()).length,
      caches: (await caches.keys()).length,
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      cookies: document.cookie,
    }))()`,
  );
  assert.deepEqual(kept, {
    local: [],
    session: [],
    databases: 0,
    caches: 0,
    workers: 0,
    cookies: '',
  });
  const sessions = (await page.context().cookies()).filter(({ name }) => name.endsWith('parley'));
  assert.deepEqual(sessions, [], 'the cookie is gone');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
});
