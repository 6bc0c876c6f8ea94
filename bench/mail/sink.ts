/** A mail server that takes everything at once, with PIPELINING and perhaps CHUNKING, and may be far away. */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';

export type SinkOptions = {
  readonly chunking: boolean;
  /** Each answer leaves so much after its command came. */
  readonly delayMs: number;
  readonly took: (mail: Buffer) => void;
};

const lineFeed = 0x0a;
const mailEnd = Buffer.from('\r\n.\r\n');

export class MailSink implements AsyncDisposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  static async open(options: SinkOptions, port = 0): Promise<MailSink> {
    const sink = new MailSink(options);
    sink.#server.listen(port, '127.0.0.1');
    await once(sink.#server, 'listening');
    return sink;
  }

  private constructor(options: SinkOptions) {
    this.#server = createServer((socket) => {
      socket.setNoDelay(true);
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
      socket.on('error', () => {});
      const dialogue = new SinkDialogue(options, socket);
      socket.on('data', (octets: Buffer) => dialogue.received(octets));
    });
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

class SinkDialogue {
  readonly #options: SinkOptions;
  readonly #socket: Socket;
  #rest: Buffer = Buffer.alloc(0);
  /** What comes next: a line, a mail up to its dot, or so many octets. */
  #awaits: 'line' | 'dot' | number = 'line';

  constructor(options: SinkOptions, socket: Socket) {
    this.#options = options;
    this.#socket = socket;
    this.#say('220 sink\r\n');
  }

  received(octets: Buffer): void {
    this.#rest = this.#rest.length === 0 ? octets : Buffer.concat([this.#rest, octets]);
    let said = '';
    for (let answer = this.#next(); answer !== undefined; answer = this.#next()) said += answer;
    if (said !== '') this.#say(said);
  }

  #next(): string | undefined {
    if (this.#awaits === 'line') return this.#line();
    const end = this.#awaits === 'dot' ? this.#rest.indexOf(mailEnd) : this.#awaits;
    if (end < 0 || this.#rest.length < end) return undefined;
    this.#options.took(this.#rest.subarray(0, end));
    this.#rest = this.#rest.subarray(this.#awaits === 'dot' ? end + mailEnd.length : end);
    this.#awaits = 'line';
    return '250 2.0.0 taken\r\n';
  }

  #line(): string | undefined {
    const end = this.#rest.indexOf(lineFeed);
    if (end < 0) return undefined;
    const line = this.#rest.toString('latin1', 0, end).trim();
    this.#rest = this.#rest.subarray(end + 1);
    switch (line.slice(0, 4).toUpperCase()) {
      case 'EHLO':
        return this.#options.chunking
          ? '250-sink\r\n250-PIPELINING\r\n250-8BITMIME\r\n250 CHUNKING\r\n'
          : '250-sink\r\n250-8BITMIME\r\n250 PIPELINING\r\n';
      case 'DATA':
        this.#awaits = 'dot';
        return '354 go on\r\n';
      case 'BDAT':
        this.#awaits = Number(line.split(' ')[1]);
        return '';
      case 'QUIT':
        this.#socket.end('221 bye\r\n');
        return undefined;
      default:
        return '250 2.1.0 fine\r\n';
    }
  }

  #say(text: string): void {
    const { delayMs } = this.#options;
    const write = (): void => {
      if (this.#socket.writable) this.#socket.write(text);
    };
    if (delayMs === 0) write();
    else setTimeout(write, delayMs);
  }
}
