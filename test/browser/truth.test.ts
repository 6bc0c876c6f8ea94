/**
 * What pages show is what the database holds, in an account that was busy: 5,500 SMS, 600 emails, 50 calls and three
 * failing endpoints. Each statement is made by a page and compared with what SQL says of the same.
 */
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { must } from '#core/assert.ts';
import { type BusyWorld, openBusyWorld } from '#test/harness/busy/world.ts';
import { administrator, noBrowser } from '#test/harness/chromium.ts';
import { callFrom } from '#test/harness/page-call.ts';
import { testCallsAndMails } from './truth/calls-and-mails.ts';
import { testDeliveries } from './truth/deliveries.ts';
import { testFigures } from './truth/figures.ts';
import { testLedger } from './truth/ledger.ts';

suite('what pages show is what the database holds', { skip: noBrowser }, () => {
  const stack = new AsyncDisposableStack();
  let made: BusyWorld | undefined;
  const busy = (): BusyWorld => must(made, 'busy world');
  before(async () => {
    made = await openBusyWorld(stack);
  });
  after(() => stack.disposeAsync());

  testDeliveries(busy);
  testFigures(busy);
  testLedger(busy);
  testCallsAndMails(busy);

  test('a session that was ended elsewhere says so on a page that asks for nothing', async () => {
    const { world } = busy();
    await using watched = await world.open({ storageState: { cookies: [], origins: [] } });
    const { page } = watched;
    await page.goto('/sign-in');
    await page.locator('input[type=email]').fill(administrator.email);
    await page.locator('input[type=password]').fill(administrator.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.goto('/profile');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await using other = await world.open();
    await other.page.goto('/1/webhooks');
    await callFrom(other.page, 'POST', '/api/operations/session-end-others');
    await page.getByText('Your session has expired, or was ended in another browser.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await watched.takePicture('truth-session-ended.light.1280.en');
  });

  test('live mode shows no test phone', async () => {
    const { world } = busy();
    await using watched = await world.open();
    const { page } = watched;
    await page.goto('/1/home');
    await page.getByRole('radiogroup').getByText('Live', { exact: true }).click();
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    assert.equal(await page.getByRole('heading', { name: 'Test phone', exact: true }).count(), 0);
    assert.equal(await page.getByRole('link', { name: 'Phones' }).count(), 0);
    await watched.takePicture('truth-home-live.light.1280.en');
    await page.goto('/1/sms/phones');
    await page.getByRole('button', { name: 'Switch to test mode' }).click();
    await page.getByRole('heading', { name: 'Test phone', exact: true }).waitFor();
    watched.assertQuiet();
  });

  test('in French, in the dark and on a phone they fit', async () => {
    const { world, endpoints, figure } = busy();
    await using watched = await world.open({
      colorScheme: 'dark',
      locale: 'fr-FR',
      viewport: { width: 390, height: 900 },
    });
    const { page } = watched;
    const event = figure("SELECT max(subject) FROM job WHERE lane LIKE 'webhook/%'");
    const message = figure("SELECT id FROM message WHERE tag = 'alone'");
    for (const [name, address] of [
      ['webhooks', '/1/webhooks'],
      ['endpoint', `/1/webhooks/${endpoints[0]?.id}`],
      ['event', `/1/webhooks/events/${event}`],
      ['story', `/1/sms/messages/${message}`],
    ] as const) {
      await page.goto(address);
      await page
        .getByText(/en attente/i)
        .first()
        .waitFor();
      await watched.takePicture(`truth-${name}.dark.390.fr`);
      assert.deepEqual(await watched.findFaults(), []);
      assert.equal(await watched.widthTooMuch(), 0);
    }
    watched.assertQuiet();
  });
});
