import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { sampleTone } from '#test/harness/rtp-ears.ts';
import { decodeG711, encodeG711, silence } from './g711.ts';
import { PortPairs, slicePorts } from './ports.ts';
import { isRtcp, parseRtp, type RtpPacket, writeRtp } from './rtp.ts';
import { eventPayloads, KeyReader, keyInInfo } from './telephone-event.ts';
import { Timeline } from './timeline.ts';
import { toTelephone } from './to-telephone.ts';
import { readWav, writeWav } from './wav.ts';

const laws = ['pcma', 'pcmu'] as const;

suite('G.711', () => {
  for (const law of laws) {
    test(`${law}: each octet is its own nearest, and the whole range is covered`, () => {
      const octets = Buffer.from(Array.from({ length: 256 }, (_, octet) => octet));
      const pcm = decodeG711(law, octets);
      // µ-law has two zeros, of which one is written.
      const back = encodeG711(law, pcm);
      const twice = decodeG711(law, back);
      assert.deepEqual(twice, pcm);
      assert.equal(Math.max(...pcm), law === 'pcma' ? 32_256 : 32_124);
      assert.ok(Math.abs(decodeG711(law, Buffer.of(silence[law]))[0] ?? 99) <= 8);
    });

    test(`${law}: no sample is further away than the step at its height`, () => {
      const pcm = Int16Array.from({ length: 65_536 }, (_, at) => at - 32_768);
      const back = decodeG711(law, encodeG711(law, pcm));
      for (let at = 0; at < pcm.length; at++) {
        const sample = pcm[at] ?? 0;
        const distance = Math.abs((back[at] ?? 0) - sample);
        assert.ok(distance <= Math.max(16, Math.abs(sample) / 16), `${sample}`);
      }
    });
  }

  test('known octets of the standard', () => {
    assert.deepEqual(
      [...decodeG711('pcma', Buffer.of(0xd5, 0x55, 0x80, 0x2a))],
      [8, -8, 5_504, -32_256],
    );
    assert.deepEqual([...decodeG711('pcmu', Buffer.of(0xff, 0x00, 0x80))], [0, -32_124, 32_124]);
  });
});

suite('WAV', () => {
  test('what is written is read again', () => {
    const pcm = sampleTone(100);
    const read = readWav(writeWav(pcm), 1);
    assert.ok(read.ok);
    assert.deepEqual(read.wav, { rateHz: 8_000, channels: 1, pcm });
  });

  test('what is wrong with a file is named', () => {
    const good = writeWav(sampleTone(100));
    const changed = (change: (file: Buffer) => void): Buffer => {
      const file = Buffer.from(good);
      change(file);
      return file;
    };
    for (const [refusal, file] of [
      ['not a WAV file', Buffer.from('ID3 nonsense')],
      ['not a WAV file', good.subarray(0, 8)],
      ['sizes that contradict the file', good.subarray(0, 100)],
      ['sizes that contradict the file', changed((f) => f.writeUInt32LE(0xffff_ffff, 40))],
      ['sizes that contradict the file', changed((f) => f.writeUInt32LE(2, 16))],
      ['not PCM of 16 bit', changed((f) => f.writeUInt16LE(6, 20))],
      ['not PCM of 16 bit', changed((f) => f.writeUInt16LE(8, 34))],
      ['sample rate not between 8 and 48 kHz', changed((f) => f.writeUInt32LE(96_000, 24))],
      ['more than two channels', changed((f) => f.writeUInt16LE(6, 22))],
      ['no sound in it', writeWav(new Int16Array(0))],
      ['too long', writeWav(sampleTone(1_100))],
    ] as const) {
      assert.deepEqual(readWav(file, 1), { ok: false, refusal });
    }
  });

  test('no octets make the reader throw', () => {
    const good = [...writeWav(sampleTone(5))];
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 8 }),
        (flips) => {
          const file = Buffer.from(good);
          for (const [at, octet] of flips) file[at] = octet;
          readWav(file, 1);
        },
      ),
    );
  });

  test('a tone that telephones carry stays, one above is gone', () => {
    assert.equal(at48(1_000).length, 4_000);
    assert.ok(Math.abs(rms(at48(1_000)) - 5_657) < 100);
    assert.ok(rms(at48(6_000)) < 60);
  });
});

/** Half a second of a tone in stereo at 48 kHz, brought to the telephone. */
function at48(hertz: number): Int16Array {
  const pcm = Int16Array.from({ length: 48_000 }, (_, index) =>
    Math.round(8_000 * Math.sin((2 * Math.PI * hertz * Math.floor(index / 2)) / 48_000)),
  );
  return toTelephone({ rateHz: 48_000, channels: 2, pcm });
}

function rms(pcm: Int16Array): number {
  const middle = pcm.subarray(400, -400);
  return Math.sqrt(middle.reduce((sum, sample) => sum + sample * sample, 0) / middle.length);
}

