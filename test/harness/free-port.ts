/**
 * A port for programs that cannot say which one the system gave them. It is drawn below those that the
 * system gives to sockets, or a client of another test would have it before it is used.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

const firstPort = 20_000;
const ports = 10_000;
const triesMax = 100;

export function freeUdpPort(): Promise<number> {
  return draw(async (port) => {
    const socket = createSocket('udp4');
    socket.bind(port, '127.0.0.1');
    await once(socket, 'listening');
    await new Promise<void>((resolve) => socket.close(() => resolve()));
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
    const port = firstPort + Math.floor(Math.random() * ports);
    try {
      await hold(port);
      return port;
    } catch {
      // Somebody else's.
    }
  }
  throw new Error(`no port of ${triesMax} that were drawn is free`);
}
