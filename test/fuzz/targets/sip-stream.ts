/** A TCP stream: messages are cut out of it, and pings between them answered. */
import assert from 'node:assert/strict';
import { StreamFramer } from '#numbers/sip/transport/stream-framer.ts';
import { inReads, readsOf } from '../engine/reads.ts';
import type { Target } from '../engine/target.ts';
import { sipSeeds } from './sip-seeds.ts';

export const sipStream: Target = {
  name: 'sip-stream',
  protocol: 'sip',
  bytesMax: 16_384,
  seeds: sipSeeds.flatMap((octets) => [
    ...inReads(octets),
    ...inReads(Buffer.concat([Buffer.from('\r\n\r\n'), octets, octets])),
  ]),
  read: (octets) => {
    const framer = new StreamFramer();
    let left = octets.length + 1;
    for (const read of readsOf(octets)) {
      framer.push(read);
      while (framer.next() !== undefined) assert.ok(--left > 0, 'more comes out than went in');
    }
  },
};
