/** Connections: who holds how many, and what each of them is in the middle of. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** All together: each costs some 20 KB here and a descriptor of the process. */
const connectionsMax = 10_000;
const perAddressMax = 2_000;

export class Connection {
  readonly socket: Socket;
  readonly address: string;
  /** Requests whose reply has not been written: more than one where a client pipelines. */
  readonly #open = new Set<IncomingMessage>();
  #newest: IncomingMessage | undefined;
  /** What followed could not be read: the connection ends with the last reply. */
  broken = false;

  constructor(socket: Socket) {
    this.socket = socket;
    this.address = socket.remoteAddress ?? '';
  }

  begin(request: IncomingMessage): void {
    this.#open.add(request);
    this.#newest = request;
  }

  end(request: IncomingMessage): void {
    this.#open.delete(request);
  }

  get isIdle(): boolean {
    return this.#open.size === 0;
  }

  /** Whether a request is arriving that has had no reply yet. */
  get isReading(): boolean {
    return this.#isArriving && this.#newest !== undefined && this.#open.has(this.#newest);
  }

  /** Whether a request is arriving that was refused before its end. */
  get isDiscarding(): boolean {
    return this.#isArriving && !this.isReading;
  }

  /** Requests that will be answered, whatever else arrives. */
  get answering(): number {
    return this.#open.size - (this.isReading ? 1 : 0);
  }

  get #isArriving(): boolean {
    return this.#newest?.complete === false;
  }
}

export class Connections {
  readonly #bySocket = new Map<Socket, Connection>();
  readonly #byAddress = new Map<string, number>();

  /** A connection too many is closed at once, and never heard. */
  add(socket: Socket): void {
    const connection = new Connection(socket);
    const { address } = connection;
    const held = this.#byAddress.get(address) ?? 0;
    const isTooMany = held >= perAddressMax && !isLoopback(address);
    if (isTooMany || this.#bySocket.size >= connectionsMax) {
      socket.destroy();
      return;
    }
    this.#byAddress.set(address, held + 1);
    this.#bySocket.set(socket, connection);
    socket.once('close', () => this.#remove(connection));
  }

  of(socket: Socket): Connection | undefined {
    return this.#bySocket.get(socket);
  }

  /** Those that are in the middle of nothing. */
  closeIdle(): void {
    for (const connection of this.#bySocket.values()) {
      if (connection.isIdle) connection.socket.destroy();
    }
  }

  #remove({ socket, address }: Connection): void {
    this.#bySocket.delete(socket);
    const held = (this.#byAddress.get(address) ?? 1) - 1;
    if (held === 0) this.#byAddress.delete(address);
    else this.#byAddress.set(address, held);
  }
}

export function isLoopback(address: string): boolean {
  return /^(?:::ffff:)?127\.|^::1$/.test(address);
}
