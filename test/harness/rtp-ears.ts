/** A socket that speaks and hears RTP, packet by packet. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { encodeG711 } from '#numbers/sip/media/g711.ts';
import type { VoiceCoding } from '#numbers/sip/media/media.ts';
import { writeRtp } from '#numbers/sip/media/rtp.ts';
import { writeWav } from '#numbers/sip/media/wav.ts';
import { Queue } from './queue.ts';

/** A tone of so many milliseconds, loud enough to be no silence. */
export function sampleTone(durationMs: number, hertz = 440): Int16Array {
  return Int16Array.from({ length: durationMs * 8 }, (_, at) =>
    Math.round(8_000 * Math.sin((2 * Math.PI * hertz * at) / 8_000)),
  );
}

/** The samples as a file that people hand in. */
export function wavFile(pcm: Int16Array, rateHz = 8_000): Buffer {
  return writeWav(pcm, rateHz);
}

/** `address`: of loopback. */
export async function openEars(address = '127.0.0.1') {
  const socket = createSocket('udp4');
  const heard = new Queue<Buffer>();
  const all: Buffer[] = [];
  socket.on('message', (octets) => {
    all.push(octets);
    heard.add(octets);
  });
  socket.bind(0, address);
  await once(socket, 'listening');
  let sequence = 100;
  let timestamp = 4_000_000_000;
  return {
    port: socket.address().port,
    /** All packets that came. */
    all,
    /** Packets that came and were not asked for yet. */
    get heard(): number {
      return heard.size;
    },
    /** Sends it all at once, 20 ms a packet; the packets as they were sent. */
    speakTo(port: number, pcm: Int16Array, { law, payloadType }: VoiceCoding): Buffer[] {
      const packets: Buffer[] = [];
      for (let at = 0; at < pcm.length; at += 160) {
        const payload = encodeG711(law, pcm.subarray(at, at + 160));
        const parts = { payloadType, hasMarker: at === 0, ssrc: 7, payload };
        packets.push(writeRtp({ ...parts, sequence: sequence++, timestamp }));
        timestamp = (timestamp + payload.length) >>> 0;
      }
      for (const packet of packets) socket.send(packet, port, '127.0.0.1');
      return packets;
    },
    sendTo(port: number, packet: Buffer): void {
      socket.send(packet, port, '127.0.0.1');
    },
    /** The next packets, in the order of their coming. */
    async hear(count: number): Promise<Buffer[]> {
      const packets: Buffer[] = [];
      while (packets.length < count) packets.push(await heard.next());
      return packets;
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await new Promise<void>((resolve) => socket.close(() => resolve()));
    },
  };
}
