/** A new installation, its own phones and nothing else: calls led on, recorded and refused, from the command line. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import { readWav, writeWav } from '#numbers/sip/media/wav.ts';
import type { VoicemailStore } from '#numbers/voicemail/voicemail.ts';
import { isLoud } from '#simulator/phones/sounds.ts';
import type { Storage } from '#storage/storage.ts';
import {
  openParleyFolder,
  type ParleyFolder,
  type ParleyServer,
} from '#test/harness/parley-process.ts';
import { until } from '#test/harness/pause.ts';
import { sampleTone } from '#test/harness/rtp-ears.ts';
import { openStorageBeside } from '#test/harness/storage-beside.ts';

const number = '+33639981000';
const flags = ['--sip-listen=127.0.0.1:0', '--rtp-ports=44000-44999', '--mail-catcher-port=0'];

type World = AsyncDisposable & {
  readonly folder: ParleyFolder;
  readonly server: ParleyServer;
  readonly storage: Storage;
  /** What calls to the number do from now on. */
  rule(type: number, param: string): Promise<void>;
};

async function openWorld(threads = '1'): Promise<World> {
  const folder = await openParleyFolder({ PARLEY_THREADS: threads });
  const server = await folder.serve(...flags);
  const apiKey = /"apiKey":"(?<key>test_[^"]+)"/.exec(server.said)?.groups?.['key'] ?? '';
  const storage = await openStorageBeside(folder.path);
  return {
    folder,
    server,
    storage,
    async rule(type, param) {
      const answer = await fetch(`http://127.0.0.1:${server.port}/v1/vn/callforward`, {
        method: 'POST',
        body: JSON.stringify({ apiKey, number, type, param, replace: 1 }),
      });
      assert.equal(answer.status, 200, await answer.text());
    },
    async [Symbol.asyncDispose]() {
      await storage[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

type Told = { readonly what: string; readonly key?: string; readonly by?: string };

async function callBy({ folder }: World, ...options: readonly string[]): Promise<readonly Told[]> {
  const { events } = await folder.read('simulator', 'call', '--to', number, ...options);
  return events as readonly Told[];
}

/** Windows of 20 ms in which something is to be heard. */
function loudMs(pcm: Int16Array): number {
  let windows = 0;
  for (let at = 0; at < pcm.length; at += 160) {
    if (isLoud(pcm.subarray(at, at + 160))) windows += 1;
  }
  return windows * 20;
}

async function onlyVoicemail({ voicemails }: { readonly voicemails: VoicemailStore }) {
  const query = { beforeId: Number.MAX_SAFE_INTEGER, limit: 9 };
  const [kept, ...others] = await until(async () => {
    const found = await voicemails.listVoicemails(query);
    return found[0]?.mailState === 'sent' ? found : undefined;
  });
  assert.deepEqual(others, []);
  return kept;
}

suite('the built-in phones', () => {
  for (const threads of ['1', '2', '3'])
    test(`leave a message, which # ends, and hear what they are told (${threads} threads)`, async () => {
      await using world = await openWorld(threads);
      assert.match(world.server.said, /"parley simulator call" makes one/);
      await world.rule(2, 'me@acme.example');
      const [said, heard] = ['said.wav', 'heard.wav'].map((name) =>
        path.join(world.folder.path, name),
      );
      await writeFile(said ?? '', writeWav(sampleTone(3_000)));
      const sounds = ['--play', said ?? '', '--record', heard ?? ''];
      const events = await callBy(world, ...sounds, '--keys', '#', '--from', '+33639980042');
      const happened = events.map(({ what }) => what);
      const story = [
        'calling',
        'ringing',
        'answered',
        'hears sound',
        'speaks',
        'presses',
        'hung up',
      ];
      assert.deepEqual(happened, story);
      const kept = await onlyVoicemail(world.storage);
      assert.equal(kept?.end, 'key');
      assert.equal(kept.caller, '33639980042');
      assert.ok(kept.durationMs >= 3_000, `${kept.durationMs}`);
      const mails = await world.storage.simulator.listMails({
        beforeId: Number.MAX_SAFE_INTEGER,
        limit: 9,
      });
      assert.deepEqual(
        mails.map(({ recipients }) => recipients),
        [['me@acme.example']],
      );
      const read = readWav(await readFile(heard ?? ''), 300);
      assert.ok(read.ok);
      // The greeting and the tone behind it.
      assert.ok(loudMs(read.wav.pcm) > 4_000, `${loudMs(read.wav.pcm)}`);
    });

  test('answer, press keys and refuse where calls are led to them', async () => {
    await using world = await openWorld();
    await world.rule(1, '+33639980206');
    const events = await callBy(world, '--say', 'nothing', '--hang-up-after', '5m');
    const keys = events.filter(({ what }) => what === 'hears key').map(({ key }) => key);
    assert.deepEqual(keys, ['1', '2', '3', '#']);
    assert.equal(events.at(-1)?.by, 'the other side');
    await world.rule(1, '+33639980202');
    const echoed = await callBy(world);
    const heard = echoed.map(({ what }) => what).indexOf('hears sound');
    assert.ok(heard > echoed.map(({ what }) => what).indexOf('speaks'));
    assert.equal(echoed.at(-1)?.by, 'this phone');
    await world.rule(1, '+33639980210');
    const busy = await world.folder.run(['simulator', 'call', '--to', number]);
    assert.equal(busy.code, 1);
    assert.match(busy.err, /refused with 486/);
    const calls = await until(async () => {
      const found = await world.storage.calls.listCalls({ beforeId: 1e9, limit: 9 });
      return found.every(({ endedAtMs }) => endedAtMs !== null) ? found : undefined;
    });
    assert.deepEqual(
      calls.map(({ cause, cost }) => [cause, cost]),
      [
        ['busy', 0],
        ['caller_hung_up', 0],
        ['callee_hung_up', 0],
      ],
    );
  });
});

test('without a server that takes calls a call is ordered in vain, and the command says so', async () => {
  await using folder = await openParleyFolder();
  const { code, err } = await folder.run(['simulator', 'call', '--to', number]);
  assert.equal(code, 1);
  assert.match(err, /No server made the call/);
});

for (const threads of ['1', '3'])
  test(`a call ends where the program is killed (${threads} threads): the caller is told, and the next call goes through`, async () => {
    await using world = await openWorld(threads);
    const { folder, storage } = world;
    await world.rule(1, '+33639980202');
    const recent = { beforeId: Number.MAX_SAFE_INTEGER, limit: 9 };
    const calling = folder.run(['simulator', 'call', '--to', number]);
    await until(async () => {
      const [call] = await storage.calls.listCalls(recent);
      return typeof call?.answeredAtMs === 'number' ? call : undefined;
    });
    world.server.signal('SIGKILL');
    await world.server.end;
    const { code, err } = await calling;
    assert.equal(code, 1);
    assert.match(err, /The server that made the call has stopped/);
    await folder.serve(...flags);
    const broken = await until(async () => {
      const [call] = await storage.calls.listCalls(recent);
      return call?.endedAtMs === null ? undefined : call;
    });
    assert.deepEqual([broken.cause, broken.cost, broken.sipStatus], ['interrupted', 0, 200]);
    const events = await callBy(world);
    assert.ok(events.some(({ what }) => what === 'answered'));
  });
