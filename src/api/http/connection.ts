/** Connections: who holds how many, and what each of them is in the middle of. */
import type { Socket } from 'node:net';

/** All together: each costs some 20 KB here and a descriptor of the process. */
const connectionsMax = 10_000;
const perAddressMax = 2_000;

export class Connection {
  readonly socket: Socket;
  readonly address: string;
  /** Requests whose reply has not been written: more than one where a client pipelines. */
  open = 0;
  /** Of these, the ones that have arrived whole. */
  arrived = 0;
  /** What followed could not be read: the connection ends with the last reply. */
  broken = false;

  constructor(socket: Socket) {
    this.socket = socket;
    this.address = socket.remoteAddress ?? '';
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
      if (connection.open === 0) connection.socket.destroy();
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
