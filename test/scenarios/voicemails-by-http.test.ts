/** `vn/voicemails` and what stands below it, over the whole program, and the same by the command line. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { voicemailLane } from '#model/notice-lanes.ts';
import { decodeG711 } from '#numbers/sip/media/g711.ts';
import { readWav } from '#numbers/sip/media/wav.ts';
import { CommandLine } from '#test/harness/command-line.ts';
import { openApp } from '#test/harness/open-app.ts';
import { atMs } from '#test/harness/records.ts';
import { openStorageBeside } from '#test/harness/storage-beside.ts';
import { speech } from '#test/harness/voicemail-world.ts';

const sound = speech(2_500, 7);
const wavBytes = 44 + sound.length * 2;

type Told = Readonly<Record<string, unknown>>;

/** Two messages of the test key's account, and one of another. */
async function openWorld() {
  const stack = new AsyncDisposableStack();
  const app = stack.use(await openApp());
  const storage = stack.use(await openStorageBeside(app.folder));
  const cli = new CommandLine(app.folder);
  await cli.read('account', 'create', '--name', 'Other', '--email', 'o@other.example');
  for (const [id, accountId] of [
    [501, 1],
    [502, 1],
    [503, 2],
  ] as const) {
    const voicemail = {
      id,
      accountId,
      numberId: 1,
      number: id === 501 ? '33755000001' : '33639981000',
      caller: '33612345678',
      callerName: 'Zoé',
      startedAtMs: atMs,
      durationMs: 2_500,
      law: 'pcmu',
      end: 'key',
      mailTo: 'me@acme.example',
      language: 'en',
      isSimulated: true,
    } as const;
    await storage.voicemails.saveVoicemail(voicemail, sound, {
      id: 900_000 + id,
      lane: voicemailLane,
      dueAtMs: Number.MAX_SAFE_INTEGER,
      attempt: 0,
      orderKey: null,
      expiresAtMs: Number.MAX_SAFE_INTEGER,
      subject: id,
    });
  }
  const ask = (command: string, wish: object = {}) =>
    app.post(`/v1/vn/${command}`, { apiKey: app.testKey, ...wish });
  const play = (id: number, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${app.url}/v1/vn/voicemail/audio/${id}?apiKey=${app.testKey}`, { headers });
  const listens = async () => {
    const audit = await storage.audit.listAudit(Number.MAX_SAFE_INTEGER, 50);
    return audit.filter(({ action }) => action === 'voicemail.listen').length;
  };
  return { app, cli, ask, play, listens, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

function idsOf(json: Told): readonly unknown[] {
  return (json['voicemails'] as readonly Told[]).map(({ id }) => id);
}

suite('messages of callers by HTTP', () => {
  test('are listed and told, the account’s own alone', async () => {
    await using world = await openWorld();
    const { json } = await world.ask('voicemails');
    assert.deepEqual(idsOf(json), [502, 501]);
    assert.equal(json['next'], null);
    assert.deepEqual(idsOf((await world.ask('voicemails', { before: 502 })).json), [501]);
    const ofNumber = await world.ask('voicemails', { number: '+33755000001' });
    assert.deepEqual(idsOf(ofNumber.json), [501]);
    const one = await world.ask('voicemail', { id: 501 });
    const { startedAt, ...told } = one.json['voicemail'] as Told;
    assert.match(String(startedAt), /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
    assert.deepEqual(told, {
      id: 501,
      number: '+33755000001',
      caller: '+33612345678',
      callerName: 'Zoé',
      seconds: 2.5,
      endedBy: 'key',
      mailTo: 'me@acme.example',
      mail: 'owed',
      heardAt: null,
      test: true,
    });
  });

  test('are heard as WAV, whole or in parts, and each listening is written down', async () => {
    await using world = await openWorld();
    const whole = await world.play(501);
    assert.equal(whole.status, 200);
    assert.equal(whole.headers.get('content-type'), 'audio/wav');
    assert.match(
      whole.headers.get('content-disposition') ?? '',
      /^attachment; filename="voicemail-\d{8}-\d{6}-33612345678\.wav"$/,
    );
    assert.equal(whole.headers.get('x-content-type-options'), 'nosniff');
    const octets = Buffer.from(await whole.arrayBuffer());
    const read = readWav(octets, 60);
    assert.ok(read.ok);
    assert.deepEqual(read.wav.pcm, decodeG711('pcmu', sound));
    const part = await world.play(501, { range: 'bytes=44-143' });
    assert.equal(part.status, 206);
    assert.equal(part.headers.get('content-range'), `bytes 44-143/${wavBytes}`);
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), octets.subarray(44, 144));
    assert.equal(await world.listens(), 1);
    const begun = await world.play(501, { range: 'bytes=0-' });
    assert.deepEqual(Buffer.from(await begun.arrayBuffer()), octets);
    assert.equal(await world.listens(), 2);
    assert.equal((await world.play(501, { range: `bytes=${wavBytes}-` })).status, 416);
    const { json } = await world.ask('voicemail', { id: 501 });
    assert.notEqual((json['voicemail'] as Told)['heardAt'], null);
  });

  test('are marked and deleted, by HTTP and by the command line', async () => {
    await using world = await openWorld();
    const heardAt = async () =>
      ((await world.ask('voicemail', { id: 501 })).json['voicemail'] as Told)['heardAt'];
    await world.ask('voicemail/heard', { id: 501 });
    assert.notEqual(await heardAt(), null);
    await world.cli.read('voicemail', 'mark', '501', '--unheard');
    assert.equal(await heardAt(), null);
    await world.cli.read('voicemail', 'mark', '501');
    await world.ask('voicemail/heard', { id: 501, heard: 0 });
    assert.equal(await heardAt(), null);
    assert.deepEqual((await world.ask('voicemail/delete', { id: 501 })).json, {
      success: true,
      code: 200,
      id: 501,
    });
    assert.deepEqual(idsOf((await world.ask('voicemails')).json), [502]);
    assert.equal((await world.play(501)).status, 404);
  });

  test('are unknown to others, and where there are none', async () => {
    await using world = await openWorld();
    for (const id of [503, 999, 0, -1, 'x', '', null]) {
      for (const command of [
        'voicemail',
        'voicemail/audio',
        'voicemail/heard',
        'voicemail/delete',
      ]) {
        const { status, json } = await world.ask(command, { id });
        assert.deepEqual([status, json['code']], [404, 4], `${command} ${id}`);
      }
    }
    const wrong = await world.ask('voicemails', { before: 'x' });
    assert.equal(wrong.status, 400);
    const keyless = await fetch(`${world.app.url}/v1/vn/voicemail/audio/501`);
    assert.equal(keyless.status, 401);
  });
});
