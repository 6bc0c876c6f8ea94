/** Lanes are stopped, texts that wait are cancelled after a plan in numbers, and the page fits and is quiet. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type BrowserWorld,
  noBrowser,
  openBrowserWorld,
  type WatchedPage,
} from '#test/harness/chromium.ts';

const looks = [
  { colorScheme: 'light', locale: 'en-GB', viewport: { width: 1_440, height: 900 } },
  { colorScheme: 'dark', locale: 'fr-FR', viewport: { width: 360, height: 900 } },
  { colorScheme: 'dark', locale: 'en-GB', viewport: { width: 1_440, height: 900 } },
  { colorScheme: 'light', locale: 'fr-FR', viewport: { width: 360, height: 900 } },
] as const;
const address = '/console/lanes';

test('a lane is stopped and resumed, and what waits in it is cancelled once its effect was seen', {
  skip: noBrowser,
}, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await sendLater(world);
  await using watched = await world.open(looks[0]);
  const { page } = watched;
  await page.goto(address);
  await page.getByRole('button', { name: 'Pause', exact: true }).click();
  const asked = page.getByRole('dialog');
  await asked.getByText(/2 jobs wait in it now/).waitFor();
  await watched.takePicture('lanes-pause');
  await asked.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.getByText('paused', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Resume', exact: true }).click();
  await asked.getByRole('button', { name: 'Resume', exact: true }).click();
  await page.getByText('open', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Cancel or move…' }).first().click();
  await asked.getByRole('button', { name: 'Show the effect' }).click();
  await asked
    .getByText(/Select the messages: the whole queue of an installation cannot be selected/)
    .waitFor();
  await asked.getByLabel('Number or prefix').fill('+33 6 39 98 00 01');
  await watched.takePicture('lanes-wish');
  await asked.getByRole('button', { name: 'Show the effect' }).click();
  await asked
    .getByText(/1 message of 1 segment is cancelled\. It is reported to its account as undelivered/)
    .waitFor();
  await asked.getByText(/Refunded as test money/).waitFor();
  await watched.takePicture('lanes-effect');
  await asked.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('done', { exact: true }).waitFor();
  const { tasks } = await world.folder.read('lane', 'tasks');
  assert.partialDeepStrictEqual(tasks, [{ kind: 'cancel', state: 'done', texts: 1 }]);
  // The field that was refused is a reply of 400, which browsers write down.
  watched.complaints.splice(0);

  const wrong: string[] = [];
  for (const look of looks) wrong.push(...(await faultsOf(world, look)));
  assert.deepEqual(wrong, []);
});

async function faultsOf(world: BrowserWorld, look: (typeof looks)[number]): Promise<string[]> {
  await using watched: WatchedPage = await world.open(look);
  await watched.page.goto(address);
  await watched.page
    .getByText(/^sms\/\d+\/0:normal\/1$/)
    .first()
    .waitFor();
  const name = `${look.colorScheme}-${look.locale}-${look.viewport.width}`;
  await watched.takePicture(`lanes-${name}`);
  const faults = [...(await watched.findFaults())];
  await watched.page
    .getByRole('button', { name: /^(?:Cancel or|Annuler ou)/ })
    .first()
    .click();
  await watched.page.getByRole('dialog').getByRole('combobox').first().waitFor();
  await watched.takePicture(`lanes-form-${name}`);
  faults.push(...(await watched.findFaults()), ...watched.complaints, ...watched.foreign);
  const tooMuch = await watched.widthTooMuch();
  if (tooMuch > 0) faults.push(`scrolls ${tooMuch} px sideways`);
  return faults.map((fault) => `${name}: ${fault}`);
}

/** Two test messages that wait for their time. */
async function sendLater({ folder, url }: BrowserWorld): Promise<void> {
  const made = await folder.read('key', 'create', '--account', '1', '--mode', 'test');
  const { key } = made['key'] as { readonly key: string };
  const nextMonth = Temporal.Now.plainDateISO().add({ days: 30 });
  const reply = await fetch(`${url}/v1/send`, {
    method: 'POST',
    body: JSON.stringify({
      apiKey: key,
      phoneNumbers: '+33639980001,+33639980002',
      message: 'Hello',
      scheduledDeliveryDate: nextMonth.toLocaleString('fr-FR'),
      time: 12,
    }),
  });
  assert.equal(reply.status, 200, await reply.text());
}
