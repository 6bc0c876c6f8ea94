/** The documentation speaks of the server that shows it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type BrowserWorld, noBrowser, openBrowserWorld } from '#test/harness/chromium.ts';

test('the documentation has the reader’s key, price and this address in it, runs examples, and leads on', {
  skip: noBrowser,
}, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await world.folder.read('price', 'set', '--account', '1', '--prefix', '336', '--price', '0.0415');
  await using watched = await world.open();
  const { page } = watched;
  await page.goto('/');
  await page.getByRole('link', { name: 'Docs', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'First minutes' }).waitFor();
  await page.getByRole('link', { name: 'HTTP API', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'HTTP API' }).waitFor();
  const example = page.getByRole('tabpanel', { name: 'curl' }).first();
  await example.getByText(`${world.url}/v1/send`).waitFor();
  assert.match((await example.textContent()) ?? '', /"test_[\w-]{20,}"/);
  await page.getByRole('tab', { name: 'PHP' }).first().click();
  await page.getByText("'apiKey' => 'test_").first().waitFor();

  // The answer of this very server, and the message that it made stands in what asks about it.
  await page.getByRole('button', { name: 'Run' }).first().click();
  const answer = page.getByRole('region', { name: 'Answer' });
  await answer.getByText('HTTP 200').waitFor();
  const sent = /"message_id": (\d+)/.exec((await answer.textContent()) ?? '')?.[1];
  await page.getByText(`&messageId=${sent ?? '?'}&`).waitFor();
  // In the answer, and in the one that the page has written down.
  await page.getByText('"nb_sms": 1, "cost": 0.0415, "currency": "EUR"').nth(1).waitFor();

  await page.getByRole('article').getByRole('link', { name: 'by webhook' }).click();
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();

  // As others link to it, who cannot know the reader's account.
  await page.goto('/docs');
  await page.getByRole('heading', { level: 1, name: 'First minutes' }).waitFor();
  await page.goto('/docs/webhooks#signatures');
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
  assert.equal(
    new URL(page.url()).pathname + new URL(page.url()).hash,
    '/1/docs/webhooks#signatures',
  );
  watched.assertQuiet();
});

test('the documentation is in the reader’s language, and links lead on in it', {
  skip: noBrowser,
}, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await using watched = await world.open({ locale: 'fr-FR' });
  const { page } = watched;
  const article = page.getByRole('article');
  await page.goto('/docs');
  await page.getByRole('heading', { level: 1, name: 'Premières minutes' }).waitFor();
  await page.goto('/docs/http');
  await page.getByRole('heading', { level: 1, name: 'API HTTP' }).waitFor();
  await article.getByRole('heading', { name: 'Envoyer un SMS' }).waitFor();
  assert.equal(await article.getAttribute('lang'), 'fr');
  await article.getByRole('link', { name: 'par webhook' }).click();
  await article.getByRole('link', { name: 'webhook/replay' }).click();
  await page.getByRole('heading', { name: 'Après un arrêt de votre serveur' }).waitFor();

  // Somebody who reads English has sent this link.
  await page.goto('/docs/webhooks#after-your-server-was-down');
  const section = page.getByRole('heading', { name: 'Après un arrêt de votre serveur' });
  await section.waitFor();
  await page.waitForFunction('scrollY > 1_000');

  await page.getByText('English', { exact: true }).click();
  await article.getByRole('heading', { name: 'After your server was down' }).waitFor();
  assert.equal(await article.getAttribute('lang'), 'en');
  await article.getByRole('link', { name: 'email', exact: true }).click();
  await article.getByText('The email API is below').waitFor();

  // The program prints this one in English.
  await page.goto('/docs/commands');
  await page.getByText('Cette page n’existe qu’en anglais').waitFor();
  assert.equal(await article.getAttribute('lang'), 'en');
  watched.assertQuiet();
});

const looks = [
  { colorScheme: 'light', width: 1_440 },
  { colorScheme: 'dark', width: 360 },
] as const;

test('each page of the documentation fits and can be read in French', {
  skip: noBrowser,
}, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  const wrong = await Promise.all(looks.map((look) => faultsInFrench(world, look)));
  assert.deepEqual(wrong.flat(), []);
});

async function faultsInFrench(
  world: BrowserWorld,
  { colorScheme, width }: (typeof looks)[number],
): Promise<readonly string[]> {
  const wrong: string[] = [];
  await using watched = await world.open({
    colorScheme,
    locale: 'fr-FR',
    viewport: { width, height: 900 },
  });
  const { page } = watched;
  await page.goto('/1/docs/http');
  const pages = page.getByRole('navigation', { name: 'Pages de la documentation' });
  await pages.waitFor();
  const entries = await pages.getByRole('link').all();
  const links = await Promise.all(entries.map((entry) => entry.getAttribute('href')));
  assert.ok(links.length > 10);
  for (const link of links.filter((one) => one !== null)) {
    await page.goto(link);
    await page.getByRole('article').getByRole('paragraph').first().waitFor();
    await watched.takePicture(`french${link.replaceAll('/', '-')}.${colorScheme}.${width}`);
    for (const fault of await watched.findFaults()) wrong.push(`${link}: ${fault}`);
    const tooMuch = await watched.widthTooMuch();
    if (tooMuch > 0) wrong.push(`${link} at ${width} px scrolls ${tooMuch} px sideways`);
  }
  watched.assertQuiet();
  return wrong;
}
