/** The first administrator where a second factor is needed. */

import type { Page } from 'playwright-core';
import { must } from '#core/assert.ts';
import { totpCode } from '#people/totp.ts';
import { administrator, type BrowserWorld, type WatchedPage } from './chromium.ts';

/** Makes the administrator with an authenticator app; one of their recovery codes. */
export async function setUpWithApp({ page }: WatchedPage, world: BrowserWorld): Promise<string> {
  await page.goto(world.setupLink);
  await page.locator('input[type=email]').fill(administrator.email);
  await page.locator('input[type=password]').first().fill(administrator.password);
  await page.getByRole('button', { name: 'Create the administrator' }).click();
  await addApp(page);
  const codes = page.getByRole('dialog', { name: 'Recovery codes' });
  const code = codes.getByText(/^[a-z2-7-]{24,}$/i).first();
  return must(await code.textContent(), 'recovery code');
}

/** On the page of the profile: reads the secret, and types the code of the app. */
export async function addApp(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add an authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' });
  const shown = await dialog.getByText(/^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  const secret = must(shown, 'secret').replaceAll(' ', '');
  await dialog.getByLabel('Code').fill(totpCode(secret, Math.floor(Date.now() / 30_000)));
  await dialog.getByRole('button', { name: 'Add an authenticator app' }).click();
}
