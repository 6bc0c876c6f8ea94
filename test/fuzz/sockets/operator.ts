/** A hostile operator: Parley binds to it, and hears what a driver says. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Framer } from '#sms/smpp/framer.ts';
import { operatorAnswer } from './smpp.ts';

const lookEveryMs = 20;

export class HostileOperator implements AsyncDisposable {
  readonly #server: Server;
  readonly #free: OperatorLink[] = [];

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<HostileOperator> {
    const server = createServer();
    const operator = new HostileOperator(server);
    server.on('connection', (socket) => {
      const link = new OperatorLink(socket, () => operator.#free.push(link));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return operator;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** A bound connection that nobody else uses; undefined: none came in time. */
  async link(patienceMs: number): Promise<OperatorLink | undefined> {
    for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += lookEveryMs) {
      const link = this.#free.shift();
      if (link !== undefined && !link.isOver) return link;
      if (link === undefined) await pause(lookEveryMs);
    }
    return undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
  }
}

export class OperatorLink {
  readonly #socket: Socket;
  readonly #idle: () => void;
  readonly #framer = new Framer();
  #heard: Buffer = Buffer.alloc(0);
  #listens: (() => void) | undefined;
  isOver = false;

  constructor(socket: Socket, idle: () => void) {
    this.#socket = socket;
    this.#idle = idle;
    socket.on('error', () => undefined);
    socket.on('close', () => this.#close());
    socket.on('data', (octets: Buffer) => this.#take(octets));
  }

  /** Ends when it is answered, hung up, or given up; true: answered. */
  async say(
    octets: Buffer,
    isAnswered: (heard: Buffer) => boolean,
    patienceMs: number,
  ): Promise<boolean> {
    this.#heard = Buffer.alloc(0);
    this.#socket.write(octets);
    const isDone = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(() => resolve(false), patienceMs);
      this.#listens = () => {
        if (!this.isOver && !isAnswered(this.#heard)) return;
        clearTimeout(timer);
        resolve(!this.isOver);
      };
    });
    this.#listens = undefined;
    if (isDone) this.#idle();
    else this.#socket.destroy();
    return isDone;
  }

  #take(octets: Buffer): void {
    this.#framer.push(octets);
    for (let each = this.#framer.next(); Buffer.isBuffer(each); each = this.#framer.next()) {
      const answer = operatorAnswer(each);
      if (answer !== undefined) this.#socket.write(answer);
      if (answer !== undefined && this.#listens === undefined && each.readUInt32BE(4) === 9)
        this.#idle();
    }
    this.#heard = Buffer.concat([this.#heard, octets]).subarray(-65_536);
    this.#listens?.();
  }

  #close(): void {
    this.isOver = true;
    this.#listens?.();
  }
}
