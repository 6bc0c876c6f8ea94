/** A call from the page: Chromium's microphone speaks, and the message that is kept contains what it said. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { suite, test } from 'node:test';
import { readWav, writeWav } from '#numbers/sip/media/wav.ts';
import { isLoud } from '#simulator/phones/sounds.ts';
import {
  type BrowserWorld,
  noBrowser,
  openBrowserWorld,
  type WatchedPage,
} from '#test/harness/chromium.ts';
import { pause, until } from '#test/harness/pause.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { toneStrength } from '#test/harness/tones.ts';

const number = '33639981000';
const secondPhone = '33639980008';
const hertz = 700;
const fakeMicrophone = ['--use-fake-device-for-media-stream'];
const allowed = [...fakeMicrophone, '--use-fake-ui-for-media-stream'];
const settings = { PARLEY_SIP_LISTEN: '127.0.0.1:0', PARLEY_RTP_PORTS: '46400-46599' };

/** What calls to the number do, as the page of numbers says it. */
async function rule({ page }: WatchedPage, way: 'to' | 'voicemail', target: string): Promise<void> {
  const status = await page.evaluate(
    `fetch('/api/accounts/1/operations/number-forward', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Parley': '1' },
      body: '${JSON.stringify({ number, [way]: target, replace: true })}',
    }).then(({ status }) => status)`,
  );
  assert.equal(status, 200);
}

async function openHome(
  world: BrowserWorld,
  way: 'to' | 'voicemail',
  target: string,
): Promise<WatchedPage> {
  const watched = await world.open();
  await watched.page.goto('/');
  await rule(watched, way, target);
  await watched.page.reload();
  await watched.page.getByRole('button', { name: 'Call', exact: true }).click();
  return watched;
}

/** The sound that the page's player plays. */
async function playedIn({ page }: WatchedPage): Promise<Int16Array> {
  const source = await page.locator('audio').getAttribute('src');
  const octets = await page.evaluate<readonly number[]>(
    `fetch('${source}').then((reply) => reply.arrayBuffer()).then((all) => [...new Uint8Array(all)])`,
  );
  const read = readWav(Buffer.from(octets), 300);
  assert.ok(read.ok, 'the message is no sound');
  return read.wav.pcm;
}

/** Of the tenths of a second of it: those in which the tone is louder than all else together. */
function toneShare(pcm: Int16Array): number {
  const windows = Array.from({ length: Math.floor(pcm.length / 800) }, (_, at) =>
    pcm.subarray(at * 800, at * 800 + 800),
  );
  const ruled = windows.filter((window) => {
    const power = window.reduce((sum, sample) => sum + sample * sample, 0) / window.length;
    return isLoud(window) && toneStrength(window, hertz) ** 2 / 2 > power / 2;
  });
  return ruled.length / windows.length;
}

/** On the page of voicemails, whose player shows where somebody speaks. */
async function hearAgain(watched: WatchedPage): Promise<void> {
  const { page } = watched;
  await page.goto('/1/sms/voicemail');
  await page.getByRole('button', { name: 'Listen' }).click();
  await page.getByRole('img', { name: /Waveform: .* long, .*% of silence/ }).waitFor();
  await watched.takePicture('voicemail-player');
  assert.deepEqual(await watched.findFaults(), []);
}

suite('a call from the page', { skip: noBrowser }, () => {
  test('leaves what the microphone hears as a message, and plays it', async () => {
    using folder = temporaryFolder();
    const file = path.join(folder.path, 'tone.wav');
    const said = Int16Array.from({ length: 8_000 * 10 }, (_, at) =>
      Math.round(9_000 * Math.sin((2 * Math.PI * hertz * at) / 8_000)),
    );
    writeFileSync(file, writeWav(said));
    await using world = await openBrowserWorld(settings, [
      ...allowed,
      `--use-file-for-fake-audio-capture=${file}`,
    ]);
    await world.setUp();
    await using watched = await openHome(world, 'voicemail', 'me@acme.example');
    const { page } = watched;
    const phone = page.getByRole('region', { name: 'Your phone' });
    await phone.getByText('Speak: your microphone is heard.').waitFor();
    // The greeting, its tone, and three seconds behind it.
    await pause(11_000);
    await phone.getByRole('button', { name: 'Press #' }).click();
    await phone.getByText('The other end hung up.').waitFor();
    await page.getByText(/^A message of .* was left$/).waitFor();
    const kept = await playedIn(watched);
    assert.ok(toneShare(kept) > 0.5, `the tone is ${toneShare(kept)} of it`);
    watched.assertQuiet();
  });

  test('says a sentence where the microphone is refused', async () => {
    await using world = await openBrowserWorld(settings, fakeMicrophone);
    await world.setUp();
    await using watched = await openHome(world, 'voicemail', 'me@acme.example');
    const { page } = watched;
    const phone = page.getByRole('region', { name: 'Your phone' });
    await phone.getByText(/^The microphone was refused/).waitFor();
    await pause(8_000);
    await phone.getByRole('button', { name: 'Say a sentence' }).click();
    await pause(6_000);
    await page.getByRole('button', { name: 'Hang up', exact: true }).click();
    await page.getByText(/^A message of .* was left$/).waitFor();
    const kept = await playedIn(watched);
    assert.ok(isLoud(kept.subarray(0, kept.length >> 1)));
    watched.assertQuiet();
    await hearAgain(watched);
    watched.assertQuiet();
  });

  test('rings a second phone, which answers, is taken in hand and hangs up', async () => {
    await using world = await openBrowserWorld(settings, allowed);
    await world.setUp();
    await using watched = await openHome(world, 'to', `+${secondPhone}`);
    const { page } = watched;
    const second = page.getByRole('region', { name: /^Second phone/ });
    await second.getByRole('button', { name: 'Answer' }).click();
    await second.getByText('This phone repeats what it hears.').waitFor();
    assert.deepEqual(await watched.findFaults(), []);
    await page
      .getByRole('region', { name: 'Your phone' })
      .getByRole('button', { name: 'Press 5' })
      .click();
    await second.getByText('Hears the keys 5').waitFor();
    await second.getByRole('button', { name: 'Speak here' }).click();
    await second.getByText('Speak: your microphone is heard.').waitFor();
    await second.getByRole('button', { name: 'Hang up here' }).click();
    await page.getByText('The other end hung up.').waitFor();
    watched.assertQuiet();
  });

  test('is there beside each number that takes calls, and ends with its window', async () => {
    await using world = await openBrowserWorld(settings, allowed);
    await world.setUp();
    await using watched = await world.open();
    const { page } = watched;
    await page.goto(`/1/sms/numbers/${number}`);
    await rule(watched, 'to', `+${secondPhone}`);
    await page.getByRole('button', { name: 'Call this number' }).click();
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByRole('button', { name: 'Answer' }).waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    const calls = await until(async () => {
      const found = await page.evaluate<{ calls: { cause: string | null }[] }>(
        "fetch('/api/accounts/1/operations/call-list').then((reply) => reply.json())",
      );
      return found.calls[0]?.cause === null ? undefined : found.calls;
    });
    assert.equal(calls[0]?.cause, 'caller_cancelled');
    watched.assertQuiet();
  });
});
