/** Every page of the menus, in both themes and languages, in all widths and enlarged: it shows, fits, stays where it is, and is quiet. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type BrowserWorld, noBrowser, openBrowserWorld } from '#test/harness/chromium.ts';

/** Each page is seen in three of them. At 640 px with two pixels for each, a window of 1,280 px is enlarged to 200 %. */
const looks = [
  { colorScheme: 'light', width: 1_440, scale: 1, locale: 'en-GB', pages: 'even' },
  { colorScheme: 'dark', width: 360, scale: 1, locale: 'fr-FR', pages: 'even' },
  { colorScheme: 'dark', width: 640, scale: 2, locale: 'en-GB', pages: 'even' },
  { colorScheme: 'dark', width: 1_920, scale: 1, locale: 'fr-FR', pages: 'odd' },
  { colorScheme: 'light', width: 360, scale: 1, locale: 'en-GB', pages: 'odd' },
  { colorScheme: 'light', width: 640, scale: 2, locale: 'fr-FR', pages: 'odd' },
] as const;

type Look = (typeof looks)[number];

suite('every page', { skip: noBrowser }, () => {
  test('shows, fits and is quiet in each theme, width and language', async () => {
    await using world = await openBrowserWorld();
    await lookAtAll(world, ['/sign-in', '/setup'], false);
    await world.setUp();
    const pages = await pagesInMenus(world);
    assert.ok(pages.includes('/1/home'), 'the menu has no home');
    await lookAtAll(world, pages, true);
  });
});

/** All looks at once: each has a renderer of its own, and much of it is waiting. */
async function lookAtAll(
  world: BrowserWorld,
  pages: readonly string[],
  isSignedIn: boolean,
): Promise<void> {
  const wrong = await Promise.all(
    looks.map((look) => {
      const seen = pages.filter((_, at) => isSeenIn(look, at));
      return lookAt(world, seen, { look, isSignedIn });
    }),
  );
  assert.deepEqual(wrong.flat(), []);
}

async function lookAt(
  world: BrowserWorld,
  pages: readonly string[],
  { look, isSignedIn }: { readonly look: Look; readonly isSignedIn: boolean },
): Promise<readonly string[]> {
  const wrong: string[] = [];
  await using watched = await world.open({
    colorScheme: look.colorScheme,
    locale: look.locale,
    viewport: { width: look.width, height: 900 / look.scale },
    deviceScaleFactor: look.scale,
  });
  for (const address of pages) {
    await watched.page.goto(address);
    await watched.page.getByRole('heading', { level: 1 }).first().waitFor();
    // Until nothing more is asked, as far as the page asks once.
    await watched.page.waitForLoadState('load');
    await watched.page
      .getByRole('status', { name: /^(?:Loading|Chargement)$/ })
      .first()
      .waitFor({ state: 'detached' });
    const name = `${address} ${look.colorScheme} ${look.width} ${look.locale}`;
    for (const fault of await watched.findShift()) wrong.push(`${name}: ${fault}`);
    await watched.takePicture(pictureOf(address, look));
    for (const fault of await watched.findFaults()) wrong.push(`${name}: ${fault}`);
    const tooMuch = await watched.widthTooMuch();
    if (tooMuch > 0) wrong.push(`${name}: scrolls ${tooMuch} px sideways`);
    wrong.push(...watched.complaints.splice(0).map((text) => `${name}: console: ${text}`));
    wrong.push(...watched.foreign.splice(0).map((text) => `${name}: asked ${text}`));
    if (isSignedIn && watched.page.url().includes('/sign-in')) wrong.push(`${name}: signed out`);
  }
  return wrong;
}

/** Each page is seen in both themes, both languages, wide, narrow and enlarged. */
function isSeenIn(look: Look, page: number): boolean {
  return look.pages === (page % 2 === 0 ? 'even' : 'odd');
}

function pictureOf(address: string, { colorScheme, width, locale }: Look): string {
  const page = address.replace(/\W+/g, '-').replace(/^-/, '') || 'start';
  return `${page}.${colorScheme}.${width}.${locale.slice(0, 2)}`;
}

/** What the menus of all products lead to. */
async function pagesInMenus(world: BrowserWorld): Promise<readonly string[]> {
  await using watched = await world.open({ viewport: { width: 1_440, height: 900 } });
  const { page } = watched;
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  const found = new Set<string>();
  const starts = ['/1/home', ...(await linksIn(world, page, 'Product'))];
  for (const start of starts) {
    await page.goto(start);
    await page.getByRole('navigation', { name: 'Menu' }).first().waitFor();
    for (const link of await linksIn(world, page, 'Menu')) found.add(link);
  }
  return [...found];
}

async function linksIn(
  world: BrowserWorld,
  page: import('playwright-core').Page,
  name: string,
): Promise<readonly string[]> {
  const links = await page.getByRole('navigation', { name }).getByRole('link').all();
  const addresses = await Promise.all(links.map((link) => link.getAttribute('href')));
  return addresses.flatMap((address) =>
    address === null ? [] : [new URL(address, world.url).pathname],
  );
}
