/**
 * The real program on a fresh folder, and Chromium to look at it. What a page writes to its console, what
 * it asks of other hosts and what breaks in it is kept, so that every test can end by finding nothing.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { must } from '#core/assert.ts';
import { openParleyFolder, type ParleyFolder } from './parley-process.ts';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const program = places.find((place) => existsSync(place));

/** Why tests in a browser cannot run here; false: they can. */
export const noBrowser: string | false =
  program === undefined ? 'Chromium is not installed' : false;

/** Screenshots of the last run. */
const pictures = path.join(import.meta.dirname, '..', '..', 'dist', 'screenshots');

/** On a busy machine; what is there comes at once. */
const patienceMs = 120_000;

export const administrator = {
  email: 'ada@example.com',
  password: 'a long sentence is a good password',
};

/** As text: the server's types know no storage. */
const forgetLanguage = `fetch('/api/operations/me-set', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'X-Parley': '1' },
  body: JSON.stringify({ language: null }),
}).then(() => localStorage.removeItem('parley.language'))`;

/** As a share of the window, and of its height. What browsers call good is up to 0.1. */
const layoutShiftMax = 0.05;

/** What moves by itself, from the first paint on. */
const sumShifts = `globalThis.layoutShift = 0;
new PerformanceObserver((list) => {
  for (const { hadRecentInput, value } of list.getEntries()) {
    if (!hadRecentInput) globalThis.layoutShift += value;
  }
}).observe({ type: 'layout-shift', buffered: true });`;

type Session = Exclude<BrowserContextOptions['storageState'], string | undefined>;

export class BrowserWorld implements AsyncDisposable {
  readonly url: string;
  /** Where the first administrator is made. */
  readonly setupLink: string;
  readonly folder: ParleyFolder;
  readonly #browser: Browser;
  #session: Session | undefined;

  constructor(browser: Browser, folder: ParleyFolder, said: { url: string; setupLink: string }) {
    this.#browser = browser;
    this.folder = folder;
    this.url = said.url;
    this.setupLink = said.setupLink;
  }

  /** A page of a reader of its own, signed in once `setUp` has been done. */
  async open(options: BrowserContextOptions = {}): Promise<WatchedPage> {
    const context = await this.#browser.newContext({
      baseURL: this.url,
      reducedMotion: 'reduce',
      ...(this.#session === undefined ? {} : { storageState: this.#session }),
      ...options,
    });
    context.setDefaultTimeout(patienceMs);
    await context.addInitScript({ content: sumShifts });
    return new WatchedPage(await context.newPage(), this.url);
  }

  /** Makes the administrator by the pages, and keeps their session for those who open pages after. */
  async setUp(): Promise<void> {
    await using watched = await this.open();
    const { page } = watched;
    await page.goto(this.setupLink);
    await page.locator('input[type=email]').fill(administrator.email);
    await page.locator('input[type=password]').first().fill(administrator.password);
    await page.getByRole('button', { name: 'Create the administrator' }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    // Who has chosen no language reads that of each browser.
    await page.evaluate(forgetLanguage);
    this.#session = await page.context().storageState();
    watched.assertQuiet();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
    await this.folder[Symbol.asyncDispose]();
  }
}

export class WatchedPage implements AsyncDisposable {
  readonly page: Page;
  /** What the console shows, and what was thrown. */
  readonly complaints: string[] = [];
  /** Requests to other hosts. */
  readonly foreign: string[] = [];

  constructor(page: Page, url: string) {
    this.page = page;
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(error.message));
    page.on('request', (request) => {
      const asked = request.url();
      if (!asked.startsWith(url) && !/^(?:data|blob):/.test(asked)) this.foreign.push(asked);
    });
  }

  /** Nothing in the console, and nothing asked of anybody else. */
  assertQuiet(): void {
    assert.deepEqual(this.complaints, [], `the console of ${this.page.url()}`);
    assert.deepEqual(this.foreign, [], `requests of ${this.page.url()}`);
  }

  /** WCAG faults that axe calls serious or critical, as sentences. */
  async findFaults(): Promise<readonly string[]> {
    // Our policy refuses a script element, so its text is evaluated.
    await this.page.evaluate(axeSource);
    const violations = await this.page.evaluate<readonly Violation[]>(
      "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)",
    );
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
  }

  /** That it has moved by itself since it was loaded, as a sentence. A picture of the whole page moves it, too. */
  async findShift(): Promise<readonly string[]> {
    const shift = await this.page.evaluate<number>('globalThis.layoutShift');
    return shift < layoutShiftMax ? [] : [`moves by ${shift.toFixed(3)}`];
  }

  async takePicture(name: string): Promise<void> {
    mkdirSync(pictures, { recursive: true });
    await this.page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true });
  }

  /** How far it can be scrolled sideways; a page that fits has none. */
  widthTooMuch(): Promise<number> {
    // As text: the server's types know no document.
    return this.page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.context().close();
  }
}

type Violation = {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string }[];
};

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/** `flags`: of Chromium, beside the usual ones. */
export async function openBrowserWorld(
  environment: Readonly<Record<string, string>> = {},
  flags: readonly string[] = [],
): Promise<BrowserWorld> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await openParleyFolder(environment));
  const server = await folder.serve();
  const browser = stack.adopt(await launch(flags), (opened) => opened.close());
  const link = await freshSetupLink(folder);
  stack.move();
  const url = `http://localhost:${server.port}`;
  return new BrowserWorld(browser, folder, { url, setupLink: `${url}/setup#${link}` });
}

/** What stands behind its #. The start message shows a link on a terminal alone. */
async function freshSetupLink(folder: ParleyFolder): Promise<string> {
  const { out } = await folder.run(['setup-link']);
  return must(/\/setup#(?<token>\S+)/.exec(out)?.groups?.['token'], 'token of a setup link');
}

function launch(flags: readonly string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: program ?? '',
    // Root and containers have no sandbox of their own; /dev/shm is small there.
    // The rest keeps it from speaking with anybody but us.
    args: [
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...flags,
    ],
    timeout: patienceMs,
  });
}
