/** Statistics with figures in them: days are those of the account's zone, in the reader's words, wherever the browser is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { must } from '#core/assert.ts';
import { type BrowserWorld, noBrowser, openBrowserWorld } from '#test/harness/chromium.ts';
import { countMailsAt } from '#test/harness/count-mails.ts';
import { anEmailAcceptance } from '#test/harness/email-records.ts';
import { aMatch, anAcceptance, anEvent, aSubmit, money } from '#test/harness/records.ts';
import { openStorageBeside } from '#test/harness/storage-beside.ts';

const hourMs = 3_600_000;
const zone = 'Asia/Tokyo';

/** A live text with its report, and a live email, of two days ago; and what a server has counted of them. */
async function seed({ folder }: BrowserWorld): Promise<void> {
  await folder.read('account', 'set', '1', '--time-zone', zone);
  await using storage = await openStorageBeside(folder.path);
  const account = must(await storage.accounts.findAccount(1), 'demo account');
  const nowMs = Date.now();
  const atMs = nowMs - 48 * hourMs;
  const funds = { accountId: 1, purse: 'live', kind: 'top-up', actor: 'test', atMs } as const;
  await storage.accounts.move({ ...funds, amount: money(10_000_000) });
  const acceptance = anAcceptance(account, 900_001, {
    message: { acceptedAtMs: atMs, validUntilMs: nowMs + 24 * hourMs },
  });
  await storage.messages.acceptMessages([acceptance]);
  const submit = aSubmit(acceptance, { submittedAtMs: atMs });
  const receipt = aMatch(submit, anEvent(900_001));
  await storage.messages.recordFacts({ submits: [submit], receipts: [], refusals: [] });
  await storage.messages.recordFacts({ submits: [], receipts: [receipt], refusals: [] });
  const counted = {
    accountId: 1,
    purse: 'live',
    startsAtMs: atMs - (atMs % hourMs),
    country: 'FR',
    operatorId: 1,
    state: 'delivered',
    detail: '1000',
    messages: 1,
    parts: 1,
    cost: money(38_000),
  } as const;
  const turn = await storage.messages.takeTurn();
  await turn.commit({ changes: [counted], open: [], ended: [] });
  const email = anEmailAcceptance(account, 900_001, { email: { acceptedAtMs: atMs } });
  assert.equal((await storage.emails.acceptEmail(email)).kind, 'accepted');
  await countMailsAt(storage.emails, nowMs);
}

function dayOf(atMs: number): string {
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  return new Intl.DateTimeFormat('fr', { timeZone: zone, ...day }).format(atMs);
}

test('plots have the days of the account, in the words of the reader', {
  skip: noBrowser,
}, async () => {
  await using world = await openBrowserWorld();
  await world.setUp();
  await seed(world);
  for (const look of [
    { colorScheme: 'dark', viewport: { width: 360, height: 900 } },
    { colorScheme: 'light', viewport: { width: 1_280, height: 900 } },
  ] as const) {
    const timezoneId = 'America/New_York';
    await using watched = await world.open({ ...look, locale: 'fr-FR', timezoneId });
    const { page } = watched;
    await page.addInitScript(`localStorage.setItem('parley.mode', 'live')`);
    for (const [product, path] of [
      ['sms', /\/operations\/message-statistics\?/],
      ['email', /\/operations\/mail-statistics\?/],
    ] as const) {
      const asked = page.waitForResponse(path);
      await page.goto(`/1/${product}/statistics?time=week&by=day`);
      const { steps } = (await (await asked).json()) as { steps: { from: string }[] };
      await page.locator('.uplot canvas').first().waitFor();
      await watched.takePicture(`statistics-${product}-${look.viewport.width}`);
      assert.deepEqual(await watched.findFaults(), []);
      assert.equal(await watched.widthTooMuch(), 0);
      const names = await page.getByRole('button', { name: 'Tableau' }).count();
      for (let at = 0; at < names; at += 1) {
        await page.getByRole('button', { name: 'Tableau' }).first().click();
      }
      const first = page.getByRole('figure').first().getByRole('rowheader').first();
      assert.equal(await first.textContent(), dayOf(Date.parse(must(steps[0], 'first step').from)));
      assert.deepEqual(await watched.findFaults(), []);
      await page.goto(`/1/${product}/statistics?time=week&by=hour`);
      await page.locator('.uplot canvas').first().waitFor();
      await watched.takePicture(`statistics-hours-${product}-${look.viewport.width}`);
    }
    watched.assertQuiet();
  }
});
