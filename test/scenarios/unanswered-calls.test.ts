/** What becomes of a call that its target does not take: a message in the number's own words, or a notice. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { readWav, writeWav } from '#numbers/sip/media/wav.ts';
import { isLoud } from '#simulator/phones/sounds.ts';
import { openParleyFolder } from '#test/harness/parley-process.ts';
import { until } from '#test/harness/pause.ts';
import { sampleTone } from '#test/harness/rtp-ears.ts';
import { openStorageBeside } from '#test/harness/storage-beside.ts';

const number = '+33639981000';
const caller = '+33639980001';
const otherCaller = '+33639980002';
const busyPhone = '+33639980210';
const flags = ['--sip-listen=127.0.0.1:0', '--rtp-ports=45000-45999', '--mail-catcher-port=0'];

/** A server whose number leads to a phone that is busy. */
async function openWorld() {
  const stack = new AsyncDisposableStack();
  const folder = stack.use(await openParleyFolder());
  await folder.serve(...flags);
  const storage = stack.use(await openStorageBeside(folder.path));
  await folder.read('number', 'forward', number, '--to', busyPhone);
  return {
    folder,
    storage,
    fileOf: (name: string) => path.join(folder.path, name),
    /** What the only mail says, once it is there. */
    async mail(): Promise<string> {
      const caught = await until(async () => {
        const mails = await storage.simulator.listMails({
          beforeId: Number.MAX_SAFE_INTEGER,
          limit: 9,
        });
        return mails.length > 0 ? mails : undefined;
      });
      assert.equal(caught.length, 1);
      const { code, out, err } = await folder.run([
        'simulator',
        'mails',
        'show',
        `${caught[0]?.id}`,
      ]);
      assert.equal(code, 0, err);
      return out;
    },
    async cause(): Promise<readonly unknown[]> {
      const [call] = await until(async () => {
        const calls = await storage.calls.listCalls({ beforeId: 1e9, limit: 9 });
        return calls[0]?.endedAtMs === null ? undefined : calls;
      });
      return [call?.cause, call?.sipStatus, call?.rule];
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function loudMs(pcm: Int16Array): number {
  let windows = 0;
  for (let at = 0; at < pcm.length; at += 160) {
    if (isLoud(pcm.subarray(at, at + 160))) windows += 1;
  }
  return windows * 20;
}

suite('a call that its target does not take', () => {
  test('is recorded behind the number’s own greeting, and mailed in French', async () => {
    await using world = await openWorld();
    const { folder, fileOf } = world;
    const ring = ['--unanswered', 'voicemail', '--fallback', 'me@acme.example', '--language', 'fr'];
    await folder.read('number', 'ring', number, ...ring);
    await writeFile(fileOf('own.wav'), writeWav(sampleTone(1_500, 600)));
    await folder.read('number', 'greeting', number, '--file', fileOf('own.wav'));
    const heard = fileOf('heard.wav');
    await folder.read('simulator', 'call', '--to', number, '--record', heard);
    const mail = await world.mail();
    assert.match(mail, /Message vocal de \+33639980001/);
    assert.match(mail, /Un appelant a laissé un message vocal sur le \+33639981000/);
    assert.match(mail, /voicemail-\d{8}-\d{6}-33639980001\.wav/);
    assert.deepEqual(await world.cause(), ['caller_hung_up', 200, 'unanswered: busy']);
    const read = readWav(await readFile(heard), 300);
    assert.ok(read.ok);
    // The shipped greeting speaks for more than four seconds; this one, and the tone behind it, for two.
    const loud = loudMs(read.wav.pcm);
    assert.ok(loud > 1_500 && loud < 3_000, `${loud}`);
  });

  test('has its caller texted once a day, under the rules of every message', async () => {
    await using world = await openWorld();
    const { folder, storage } = world;
    const ring = ['number', 'ring', number, '--text', 'We call back.'];
    assert.match(JSON.stringify(await folder.read(...ring)), /"text":"We call back\."/);
    const call = (from: string) =>
      folder.run(['simulator', 'call', '--to', number, '--from', from]);
    /** What came of the newest call, once that is known. */
    const textBack = () =>
      until(async () => {
        const [last] = await storage.calls.listCalls({ beforeId: 1e9, limit: 1 });
        const found = await storage.calls.findTextBack(last?.id ?? 0);
        return found?.state === 'owed' ? undefined : found;
      });
    const messages = async () => {
      const query = { accountId: 1, beforeId: Number.MAX_SAFE_INTEGER, limit: 9 };
      return (await storage.messages.listRecords(query)).records;
    };
    await call(caller);
    const { state, messageId } = await textBack();
    assert.equal(state, 'sent');
    const message = await storage.messages.findMessageRecord(1, messageId ?? 0);
    assert.deepEqual(
      [message?.text, message?.sender, message?.tag, message?.test],
      ['We call back.', number.slice(1), 'missed-call', true],
    );
    await until(async () => {
      const [sent] = await messages();
      return sent?.state === 'delivered' ? sent : undefined;
    });
    await call(caller);
    await call('hidden');
    await folder.read('stop', 'add', otherCaller, '--account', '1');
    await call(otherCaller);
    const refused = await textBack();
    assert.deepEqual([refused.state, refused.why], ['refused', 'stopped']);
    assert.deepEqual(
      (await messages()).map(({ phone }) => `+${phone}`),
      [caller],
    );
  });

  test('is refused as the target has refused it, and told to whom the number names', async () => {
    await using world = await openWorld();
    const { folder } = world;
    await folder.read('number', 'ring', number, '--missed', 'me@acme.example', '--language', 'fr');
    const { code, err } = await folder.run(['simulator', 'call', '--to', number]);
    assert.equal(code, 1);
    assert.match(err, /refused with 486/);
    assert.match(
      await world.mail(),
      /Ces appels n’ont pas été décrochés :[\s\S]*\+33639980001 → \+33639981000/,
    );
    assert.deepEqual(await world.cause(), ['busy', 486, '']);
  });
});
