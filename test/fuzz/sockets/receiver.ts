/** A hostile receiver of webhooks: what it answers a driver says; without one it takes everything. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { Feed } from './feed.ts';

const good = Buffer.from('HTTP/1.1 204 No Content\r\n\r\n');
/** An endpoint that only fails is left alone for longer and longer: most answers begin as a good one does. */
const brokenEach = 40;
const statusLine = Buffer.from('HTTP/1.1 200 OK\r\n');

export class HostileReceiver implements AsyncDisposable {
  readonly #server: Server;
  feed: Feed | undefined;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<HostileReceiver> {
    const server = createServer();
    const receiver = new HostileReceiver(server);
    server.on('connection', (socket) => {
      socket.on('error', () => undefined);
      socket.on('data', () => {
        const answer = receiver.#answer();
        if (answer === good) socket.write(good);
        else socket.end(answer);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hooks`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
  }

  #answer(): Buffer {
    const { feed } = this;
    if (feed?.isDue !== true) return good;
    const octets = feed.next();
    feed.took(1);
    if (feed.random.below(brokenEach) === 0) return octets;
    return Buffer.concat([statusLine, octets.subarray(octets.indexOf('\r\n') + 2)]);
  }
}
