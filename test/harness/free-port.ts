/**
 * A port for programs that cannot say which one the system gave them. It is drawn below those that the
 * system gives to sockets, or a client of another test would have it before it is used.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

const firstPort = 20_000;
/** Apart from each other: programs that are given one port for audio take those behind it too. */
const stride = 8;
const places = 1_250;
const triesMax = 100;
/** Ports that were given to somebody here, who may not have taken them yet. */
const given = new Set<number>();
/** RTP and RTCP of audio and of video. */
const portsOfAudio = 4;

/** With the three behind it. */
export function freeUdpPort(): Promise<number> {
  return draw(async (port) => {
    const sockets = Array.from({ length: portsOfAudio }, () => createSocket('udp4'));
    try {
      await Promise.all(
        sockets.map((socket, index) => {
          const listening = once(socket, 'listening');
          socket.bind(port + index, '127.0.0.1');
          return listening;
        }),
      );
    } finally {
      await Promise.all(
        sockets.map((socket) => new Promise<void>((resolve) => socket.close(() => resolve()))),
      );
    }
  });
}

export function freeTcpPort(): Promise<number> {
  return draw(async (port) => {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
  });
}

/** `hold` takes the port and lets it go, or throws. */
async function draw(hold: (port: number) => Promise<void>): Promise<number> {
  for (let tries = 0; tries < triesMax; tries++) {
    const port = firstPort + Math.floor(Math.random() * places) * stride;
    if (given.has(port)) continue;
    given.add(port);
    try {
      await hold(port);
      return port;
    } catch {
      // Somebody else's.
    }
  }
  throw new Error(`no port of ${triesMax} that were drawn is free`);
}
