/** An owner erases a person from the dashboard: numbers first, a certificate at the end. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { administrator, noBrowser, openBrowserWorld } from '#test/harness/chromium.ts';
import { openStorageBeside } from '#test/harness/storage-beside.ts';

const phone = '33612345678';

test('a person is erased after a look at what goes, and the certificate is saved', {
  skip: noBrowser,
}, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  {
    await using storage = await openStorageBeside(world.folder.path);
    const stop = { accountId: 1, phone: phone as never, source: 'client', createdAtMs: 1 } as const;
    await storage.stops.addStop(stop);
  }
  await using watched = await world.open({ locale: 'en-GB' });
  const { page } = watched;
  await page.goto('/1/erasure');
  await page.getByLabel('Phone or email address').fill('06 12 34 56 78');
  await page.getByRole('button', { name: 'See what would be erased' }).click();
  await page.getByRole('heading', { name: `Stored data of +${phone}` }).waitFor();
  await watched.takePicture('erasure.preview');
  await page.getByRole('button', { name: 'Erase', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/All stored data of .* is erased permanently: 0 entries/).waitFor();
  await dialog.getByRole('button', { name: 'Erase', exact: true }).click();
  await page.getByText('The data was erased. List entries kept as hashes: 1.').waitFor();
  assert.deepEqual(await watched.findFaults(), []);
  await watched.takePicture('erasure.certificate');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the certificate' }).click();
  const text = await readFile(await (await saving).path(), 'utf8');
  const { certificate } = JSON.parse(text) as { certificate: { by: string; hashed: number } };
  assert.deepEqual([certificate.by, certificate.hashed], [administrator.email, 1]);
  assert.ok(!text.includes(phone));
  watched.assertQuiet();
});
