/** A mail server that does what a test writes down, right or wrong, on a real socket. */
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';

/** One connection, as the script sees it. */
export class SmtpPeer {
  #socket: Socket;
  #octets = Buffer.alloc(0);
  readonly #waiters = new Set<() => void>();
  #ended = false;
  /** Command lines as they came. */
  readonly lines: string[] = [];
  readonly mails: Buffer[] = [];

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#attend(socket);
  }

  #attend(socket: Socket): void {
    socket.on('data', (octets: Buffer) => {
      this.#octets = Buffer.concat([this.#octets, octets]);
      this.#hear();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      this.#ended = true;
      this.#hear();
    });
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** What has come and was not asked for. */
  get waiting(): string {
    return this.#octets.toString('latin1');
  }

  say(...lines: readonly string[]): void {
    if (!this.#socket.destroyed) this.#socket.write(lines.map((line) => `${line}\r\n`).join(''));
  }

  sayRaw(text: string | Buffer): void {
    this.#socket.write(text);
  }

  /** The next command line; throws when the client has hung up. */
  async line(): Promise<string> {
    await this.#until(() => this.#octets.includes('\r\n'));
    const end = this.#octets.indexOf('\r\n');
    const line = this.#octets.subarray(0, end).toString('utf8');
    this.#octets = this.#octets.subarray(end + 2);
    this.lines.push(line);
    return line;
  }

  /** Expects a command and answers it. */
  async answer(command: string, ...reply: readonly string[]): Promise<string> {
    const line = await this.line();
    if (!line.startsWith(command)) throw new Error(`${line} came where ${command} was expected`);
    this.say(...reply);
    return line;
  }

  async octets(count: number): Promise<Buffer> {
    await this.#until(() => this.#octets.length >= count);
    const taken = Buffer.from(this.#octets.subarray(0, count));
    this.#octets = this.#octets.subarray(count);
    return taken;
  }

  /** What comes behind DATA up to its end, dots as they travelled. */
  async mail(): Promise<Buffer> {
    await this.#until(() => this.#octets.indexOf('\r\n.\r\n') >= 0 || this.#isLoneDot());
    const end = this.#isLoneDot() ? -2 : this.#octets.indexOf('\r\n.\r\n');
    const mail = Buffer.from(this.#octets.subarray(0, Math.max(0, end + 2)));
    this.#octets = this.#octets.subarray(end + 5);
    this.mails.push(mail);
    return mail;
  }

  async chunk(): Promise<Buffer> {
    const line = await this.line();
    const count = Number(/^BDAT (\d+) LAST$/.exec(line)?.[1]);
    const mail = await this.octets(count);
    this.mails.push(mail);
    return mail;
  }

  async startTls(certificate: { readonly key: Buffer; readonly cert: Buffer }): Promise<void> {
    const plain = this.#socket;
    plain.removeAllListeners('data').removeAllListeners('close');
    const secureContext = createSecureContext(certificate);
    const socket = new TLSSocket(plain, { isServer: true, secureContext });
    this.#socket = socket;
    this.#attend(socket);
    await once(socket, 'secure');
  }

  /** Takes no more octets. */
  pause(): void {
    this.#socket.pause();
  }

  drop(): void {
    this.#socket.destroy();
  }

  reset(): void {
    this.#socket.resetAndDestroy();
  }

  /** Waits until the client hangs up. */
  async hungUp(): Promise<void> {
    await this.#until(() => this.#ended, true);
  }

  #isLoneDot(): boolean {
    return this.#octets.subarray(0, 3).equals(Buffer.from('.\r\n'));
  }

  async #until(isSo: () => boolean, mayEnd = false): Promise<void> {
    while (!isSo()) {
      if (this.#ended && !mayEnd) throw new PeerGone();
      await new Promise<void>((resolve) => void this.#waiters.add(resolve));
    }
  }

  #hear(): void {
    const waiters = [...this.#waiters];
    this.#waiters.clear();
    for (const waiter of waiters) waiter();
  }
}

class PeerGone extends Error {
  override readonly name = 'PeerGone';
}

type Script = (peer: SmtpPeer, nth: number) => Promise<void>;

export class ScriptedSmtp implements AsyncDisposable {
  readonly peers: SmtpPeer[] = [];
  /** What went wrong in scripts. */
  readonly faults: unknown[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  script: Script;

  static async open(script: Script, port = 0): Promise<ScriptedSmtp> {
    const scripted = new ScriptedSmtp(createServer(), script);
    scripted.#server.listen(port, '127.0.0.1');
    await once(scripted.#server, 'listening');
    return scripted;
  }

  private constructor(server: Server, script: Script) {
    this.#server = server;
    this.script = script;
    server.on('connection', (socket) => void this.#serve(socket));
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  get connections(): number {
    return this.peers.length;
  }

  async #serve(socket: Socket): Promise<void> {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    const peer = new SmtpPeer(socket);
    this.peers.push(peer);
    try {
      await this.script(peer, this.peers.length);
    } catch (error) {
      if (!(error instanceof PeerGone)) this.faults.push(error);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** Greets, answers EHLO with these words and takes every mail in whatever way it comes. */
export function willing(...words: readonly string[]): Script {
  return async (peer) => {
    peer.say('220 mx.example.net ready');
    await greet(peer, words);
    await takeMails(peer);
  };
}

export async function greet(peer: SmtpPeer, words: readonly string[]): Promise<void> {
  const lines = ['mx.example.net', ...words];
  await peer.answer(
    'EHLO',
    ...lines.map((word, n) => `250${n === lines.length - 1 ? ' ' : '-'}${word}`),
  );
}

/** Takes mails until the client says QUIT. */
export async function takeMails(peer: SmtpPeer): Promise<void> {
  for (;;) {
    const line = await peer.line();
    if (line === 'DATA') {
      peer.say('354 go on');
      await peer.mail();
      peer.say('250 2.0.0 taken');
    } else if (line.startsWith('BDAT')) {
      peer.mails.push(await peer.octets(Number(line.split(' ')[1])));
      peer.say('250 2.0.0 taken');
    } else if (line === 'QUIT') {
      peer.say('221 bye');
      return peer.drop();
    } else peer.say('250 2.1.0 fine');
  }
}
