/** The console of operators: one is tried, added, refused with the field, paused, traced and removed, without a reload. */
import { test } from 'node:test';
import { noBrowser, openBrowserWorld, type WatchedPage } from '#test/harness/chromium.ts';

const look = {
  colorScheme: 'light',
  locale: 'en-GB',
  viewport: { width: 1_280, height: 900 },
} as const;

test('an operator is tried, added, paused, traced and removed', { skip: noBrowser }, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await using watched = await world.open(look);
  watched.page.setDefaultTimeout(12_000);
  await addOperator(watched);
  await pauseOperator(watched);
  await watched.page.getByRole('button', { name: 'Remove', exact: true }).click();
  const asked = watched.page.getByRole('dialog', { name: 'Remove Acme.1' });
  await asked.getByRole('button', { name: 'Remove' }).click();
  await watched.page.waitForURL(/\/console\/operators$/);
  await row(watched, 'Acme.1').waitFor({ state: 'detached' });
  await traceSimulator(watched);
  watched.assertQuiet();
});

const row = ({ page }: WatchedPage, name: string) =>
  page.getByRole('row').filter({ hasText: name });

async function addOperator(watched: WatchedPage): Promise<void> {
  const { page } = watched;
  await page.goto('/console/operators');
  await page.getByRole('button', { name: 'Add operator' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('not a name');
  await form.getByLabel('Host').fill('127.0.0.1');
  await form.getByLabel('Port').fill('9');
  await form.getByLabel('System id').fill('us');
  await form.getByRole('textbox', { name: 'Password' }).fill('secret');
  await form.getByRole('button', { name: 'Test the bind' }).click();
  await form.getByRole('status').waitFor();
  await form.getByRole('button', { name: 'Add operator' }).click();
  await form
    .getByText(/must be 1 to 40 letters, digits, dots, dashes or underscores/)
    .first()
    .waitFor();
  watched.complaints.splice(0);
  await form.getByLabel('Name').fill('Acme.1');
  await form.getByRole('button', { name: 'Add operator' }).click();
  await row(watched, 'Acme.1').waitFor();
}

async function pauseOperator(watched: WatchedPage): Promise<void> {
  const { page } = watched;
  await page.getByRole('link', { name: 'Acme.1' }).click();
  await page.waitForURL(/\/console\/operators\/Acme\.1$/);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Resume' }).waitFor();
}

async function traceSimulator({ page }: WatchedPage): Promise<void> {
  await page.getByRole('link', { name: /^simulator/ }).click();
  await page.getByRole('button', { name: 'Trace for 15 minutes' }).click();
  await page.getByRole('button', { name: 'Stop the trace' }).waitFor();
}
