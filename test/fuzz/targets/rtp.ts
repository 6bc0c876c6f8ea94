/** A run of packets on the port of a call: each is two octets of length, and what was received. */
import assert from 'node:assert/strict';
import { decodeG711 } from '#numbers/sip/media/g711.ts';
import { isRtcp, parseRtp, writeRtp } from '#numbers/sip/media/rtp.ts';
import { eventPayloads, KeyReader } from '#numbers/sip/media/telephone-event.ts';
import { Timeline } from '#numbers/sip/media/timeline.ts';
import type { Target } from '../engine/target.ts';

const packet = { payloadType: 8, hasMarker: false, sequence: 1, timestamp: 160, ssrc: 7 };
const audio = Buffer.alloc(160, 0xd5);
const packets = [
  ...Array.from({ length: 4 }, (_, at) =>
    writeRtp({ ...packet, sequence: at, timestamp: at * 160, payload: audio }),
  ),
  ...eventPayloads('5', 40).map((payload) => writeRtp({ ...packet, payloadType: 101, payload })),
  Buffer.from('80c800060000000700000000000000000000000000000000000000000000', 'hex'),
];
/** A call that never falls silent holds ten seconds at the most. */
const heldSamplesMax = 8_000 * 11;

export const rtp: Target = {
  name: 'rtp',
  protocol: 'rtp',
  seeds: [...packets.map((each) => framed([each])), framed(packets)],
  read: (octets) => {
    const timeline = new Timeline('pcma');
    const keys = new KeyReader();
    let written = 0;
    let nowMs = 0;
    for (const each of unframed(octets)) {
      nowMs += 20;
      const parsed = isRtcp(each) ? undefined : parseRtp(each);
      if (parsed === undefined) continue;
      if (parsed.payloadType === 101) keys.take(parsed);
      else written += decodeG711('pcma', timeline.take(parsed, nowMs)).length;
    }
    written += timeline.finish().length;
    assert.ok(written <= heldSamplesMax + nowMs * 8 + octets.length, `${written} samples`);
  },
};

function framed(each: readonly Buffer[]): Buffer {
  return Buffer.concat(
    each.flatMap((octets) => [Buffer.of(octets.length >> 8, octets.length & 255), octets]),
  );
}

function* unframed(octets: Buffer): Generator<Buffer> {
  for (let at = 0; at + 2 <= octets.length; ) {
    const bytes = octets.readUInt16BE(at);
    yield octets.subarray(at + 2, at + 2 + bytes);
    at += 2 + bytes;
  }
}
