/** The page of one call: made by the phone of the page, traced, and read by who looks into it afterwards. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  type BrowserWorld,
  noBrowser,
  openBrowserWorld,
  type WatchedPage,
} from '#test/harness/chromium.ts';
import { pause, until } from '#test/harness/pause.ts';

const number = '33639981000';
const settings = { PARLEY_SIP_LISTEN: '127.0.0.1:0', PARLEY_RTP_PORTS: '46600-46799' };
const microphone = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
const looks = [
  { colorScheme: 'light', locale: 'en-GB', viewport: { width: 1_280, height: 900 } },
  { colorScheme: 'dark', locale: 'fr-FR', viewport: { width: 360, height: 900 } },
] as const;

async function send({ page }: WatchedPage, how: string, body: object): Promise<void> {
  const [method, path] = how.split(' ');
  const status = await page.evaluate(
    `fetch('${path}', {
      method: '${method}',
      headers: { 'Content-Type': 'application/json', 'X-Parley': '1' },
      body: '${JSON.stringify(body)}',
    }).then(({ status }) => status)`,
  );
  assert.ok(status === 200 || status === 204, `${how}: ${String(status)}`);
}

async function lead(watched: WatchedPage, way: 'to' | 'voicemail', target: string): Promise<void> {
  const rule = { number, [way]: target, replace: true };
  await send(watched, 'POST /api/accounts/1/operations/number-forward', rule);
  await watched.page.goto(`/1/sms/numbers/${number}`);
  await watched.page.getByRole('button', { name: 'Call this number' }).click();
  await watched.page.getByRole('button', { name: 'Call', exact: true }).click();
}

async function untilEnded({ page }: WatchedPage): Promise<void> {
  await until(async () => {
    const found = await page.evaluate<{ calls: { cause: string | null }[] }>(
      "fetch('/api/accounts/1/operations/call-list').then((reply) => reply.json())",
    );
    return (found.calls[0]?.cause ?? null) === null ? undefined : true;
  });
}

/** By the list, as a person comes there. */
async function openNewest({ page }: WatchedPage): Promise<string> {
  await page.goto('/1/sms/calls');
  await page.locator('tbody tr').first().click();
  await page.waitForURL('**/sms/calls/*');
  return new URL(page.url()).pathname;
}

async function faultsIn(
  world: BrowserWorld,
  address: string,
  name: string,
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const look of looks) {
    await using watched = await world.open(look);
    await watched.page.goto(address);
    await watched.page.getByRole('heading', { level: 2 }).first().waitFor();
    await watched.takePicture(`one-call-${name}-${look.colorScheme}`);
    faults.push(...(await watched.findFaults()));
    const tooMuch = await watched.widthTooMuch();
    if (tooMuch > 0) faults.push(`scrolls ${tooMuch} px sideways`);
    watched.assertQuiet();
  }
  return faults;
}

suite('the page of one call', { skip: noBrowser }, () => {
  test('tells a call that was given up step by step, with the SIP messages of its traced trunk', async () => {
    await using world = await openBrowserWorld(settings, microphone);
    await world.setUp();
    await using watched = await world.open();
    const { page } = watched;
    await page.goto('/1/sms/numbers');
    const traced = { name: 'simulator', minutes: 5 };
    await send(watched, 'POST /api/operations/trunk-trace-start', traced);
    // Trunks that are traced are looked up twice a second.
    await pause(1_500);
    await lead(watched, 'to', '+33639980008');
    await page.getByRole('button', { name: 'Answer' }).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await untilEnded(watched);
    const address = await openNewest(watched);
    await page.getByText('Incoming call on').waitFor();
    await page.getByText('Ended: the caller gave up before anybody answered').waitFor();
    await until(async () => {
      await page.reload();
      await page.getByRole('heading', { name: 'SIP messages' }).waitFor();
      return (await page.locator('summary', { hasText: 'CANCEL, from Parley to Target' }).count()) >
        0
        ? true
        : undefined;
    });
    await watched.takePicture('one-call-ladder');
    const invite = page.locator('summary', { hasText: 'INVITE, from Caller to Parley' }).first();
    await invite.focus();
    await page.keyboard.press('Enter');
    await page
      .getByText(/Call-ID:/i)
      .first()
      .waitFor();
    await page.getByText('As a table').click();
    const ringing = page.getByRole('row').filter({ hasText: '180 Ringing (INVITE)' });
    assert.equal(await ringing.filter({ hasText: 'Target' }).first().isVisible(), true);
    await page.getByRole('link', { name: 'Other calls to this number' }).click();
    await page.getByRole('heading', { name: /^Calls to \+/ }).waitFor();
    await page.locator('tbody tr').first().waitFor();
    await page.getByRole('button', { name: 'Show calls to all numbers' }).click();
    await page.getByRole('heading', { name: 'Calls', exact: true }).waitFor();
    watched.assertQuiet();
    assert.deepEqual(await faultsIn(world, address, 'traced'), []);
  });

  test('plays the message that a call has left', async () => {
    await using world = await openBrowserWorld(settings, microphone);
    await world.setUp();
    await using watched = await world.open();
    const { page } = watched;
    await page.goto('/1/sms/numbers');
    await lead(watched, 'voicemail', 'me@acme.example');
    await page.getByText('Speak: your microphone is heard.').waitFor();
    // The greeting, its tone, and two seconds behind it.
    await pause(10_000);
    await page.getByRole('button', { name: 'Press #' }).click();
    await page.getByText('The other end hung up.').waitFor();
    await untilEnded(watched);
    const address = await openNewest(watched);
    await page.getByText('Answered by voicemail').waitFor();
    await page.getByRole('heading', { name: 'Voicemail message' }).waitFor();
    await page.getByText('No trace of the trunk was active').waitFor();
    await page.getByRole('button', { name: 'Listen' }).click();
    await page.locator('audio').waitFor();
    watched.assertQuiet();
    assert.deepEqual(await faultsIn(world, address, 'message'), []);
  });
});
