import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { suite, test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { hearThreads } from '#core/boundary-threads.ts';
import { openEars, sampleTone } from '#test/harness/rtp-ears.ts';
import { temporaryFolder } from '#test/harness/temporary-folder.ts';
import { decodeG711, encodeG711 } from './g711.ts';
import type { MediaCall, MediaEnd, MediaPeer, VoiceCoding } from './media.ts';
import { RtpMedia } from './rtp-media.ts';

const timeout = 20_000;
const voice: VoiceCoding = { law: 'pcma', payloadType: 8, eventPayloadType: 101 };
/** Apart from what other tests and the program itself use. */
let nextPort = 30_000 + (process.pid % 200) * 40;

function openMedia(pairs = 10): RtpMedia {
  const first = nextPort;
  nextPort += pairs * 2;
  return new RtpMedia({ workers: 1, ports: { first, last: first + pairs * 2 - 1 } });
}

/** A worker takes what it is told in order: when this is done, so is all that was said before. */
async function untilTaken(media: RtpMedia): Promise<void> {
  const call = await media.open({ kind: 'voice', bindAddress: '127.0.0.1' }, {});
  await call?.close();
}

function peerAt(port: number, more: Partial<MediaPeer> = {}): MediaPeer {
  const payloadTypes = [0, 8, 101];
  return { address: '127.0.0.1', port, sources: [], payloadTypes, symmetric: true, ...more };
}

suite('relay', { timeout }, () => {
  test('what one side says the other hears, octet by octet, and each is locked to its place', async () => {
    await using media = openMedia();
    await using alice = await openEars();
    await using bob = await openEars();
    const locks: string[] = [];
    const call = await media.open(
      { kind: 'relay', bindAddress: '127.0.0.1' },
      { locked: (side, _address, port) => locks.push(`${side} ${port}`) },
    );
    assert.ok(call);
    call.lock('a', peerAt(alice.port));
    call.lock('b', peerAt(bob.port));
    await untilTaken(media);
    const sent = alice.speakTo(call.port('a'), sampleTone(400), voice);
    const heard = await bob.hear(sent.length);
    assert.deepEqual(heard, sent);
    const back = bob.speakTo(call.port('b'), sampleTone(600), voice);
    assert.deepEqual(await alice.hear(back.length), back);
    const counters = await call.close();
    assert.deepEqual(locks, [`a ${alice.port}`, `b ${bob.port}`]);
    assert.equal(counters.a?.packets, sent.length);
    assert.equal(counters.b?.sent, sent.length);
    assert.deepEqual(media.counts, { calls: 0, ports: 0 });
  });

  test('a stranger is not heard, before the lock and after it', async () => {
    await using media = openMedia();
    await using alice = await openEars();
    await using bob = await openEars();
    await using mallory = await openEars();
    const call = await media.open({ kind: 'relay', bindAddress: '127.0.0.1' }, {});
    assert.ok(call);
    // The SDP names another host; alice is let in by the trunk's range, and mallory by nothing.
    call.lock('a', peerAt(9, { address: '127.0.0.9', sources: ['127.0.0.1'] }));
    call.lock('b', peerAt(bob.port));
    await untilTaken(media);
    const sent = alice.speakTo(call.port('a'), sampleTone(400), voice);
    await bob.hear(sent.length);
    mallory.speakTo(call.port('a'), sampleTone(900), voice);
    const more = alice.speakTo(call.port('a'), sampleTone(400), voice);
    assert.deepEqual(await bob.hear(more.length), more);
    const { a } = await call.close();
    assert.equal(a?.packets, sent.length + more.length);
  });

  test('audio of a host that nobody named is dropped', async () => {
    await using media = openMedia();
    await using mallory = await openEars();
    const locked = Promise.withResolvers<string>();
    const call = await media.open(
      { kind: 'relay', bindAddress: '127.0.0.1' },
      { locked: locked.resolve },
    );
    assert.ok(call);
    call.lock('a', peerAt(9, { address: '192.0.2.1' }));
    call.lock('b', peerAt(mallory.port));
    await untilTaken(media);
    mallory.speakTo(call.port('a'), sampleTone(100), voice);
    mallory.speakTo(call.port('b'), sampleTone(100), voice);
    assert.equal(await locked.promise, 'b');
    const { a, b } = await call.close();
    assert.equal(a?.packets, 0);
    assert.ok((b?.packets ?? 0) > 1);
  });

  test('no port left is said, and a closed call gives its ports back', async () => {
    await using media = openMedia(2);
    const order = { kind: 'relay', bindAddress: '127.0.0.1' } as const;
    const first = await media.open(order, {});
    assert.ok(first);
    assert.equal(await media.open(order, {}), undefined);
    await first.close();
    const second = await media.open(order, {});
    assert.ok(second);
    await second.close();
  });

  test('finds ports where another program holds most of the range side by side', async () => {
    const range = { first: nextPort, last: nextPort + 599 };
    nextPort += 600;
    await using another = new RtpMedia({
      workers: 1,
      ports: { ...range, last: range.first + 399 },
    });
    const order = { kind: 'relay', bindAddress: '127.0.0.1' } as const;
    const held = await Promise.all(Array.from({ length: 100 }, () => another.open(order, {})));
    assert.ok(held.every((call) => call !== undefined));
    await using media = new RtpMedia({ workers: 1, ports: range });
    for (let calls = 0; calls < 30; calls++)
      assert.ok(await media.open(order, {}), `call ${calls}`);
  });

  test('silence is told once', async () => {
    await using media = openMedia();
    let told = 0;
    const fallSilent = (tell: () => void) =>
      new Promise<void>((resolve) => {
        const silent = (): void => {
          tell();
          resolve();
        };
        void media
          .open({ kind: 'relay', bindAddress: '127.0.0.1' }, { silent })
          .then((call) => call?.watch(10));
      });
    await fallSilent(() => (told += 1));
    // Others fall silent meanwhile, so the first has had the time to be told of again.
    for (let others = 0; others < 3; others += 1) await fallSilent(() => undefined);
    assert.equal(told, 1);
  });
});

suite('voice', { timeout }, () => {
  test('what is played is heard, and its end is told', async () => {
    await using media = openMedia();
    await using alice = await openEars();
    const ended = Promise.withResolvers<string>();
    const call = await media.open(
      { kind: 'voice', bindAddress: '127.0.0.1' },
      { ended: ({ what }) => ended.resolve(what) },
    );
    assert.ok(call);
    const tone = sampleTone(200);
    call.play(tone);
    call.lock('a', peerAt(alice.port, { voice }));
    assert.equal(await ended.promise, 'playing');
    const heard = Buffer.concat((await alice.hear(10)).map((octets) => octets.subarray(12)));
    const at = heard.indexOf(encodeG711('pcma', tone.subarray(0, 160)));
    assert.deepEqual(heard.subarray(at, at + tone.length), encodeG711('pcma', tone));
    await call.close();
  });

  test('what is recorded is what was said, behind the header that was there', async () => {
    using folder = temporaryFolder();
    await using media = openMedia();
    await using alice = await openEars();
    const file = path.join(folder.path, 'call.part');
    await writeFile(file, 'header');
    const ended = Promise.withResolvers<unknown>();
    const call = await media.open(
      { kind: 'voice', bindAddress: '127.0.0.1' },
      { ended: ended.resolve },
    );
    assert.ok(call);
    call.lock('a', peerAt(alice.port, { voice }));
    call.record({ file, durationMsMax: 180_000, silenceMs: 0, silenceRms: 150, withoutRtpMs: 500 });
    await untilTaken(media);
    const tone = sampleTone(1_000);
    alice.speakTo(call.port('a'), tone, voice);
    assert.deepEqual(await ended.promise, {
      what: 'recording',
      cause: 'no rtp',
      bytes: tone.length,
      durationMs: 1_000,
    });
    const written = await readFile(file);
    assert.equal(written.toString('latin1', 0, 6), 'header');
    assert.deepEqual(
      decodeG711('pcma', written.subarray(6)),
      decodeG711('pcma', encodeG711('pcma', tone)),
    );
    await call.close();
  });

  for (const [cause, order, pcm] of [
    ['silence', { silenceMs: 200 }, new Int16Array(8_000)],
    ['longest', { durationMsMax: 100 }, sampleTone(1_000)],
    ['stopped', {}, sampleTone(1_000)],
  ] as const) {
    test(`a recording ends: ${cause}`, async () => {
      using folder = temporaryFolder();
      await using media = openMedia();
      await using alice = await openEars();
      const file = path.join(folder.path, 'call.part');
      await writeFile(file, '');
      const ended = Promise.withResolvers<MediaEnd>();
      const heard = Promise.withResolvers<void>();
      const call = await media.open(
        { kind: 'voice', bindAddress: '127.0.0.1' },
        { ended: ended.resolve, heard: () => heard.resolve() },
      );
      assert.ok(call);
      call.lock('a', peerAt(alice.port, { voice }));
      const whole = { durationMsMax: 180_000, silenceMs: 0, silenceRms: 150, withoutRtpMs: 60_000 };
      call.record({ file, ...whole, ...order });
      call.listen(true);
      await untilTaken(media);
      alice.speakTo(call.port('a'), pcm, voice);
      await heard.promise;
      if (cause === 'stopped') call.stopRecording();
      const end = await ended.promise;
      assert.ok(end.what === 'recording');
      assert.equal(end.cause, cause);
      assert.equal((await readFile(file)).length, end.bytes);
      await call.close();
    });
  }

  test('a file that cannot be written ends the recording', async () => {
    await using media = openMedia();
    await using alice = await openEars();
    const ended = Promise.withResolvers<MediaEnd>();
    const call = await media.open(
      { kind: 'voice', bindAddress: '127.0.0.1' },
      { ended: ended.resolve },
    );
    assert.ok(call);
    call.lock('a', peerAt(alice.port, { voice }));
    const file = '/nowhere/at/all';
    call.record({ file, durationMsMax: 1_000, silenceMs: 0, silenceRms: 0, withoutRtpMs: 1_000 });
    const end = await ended.promise;
    assert.ok(end.what === 'recording' && end.cause === 'disk');
    await call.close();
  });

  test('a key is told once, and two calls hear each other live', async () => {
    await using media = openMedia();
    const digits: string[] = [];
    const heard = Promise.withResolvers<Int16Array>();
    const order = { kind: 'voice', bindAddress: '127.0.0.1' } as const;
    const one = await media.open(order, {});
    const told = Promise.withResolvers<void>();
    const two = await media.open(order, {
      digit: (digit) => {
        digits.push(digit);
        if (digits.length === 2) told.resolve();
      },
      heard: heard.resolve,
    });
    assert.ok(one && two);
    one.lock('a', peerAt(two.port('a'), { voice }));
    two.lock('a', peerAt(one.port('a'), { voice }));
    one.press('5');
    one.press('#');
    await told.promise;
    assert.deepEqual(digits, ['5', '#']);
    two.listen(true);
    assert.equal((await heard.promise).length, 160);
    await Promise.all([one.close(), two.close()]);
  });
});

test('a call whose sound breaks is lost alone, and is told', { timeout }, async () => {
  await using media = openMedia();
  const lost = Promise.withResolvers<void>();
  const order = { kind: 'voice', bindAddress: '127.0.0.1' } as const;
  const call = await media.open(order, { lost: lost.resolve });
  assert.ok(call);
  const other = await media.open(order, { lost: () => assert.fail('the other call is lost') });
  assert.ok(other);
  const failures: string[] = [];
  using _ = hearThreads(({ boundary }) => failures.push(boundary));
  // Sound that is none: the thread throws where it is spoken.
  call.play({ length: 1 } as unknown as Int16Array);
  call.lock('a', peerAt(9, { voice }));
  await lost.promise;
  assert.deepEqual(await call.close(), {});
  while (failures.length === 0) await new Promise(setImmediate);
  assert.deepEqual(failures, ['rtp.tick']);
  await other.close();
  const next = await media.open(order, {});
  assert.ok(next);
  await next.close();
});

test('a media thread that dies takes its own calls with it, is replaced, and calls go on', {
  timeout,
}, async () => {
  const threads: Worker[] = [];
  const note = (thread: Worker): unknown => threads.push(thread);
  process.on('worker', note);
  using _ = { [Symbol.dispose]: () => void process.off('worker', note) };
  const first = nextPort;
  nextPort += 40;
  await using media = new RtpMedia({ workers: 2, ports: { first, last: first + 39 } });
  const order = { kind: 'relay', bindAddress: '127.0.0.1' } as const;
  const lost = Promise.withResolvers<void>();
  const taken = await media.open(order, { lost: lost.resolve });
  const other = await media.open(order, { lost: () => assert.fail('the other call is lost') });
  assert.ok(taken);
  assert.ok(other);
  assert.equal(threads.length, 2);
  await threads[0]?.terminate();
  await lost.promise;
  assert.deepEqual(await taken.close(), {});
  await relays(media, other);
  const next = await media.open(order, {});
  assert.ok(next);
  assert.equal(threads.length, 3);
  // Its ports are those of the thread that died: they are free again.
  assert.equal(next.port('a') < first + 20, taken.port('a') < first + 20);
  await relays(media, next);
  await Promise.all([other.close(), next.close()]);
  assert.deepEqual(media.counts, { calls: 0, ports: 0 });
});

/** What one side says the other hears. */
async function relays(media: RtpMedia, call: MediaCall): Promise<void> {
  await using alice = await openEars();
  await using bob = await openEars();
  call.lock('a', peerAt(alice.port));
  call.lock('b', peerAt(bob.port));
  // On either thread: of three that are opened at once each has one at least.
  await Promise.all([untilTaken(media), untilTaken(media), untilTaken(media)]);
  const sent = alice.speakTo(call.port('a'), sampleTone(400), voice);
  assert.deepEqual(await bob.hear(sent.length), sent);
}
