/** Greetings that people hand in for their numbers, over a real folder. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { number, rentNumber } from '#test/harness/call-world.ts';
import { openPageWorld, type PageWorld } from '#test/harness/page-world.ts';
import { phone } from '#test/harness/records.ts';
import { sampleTone, wavFile } from '#test/harness/rtp-ears.ts';

const at = '/api/accounts/1/operations/number';
const viewer = { roles: { 1: 'viewer' as const } };
const rule = { kind: 'voicemail', target: 'me@acme.example' } as const;

async function openWorld() {
  const world = await openPageWorld();
  const { storage } = world.installation;
  await rentNumber(storage, { accountId: 1, digits: number, rule });
  return world;
}

function inBase64(pcm: Int16Array, rateHz?: number): object {
  return { number, wav: wavFile(pcm, rateHz).toString('base64') };
}

async function secondsIn(world: PageWorld): Promise<unknown> {
  return (await world.get(`${at}-show?number=${number}`))['greetingSeconds'];
}

suite('the greeting of a number', () => {
  test('is handed in, told, played and taken away', async () => {
    await using world = await openWorld();
    assert.equal(await secondsIn(world), null);
    assert.equal((await world.ask('GET', `${at}-greeting-play?number=${number}`)).status, 404);
    const tone = sampleTone(1_500);
    const saved = await world.ask('POST', `${at}-greeting`, inBase64(tone));
    assert.deepEqual([saved.status, saved.json], [200, { seconds: 1.5 }]);
    assert.equal(await secondsIn(world), 1.5);
    const { storage } = world.installation;
    const own = await storage.virtualNumbers.findVirtualNumber(number);
    const kept = await storage.voicemails.findGreeting({ accountId: 1, numberId: own?.id ?? 0 });
    const played = await world.ask('GET', `${at}-greeting-play?number=${number}`);
    assert.equal(played.status, 200);
    assert.equal(played.headers['content-type'], 'audio/wav');
    assert.equal(kept?.length, tone.length * 2);
    assert.equal((await world.ask('POST', `${at}-greeting-remove`, { number })).status, 200);
    assert.equal(await secondsIn(world), null);
    assert.equal((await world.ask('POST', `${at}-greeting-remove`, { number })).status, 404);
  });

  test('of fine sound is brought down to what telephones carry', async () => {
    await using world = await openWorld();
    const fine = Int16Array.from({ length: 44_100 }, (_, place) => (place % 100) * 100);
    const saved = await world.ask('POST', `${at}-greeting`, inBase64(fine, 44_100));
    assert.deepEqual(saved.json, { seconds: 1 });
  });

  test('that is no sound, or too long, is refused with the reason', async () => {
    await using world = await openWorld();
    for (const [body, reason] of [
      [{ number, wav: Buffer.from('not a sound').toString('base64') }, /not a WAV file/],
      [{ number, wav: '%%%' }, /not a WAV file/],
      [inBase64(new Int16Array(61 * 8_000)), /61|60|long/],
    ] as const) {
      const refused = await world.ask('POST', `${at}-greeting`, body);
      assert.equal(refused.status, 400, refused.text);
      assert.match(refused.text, reason);
    }
    assert.equal(await secondsIn(world), null);
  });

  test('of another account’s number is not there, and who only looks changes nothing', async () => {
    await using world = await openWorld();
    const others = { number: phone('33755000009') };
    const shown = await world.ask('GET', `${at}-show?number=${others.number}`);
    assert.equal(shown.status, 404);
    assert.equal((await world.ask('POST', `${at}-greeting-remove`, others)).status, 404);
    const tone = { ...inBase64(sampleTone(500)), ...others };
    assert.equal((await world.ask('POST', `${at}-greeting`, tone)).status, 404);
    const looked = await world.ask('POST', `${at}-greeting`, inBase64(sampleTone(500)), viewer);
    assert.equal(looked.status, 403);
  });
});
