/** How soon the pages of lists can be used in a browser, each loaded anew, where a million messages are stored. */
import { openBrowserWorld, type WatchedPage } from '#test/harness/chromium.ts';
import { groupPage } from './filled-lists.ts';
import { at } from './spans.ts';

/** Below `/{account}/`; the last of a product with filters that few rows or none fit. */
const pages = [
  'sms/messages',
  'sms/messages?order=oldest',
  'sms/messages?state=not+delivered',
  'sms/messages?to=0699',
  'sms/messages?tag=none',
  'sms/messages?time=yesterday',
  'sms/replies',
  'sms/replies?time=yesterday',
  'sms/calls',
  'sms/calls?outcome=voicemail',
  'sms/stop-list',
  'sms/stop-list?phone=0699',
  `sms/${groupPage}`,
  'sms/campaigns',
  'sms/numbers',
  'sms/voicemail',
  'email/messages',
  'email/messages?to=nobody',
  'email/messages?state=bounced',
  'email/suppressions',
  'email/suppressions?address=nobody',
  'webhooks',
  'webhooks?outcome=undelivered',
  'webhooks?kind=reply',
  'webhooks?time=yesterday',
  'requests',
  'requests?text=none',
  'balance',
  'audit',
  'prices',
  'people',
];

/** Of the mode in which the account has sent nothing. */
const pagesInTest = ['sms/messages', 'email/messages', 'balance'];

const loads = 10;
/** What is asked of each. */
const usableMsMax = 1_000;

/** A folder that no other process has open. */
export async function measurePages(folder: string, accountId: number): Promise<boolean> {
  await using world = await openBrowserWorld({ PARLEY_DATABASE: `file:${folder}` });
  await world.setUp();
  const viewport = { width: 1_440, height: 900 };
  await using watched = await world.open({ locale: 'en-GB', viewport });
  const held: boolean[] = [];
  for (const [mode, ofMode] of [
    ['test', pagesInTest],
    ['live', pages],
  ] as const) {
    await watched.page.goto('/');
    await watched.page.evaluate(`localStorage.setItem('parley.mode', '${mode}')`);
    for (const address of ofMode) {
      held.push(await measure(watched, `/${accountId}/${address}`, `${address}, ${mode}`));
    }
  }
  return held.every(Boolean);
}

async function measure(watched: WatchedPage, path: string, name: string): Promise<boolean> {
  const load = async () => {
    await watched.page.goto(path, { waitUntil: 'commit' });
    // Its rows are there, or that there are none.
    await watched.page.locator('[data-list]').first().waitFor();
  };
  await load();
  const usable: number[] = [];
  const counted: number[] = [];
  for (let round = 0; round < loads; round += 1) {
    const startedAt = performance.now();
    await load();
    usable.push(performance.now() - startedAt);
    await watched.page.getByText('Counting…').waitFor({ state: 'detached' });
    counted.push(performance.now() - startedAt);
  }
  const worst = Math.max(...usable);
  const figures = `p50 ${at(usable, 0.5).toFixed(0)} ms  worst ${worst.toFixed(0)} ms  (at most ${usableMsMax}), counted ${Math.max(...counted).toFixed(0)} ms`;
  process.stdout.write(`Chromium    ${name.padEnd(40)} ${figures}\n`);
  return worst < usableMsMax;
}
