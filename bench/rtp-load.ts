/** Packets of audio through a relay on loopback, as many streams as wanted, both ways. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { writeRtp } from '#numbers/sip/media/rtp.ts';
import { pause } from '#test/harness/pause.ts';

/** A phone on each side of a relayed call, and the ports of the relay that they speak to. */
export type RelayedPair = {
  readonly a: RtpEnd;
  readonly b: RtpEnd;
};

export type RtpEnd = { readonly socket: Socket; readonly port: number; relayPort: number };

const packetMs = 20;
const payload = Buffer.alloc(160, 0xd5);

export async function openEnd(): Promise<RtpEnd> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { socket, port: socket.address().port, relayPort: 0 };
}

export type RelayedCount = { readonly sent: number; readonly heard: number };

/** Both sides of all speak at once, a packet each 20 ms. */
export async function speakBothWays(
  pairs: readonly RelayedPair[],
  seconds: number,
): Promise<RelayedCount> {
  const ends = pairs.flatMap(({ a, b }) => [a, b]);
  const count = { sent: 0, heard: 0 };
  const hear = (): void => {
    count.heard += 1;
  };
  for (const { socket } of ends) socket.on('message', hear);
  const startedAtMs = performance.now();
  for (let index = 0; index < (seconds * 1_000) / packetMs; index++) {
    for (const [ssrc, end] of ends.entries()) {
      end.socket.send(packetOf(index, ssrc), end.relayPort, '127.0.0.1');
    }
    count.sent += ends.length;
    await pause(Math.max(0, startedAtMs + (index + 1) * packetMs - performance.now()));
  }
  await pause(500);
  for (const { socket } of ends) socket.off('message', hear);
  return count;
}

function packetOf(index: number, ssrc: number): Buffer {
  const parts = { payloadType: 8, hasMarker: index === 0, ssrc, payload };
  return writeRtp({ ...parts, sequence: index & 0xffff, timestamp: index * 160 });
}
