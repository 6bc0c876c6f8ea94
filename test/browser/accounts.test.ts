/** The console of accounts: one is added, credited, limited, opened to countries and suspended, without a reload. */
import { test } from 'node:test';
import { noBrowser, openBrowserWorld, type WatchedPage } from '#test/harness/chromium.ts';

const look = {
  colorScheme: 'light',
  locale: 'en-GB',
  viewport: { width: 1_280, height: 900 },
} as const;

test('an account is added, credited, limited, opened and suspended', {
  skip: noBrowser,
}, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await using watched = await world.open(look);
  watched.page.setDefaultTimeout(12_000);
  await addAccount(watched);
  await credit(watched);
  await limit(watched);
  await open(watched);
  await suspend(watched);
  watched.assertQuiet();
});

async function addAccount({ page }: WatchedPage): Promise<void> {
  await page.goto('/console/accounts');
  await page.getByRole('button', { name: 'Add account' }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Branch');
  await form.getByLabel('Email address').fill('b@branch.example');
  await form.getByLabel('Initial balance').fill('2,50');
  await form.getByRole('button', { name: 'Add account' }).click();
  await form
    .getByText(/^live_\w{49}$/)
    .first()
    .waitFor();
  await form.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('row').filter({ hasText: 'Branch' }).getByText('€2.50').waitFor();
  await page.getByText('Branch', { exact: true }).click();
}

async function credit({ page }: WatchedPage): Promise<void> {
  await page.getByRole('button', { name: 'Add money' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Amount in EUR').fill('1.25');
  await form.getByRole('button', { name: 'Add money' }).click();
  await page.getByText('€3.75').waitFor();
}

async function limit({ page }: WatchedPage): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: 'the account' }).first();
  await row.getByRole('button', { name: 'Change', exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('At most').fill('7');
  await form.getByRole('button', { name: 'Change', exact: true }).click();
  await row.getByText('exception').waitFor();
  await row.getByRole('button', { name: 'Change', exact: true }).click();
  await form.getByRole('button', { name: 'Back to the default' }).click();
  await row.getByText('default').waitFor();
}

async function open({ page }: WatchedPage): Promise<void> {
  await page.getByRole('button', { name: 'Change', exact: true }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Sends to').selectOption({ label: 'these countries' });
  await form.getByLabel('Countries').fill('fr, be');
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('BE, FR').waitFor();
}

async function suspend({ page }: WatchedPage): Promise<void> {
  await page.getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await page.getByRole('button', { name: 'Activate' }).click();
  await page.getByRole('button', { name: 'Suspend' }).waitFor();
}
