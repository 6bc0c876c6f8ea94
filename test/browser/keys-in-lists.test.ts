/** Lists by keys alone, and where the focus is after a page has changed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { noBrowser, openBrowserWorld, type WatchedPage } from '#test/harness/chromium.ts';
import { callFrom } from '#test/harness/page-call.ts';
import { until } from '#test/harness/pause.ts';

/** What has the focus: its element, and the beginning of its text. */
function focused(page: Page): Promise<string> {
  return page.evaluate<string>(
    `[document.activeElement.tagName, document.activeElement.textContent.slice(0, 40)].join(' ')`,
  );
}

test('keys go through lists, and leave to fields what is theirs', { skip: noBrowser }, async () => {
  await using world = await openBrowserWorld({ PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8' });
  await world.setUp();
  for (const name of ['bob', 'cleo']) {
    const wish = ['member', 'invite', `${name}@example.com`, '--account', '1', '--role', 'viewer'];
    const { out, err } = await world.folder.run(wish);
    const token = /\/join#(?<token>\S+)/.exec(out)?.groups?.['token'];
    assert.ok(token, err);
    await using joining = await world.open({ storageState: { cookies: [], origins: [] } });
    await joining.page.goto(`/join#${token}`);
    await joining.page.locator('input[type=password]').fill('another long sentence to try');
    await joining.page.getByRole('button', { name: 'Join' }).click();
    await joining.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  }
  await using watched = await world.open({ viewport: { width: 1_280, height: 900 } });
  const { page } = watched;

  // WCAG 2.4.3: at the heading of the page to which a link has led, loaded for the first time or not.
  await page.goto('/1/home');
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  for (const name of ['Messages', 'Opt-out list', 'People', 'Messages', 'People']) {
    await page
      .getByRole('navigation', { name: 'Menu' })
      .getByRole('link', { name, exact: true })
      .click();
    await page.locator('h1:focus').filter({ hasText: name }).waitFor();
  }

  const rows = page.locator('tbody tr');
  await rows.nth(2).waitFor();
  await page.keyboard.press('j');
  assert.match(await focused(page), /^TR .*ada@example\.com/);
  await page.keyboard.press('j');
  assert.match(await focused(page), /^TR .*bob@example\.com/);
  await page.keyboard.press('ArrowDown');
  assert.match(await focused(page), /^TR .*cleo@example\.com/);
  await page.keyboard.press('k');
  assert.match(await focused(page), /^TR .*bob@example\.com/);
  // One row of a list is a stop of Tab; behind it comes what is in it.
  assert.equal(await page.locator('tbody tr[tabindex="0"]').count(), 1);
  await page.keyboard.press('Tab');
  assert.match(await focused(page), /^SELECT /);
  const changed = page.waitForResponse(
    (answer) => answer.url().endsWith('/member-list') && answer.ok(),
  );
  await page.keyboard.press('ArrowUp');
  const role = rows.nth(1).getByRole('combobox', { name: 'Role' });
  assert.equal(await role.inputValue(), 'billing');
  const roleOfBob = async () => {
    const { members } = await callFrom(page, 'GET', '/api/accounts/1/operations/member-list');
    return (members as { email: string; role: string }[]).find(
      ({ email }) => email === 'bob@example.com',
    )?.role;
  };
  await changed;
  assert.equal(await roleOfBob(), 'billing');

  // A dialog that stands in a row takes letters as letters.
  await callFrom(page, 'POST', '/api/accounts/1/operations/stop-add', { phones: ['+33612345678'] });
  await page.goto('/1/sms/stop-list');
  await page.getByRole('button', { name: 'Allow messages again (START)' }).click();
  await page.getByRole('dialog').getByRole('textbox').pressSequentially('jk joke');
  assert.equal(await page.getByRole('dialog').getByRole('textbox').inputValue(), 'jk joke');
  await watched.takePicture('allow-again');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Allow messages again (START)' })
    .click();
  await page.getByRole('heading', { name: 'No phone has opted out' }).waitFor();
  await filterShortLists(watched);
  watched.assertQuiet();
});

/** Lists that are whole in the page are filtered there. */
async function filterShortLists(watched: WatchedPage): Promise<void> {
  const { page } = watched;
  await page.goto('/1/people');
  await page.getByText('3 people', { exact: true }).waitFor();
  const people = page.getByRole('textbox', { name: 'Filter the people' });
  await people.pressSequentially('cleo viewer');
  await page.getByText('1 person', { exact: true }).waitFor();
  await page.getByRole('cell', { name: 'cleo@example.com' }).waitFor();
  assert.match(page.url(), /[?&]people=cleo/);
  await watched.takePicture('people-filtered');
  await people.fill('nobody');
  await page.getByRole('heading', { name: 'No matches' }).waitFor();
  await page.getByText('0 people', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Clear the filter' }).click();
  await page.getByText('3 people', { exact: true }).waitFor();
  for (const label of ['Shop', 'CRM']) {
    await callFrom(page, 'POST', '/api/accounts/1/operations/key-create', { label });
  }
  await page.goto('/1/sms/api-settings');
  await page.getByRole('textbox', { name: 'Filter the keys' }).pressSequentially('shop');
  await page.getByText('1 key', { exact: true }).waitFor();
  await page.getByRole('cell', { name: 'Shop' }).waitFor();
  await watched.takePicture('keys-filtered');
  await page.reload();
  await page.getByText('1 key', { exact: true }).waitFor();
  for (const place of ['one', 'two']) {
    const url = `http://127.0.0.1:8009/${place}`;
    await callFrom(page, 'POST', '/api/accounts/1/operations/endpoint-add', { url });
  }
  await page.goto('/1/webhooks');
  await page.getByRole('textbox', { name: 'Filter the endpoints' }).pressSequentially('/two');
  await page.getByText('1 endpoint', { exact: true }).waitFor();
  await watched.takePicture('endpoints-filtered');
  await page.setViewportSize({ width: 390, height: 800 });
  await watched.takePicture('endpoints-filtered-narrow');
}

test('an answer in a thread goes out once, however often its sender has to press', {
  skip: noBrowser,
}, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await using watched = await world.open();
  const { page } = watched;
  await page.goto('/1/home');
  await page.getByRole('button', { name: 'Send now' }).click();
  await page.getByText(/^Accepted as message \d+$/).waitFor();
  await page.getByRole('button', { name: 'Yes', exact: true }).click();
  await page.goto('/1/sms/replies');
  await page.locator('tbody tr').first().click();
  const answer = page.getByRole('textbox', { name: 'Answer' });
  await answer.fill('Until tomorrow');
  // It arrives, and its answer is lost on the way back.
  let isLost = false;
  await page.route(/\/api\/accounts\/1\/operations\/message-send$/, async (route) => {
    if (isLost || route.request().method() !== 'POST') return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await send.click();
  await page
    .getByRole('alert')
    .getByText(/did not answer/)
    .waitFor();
  await send.click();
  await until(async () => ((await answer.inputValue()) === '' ? true : undefined));
  const { messages } = await callFrom(
    page,
    'GET',
    '/api/accounts/1/operations/message-list?mode=test',
  );
  const sent = (messages as { text: string }[]).filter(({ text }) => text === 'Until tomorrow');
  assert.equal(sent.length, 1);
});