suite('RTP', () => {
  const packet: RtpPacket = {
    payloadType: 8,
    hasMarker: true,
    sequence: 65_535,
    timestamp: 4_294_967_290,
    ssrc: 0xdead_beef,
    payload: Buffer.from('abc'),
  };

  test('is written and read', () => assert.deepEqual(parseRtp(writeRtp(packet)), packet));

  test('sources, extension and padding are passed over', () => {
    const plain = writeRtp(packet);
    const more = Buffer.concat([
      plain.subarray(0, 12),
      Buffer.alloc(4, 9),
      Buffer.from([0xbe, 0xde, 0, 1, 1, 2, 3, 4]),
      Buffer.from('abc'),
      Buffer.from([0, 2]),
    ]);
    more[0] = 0x80 | 0x20 | 0x10 | 1;
    assert.equal(parseRtp(more)?.payload.toString(), 'abc');
  });

  test('nothing else is RTP, and nothing throws', () => {
    assert.equal(parseRtp(Buffer.alloc(11, 0x80)), undefined);
    assert.equal(parseRtp(Buffer.alloc(1_501, 0x80)), undefined);
    assert.equal(parseRtp(Buffer.alloc(20)), undefined);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (octets) => {
        const buffer = Buffer.from(octets);
        parseRtp(buffer);
        isRtcp(buffer);
      }),
    );
  });
});

suite('keys', () => {
  test('a key of many packets is told once, the same key pressed again once more', () => {
    const reader = new KeyReader();
    const press = (key: string, timestamp: number): (string | undefined)[] =>
      eventPayloads(key).map((payload) =>
        reader.take({
          payloadType: 101,
          hasMarker: false,
          sequence: 1,
          timestamp,
          ssrc: 1,
          payload,
        }),
      );
    const told = [...press('9', 160), ...press('9', 3_200), ...press('D', 6_400)];
    assert.deepEqual(
      told.filter((key) => key !== undefined),
      ['9', '9', 'D'],
    );
    assert.deepEqual(eventPayloads('x'), []);
  });

  test('INFO names a key in two ways', () => {
    const relay = {
      contentType: 'application/dtmf-relay',
      body: Buffer.from('Signal= #\r\nDuration=160'),
    };
    assert.equal(keyInInfo(relay), '#');
    assert.equal(keyInInfo({ contentType: 'application/dtmf', body: Buffer.from('a\r\n') }), 'A');
    assert.equal(keyInInfo({ contentType: 'text/plain', body: Buffer.from('1') }), undefined);
    assert.equal(keyInInfo({ ...relay, body: Buffer.from('Signal=flash') }), undefined);
  });
});

function part(at: number, fill: number, ssrc = 1): RtpPacket {
  const timestamp = (4_294_967_200 + at * 160) >>> 0;
  const payload = Buffer.alloc(160, fill);
  return { payloadType: 8, hasMarker: false, sequence: at, timestamp, ssrc, payload };
}

function record(packets: readonly RtpPacket[], timesMs: readonly number[] = []): Buffer {
  const timeline = new Timeline('pcma');
  const pieces = packets.map((packet, at) => timeline.take(packet, timesMs[at] ?? at * 20));
  return Buffer.concat([...pieces, timeline.finish()]);
}

/** The first octet of each 20 ms. */
function frames(octets: Buffer): number[] {
  return Array.from({ length: octets.length / 160 }, (_, at) => octets[at * 160] ?? -1);
}

suite('the timeline of a recording', () => {
  test('in order it is what was sent, across the wrap of the timestamp', () => {
    assert.deepEqual(frames(record([0, 1, 2, 3].map((at) => part(at, at)))), [0, 1, 2, 3]);
  });

  test('order is put right and repeats are dropped', () => {
    const order = [0, 2, 1, 1, 4, 3, 3, 0];
    assert.deepEqual(frames(record(order.map((at) => part(at, at)))), [0, 1, 2, 3, 4]);
  });

  test('what is missing is silence', () => {
    const quiet = silence.pcma;
    assert.deepEqual(frames(record([part(0, 1), part(3, 2)])), [1, quiet, quiet, 2]);
  });

  test('what comes too late is dropped', () => {
    const late = [...Array.from({ length: 20 }, (_, at) => part(at + 1, at + 1)), part(0, 99)];
    assert.ok(!frames(record([part(1, 1), ...late])).includes(99));
  });

  test('a new source goes on where the clock is', () => {
    const heard = frames(record([part(0, 1), part(5_000, 2, 9)], [0, 60]));
    assert.deepEqual(heard, [1, silence.pcma, 2]);
  });

  test('a forged timestamp allocates nothing', () => {
    const jump = { ...part(0, 2), timestamp: 1_000_000_000 };
    assert.deepEqual(frames(record([part(0, 1), jump, part(1, 3)], [0, 20, 40])), [1, 2, 3]);
  });
});

suite('ports', () => {
  test('pairs are even, and given back at the end', () => {
    const pairs = new PortPairs({ first: 10_001, last: 10_006 });
    assert.deepEqual([pairs.take(), pairs.take(), pairs.take()], [10_002, 10_004, undefined]);
    pairs.release(10_004);
    pairs.release(10_002);
    assert.deepEqual([pairs.take(), pairs.left, pairs.taken], [10_004, 1, 1]);
  });

  test('a pair that somebody else holds goes to the end, and the next one is taken elsewhere', () => {
    const pairs = new PortPairs({ first: 10_000, last: 10_007 }, () => 0.5);
    assert.equal(pairs.take(), 10_004);
    pairs.passOver(10_004);
    assert.deepEqual([pairs.left, pairs.taken], [4, 0]);
    assert.deepEqual(
      [pairs.take(), pairs.take(), pairs.take(), pairs.take()],
      [10_002, 10_004, 10_006, 10_000],
    );
  });

  test('a range is cut into slices', () => {
    assert.deepEqual(slicePorts({ first: 10_000, last: 10_011 }, 2), [
      { first: 10_000, last: 10_005 },
      { first: 10_006, last: 10_011 },
    ]);
  });
});
