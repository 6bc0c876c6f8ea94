/** A webhook receiver on bare sockets, so that a test can answer in every wrong way there is. */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

export type ReceivedRequest = {
  /** Request line and fields as they came, without the empty line. */
  readonly head: string;
  /** By lower-case name. */
  readonly fields: ReadonlyMap<string, string>;
  readonly body: Buffer;
  /** 1 is the first connection that was made. */
  readonly connection: number;
  readonly socket: Socket;
};

type Answer = (request: ReceivedRequest, nth: number) => void;

export const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK';

export function answerWith(text: string): Answer {
  return ({ socket }) => void socket.write(text, 'latin1');
}

export class RawReceiver implements AsyncDisposable {
  readonly requests: ReceivedRequest[] = [];
  answer: Answer;
  connections = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #heard: () => void = () => {};

  static async open(answer: Answer = answerWith(ok), tls?: TlsOptions): Promise<RawReceiver> {
    const server = tls === undefined ? createServer() : createTlsServer(tls);
    const receiver = new RawReceiver(server, answer);
    server.on(tls === undefined ? 'connection' : 'secureConnection', (socket: Socket) =>
      receiver.#serve(socket),
    );
    // A client that refuses the certificate hangs up; that is its right.
    server.on('tlsClientError', () => {});
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  private constructor(server: Server, answer: Answer) {
    this.#server = server;
    this.answer = answer;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }

  /** Waits until so many requests have come, all in all. */
  async received(count: number): Promise<void> {
    while (this.requests.length < count) {
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
    }
  }

  /** Closes what is open, as a receiver does that restarts. */
  hangUp(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.hangUp();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #serve(socket: Socket): void {
    this.connections += 1;
    const connection = this.connections;
    let waiting = Buffer.alloc(0);
    this.#sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('data', (bytes: Buffer) => {
      waiting = Buffer.concat([waiting, bytes]);
      for (let size = sizeOfFirst(waiting); size > 0; size = sizeOfFirst(waiting)) {
        const request = readRequest(waiting.subarray(0, size));
        waiting = waiting.subarray(size);
        this.requests.push({ ...request, connection, socket });
        this.answer({ ...request, connection, socket }, this.requests.length);
        this.#heard();
      }
    });
  }
}

function sizeOfFirst(bytes: Buffer): number {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return 0;
  const length = /content-length: (\d+)/i.exec(bytes.toString('latin1', 0, headEnd))?.[1];
  const size = headEnd + 4 + Number(length ?? 0);
  return bytes.length >= size ? size : 0;
}

function readRequest(bytes: Buffer): Pick<ReceivedRequest, 'head' | 'fields' | 'body'> {
  const headEnd = bytes.indexOf('\r\n\r\n');
  const head = bytes.toString('latin1', 0, headEnd);
  const fields = head
    .split('\r\n')
    .slice(1)
    .map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    });
  return { head, fields: new Map(fields), body: Buffer.from(bytes.subarray(headEnd + 4)) };
}
