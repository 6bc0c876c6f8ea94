/** A hostile mail server: it takes every mail, and a driver bends what it says in between. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { Feed } from './feed.ts';

const greeting = '220 mx.example ESMTP\r\n';
const offers = '250-mx.example\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 SIZE 1000000\r\n';
const bentEach = 2;
/** A client that waits for the rest of a bent reply would wait for minutes: it is hung up on, and calls again. */
const silentMs = 300;

export class HostileMailServer implements AsyncDisposable {
  readonly #server: Server;
  feed: Feed | undefined;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<HostileMailServer> {
    const server = createServer();
    const mailServer = new HostileMailServer(server);
    server.on('connection', (socket) => mailServer.#serve(socket));
    server.listen(0, '0.0.0.0');
    await once(server, 'listening');
    return mailServer;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
  }

  #serve(socket: Socket): void {
    let isBody = false;
    let rest = '';
    socket.on('error', () => undefined);
    socket.on('timeout', () => socket.destroy());
    this.#say(socket, greeting);
    socket.on('data', (octets: Buffer) => {
      rest += octets.toString('latin1');
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (isBody && line !== '.') continue;
        isBody = !isBody && /^DATA/i.test(line);
        this.#say(socket, replyTo(line, isBody));
      }
    });
  }

  #say(socket: Socket, reply: string): void {
    const { feed } = this;
    if (feed?.isDue !== true || feed.random.below(bentEach) !== 0) {
      socket.write(reply);
      return;
    }
    feed.took(1);
    socket.write(feed.next());
    socket.setTimeout(silentMs);
  }
}

function replyTo(line: string, isBody: boolean): string {
  if (isBody) return '354 go on\r\n';
  if (/^EHLO/i.test(line)) return offers;
  return /^QUIT/i.test(line) ? '221 bye\r\n' : '250 2.0.0 ok\r\n';
}
