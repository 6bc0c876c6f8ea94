/** What a role may not do has no entry and no button, and a page that is not for it says whose it is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { must } from '#core/assert.ts';
import { type BrowserWorld, noBrowser, openBrowserWorld } from '#test/harness/chromium.ts';

const nobody = {
  storageState: { cookies: [], origins: [] },
  viewport: { width: 1_280, height: 900 },
};

async function joinAs(world: BrowserWorld, page: Page, role: string): Promise<void> {
  const wish = ['member', 'invite', `${role}@example.com`, '--account', '1', '--role', role];
  const said = await world.folder.run(wish);
  const token = must(/\/join#(?<token>\S+)/.exec(said.out)?.groups?.['token'], said.out + said.err);
  await page.goto(`/join#${token}`);
  await page.locator('input[type=password]').fill('another long sentence to try');
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
}

async function namesIn(page: Page): Promise<readonly string[]> {
  const links = page.getByRole('navigation', { name: 'Menu' }).getByRole('link');
  await links.first().waitFor();
  return links.allTextContents();
}

const ofOwners = ['API settings', 'People', 'Sub-accounts', 'Audit log'];

test('a role sees what it may do, and of the rest whose it is', { skip: noBrowser }, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  for (const [role, hidden, shown] of [
    ['viewer', [...ofOwners, 'Send'], ['Messages', 'Balance', 'Prices']],
    ['support', [...ofOwners, 'Balance', 'Prices'], ['Send', 'Messages']],
    ['billing', [...ofOwners, 'Send'], ['Messages', 'Balance', 'Prices']],
    ['developer', ofOwners.slice(1), ['Send', 'API settings', 'Balance']],
  ] as const) {
    await using watched = await world.open(nobody);
    const { page } = watched;
    await joinAs(world, page, role);
    const names = await namesIn(page);
    for (const name of hidden) assert.ok(!names.includes(name), `${role} sees ${name}`);
    for (const name of shown) assert.ok(names.includes(name), `${role} does not see ${name}`);
    await page.goto('/1/people');
    await page.getByText(`You are here as ${nameOf(role)}. This page is for: Owner.`).waitFor();
    if (role === 'viewer') await seesNoButtons(page);
    // Nothing was asked that would have been refused.
    watched.assertQuiet();
  }
});

async function seesNoButtons(page: Page): Promise<void> {
  await page.goto('/1/sms/send');
  await page.getByText('This page is for: Owner, Developer, or Support.').waitFor();
  for (const [address, button] of [
    ['/1/sms/messages', 'Send a message'],
    ['/1/sms/stop-list', 'Save as CSV'],
    ['/1/webhooks', 'Add endpoint'],
    ['/1/balance', 'Refill'],
  ] as const) {
    await page.goto(address);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('button', { name: button }).count(), 0, `${address} has it`);
  }
}

function nameOf(role: string): string {
  return `${role.charAt(0).toUpperCase()}${role.slice(1)}`;
}
