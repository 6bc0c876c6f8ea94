/** Who holds how many connections. */
import type { Socket } from 'node:net';
import { Connection, type ConnectionHost } from './connection.ts';

/** All together: each costs some 20 KB here and a descriptor of the process. */
const connectionsMax = 10_000;
const perAddressMax = 2_000;

export class Connections {
  readonly #host: ConnectionHost;
  readonly #all = new Set<Connection>();
  readonly #byAddress = new Map<string, number>();

  constructor(host: ConnectionHost) {
    this.#host = host;
  }

  /** A connection too many is closed at once, and never heard. */
  add(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const held = this.#byAddress.get(address) ?? 0;
    const isTooMany = held >= perAddressMax && !isLoopback(address);
    if (isTooMany || this.#all.size >= connectionsMax) {
      socket.destroy();
      return;
    }
    const connection = new Connection(socket, this.#host);
    this.#byAddress.set(address, held + 1);
    this.#all.add(connection);
    socket.once('close', () => this.#remove(connection));
  }

  tick(nowMs: number): void {
    for (const connection of this.#all) connection.tick(nowMs);
  }

  /** Those that are in the middle of nothing, and those that would go on for ever. */
  closeIdle(): void {
    for (const connection of this.#all) {
      if (connection.isIdle) connection.socket.destroy();
      else connection.endStream();
    }
  }

  closeAll(): void {
    for (const { socket } of this.#all) socket.destroy();
  }

  #remove(connection: Connection): void {
    const { address } = connection;
    this.#all.delete(connection);
    const held = (this.#byAddress.get(address) ?? 1) - 1;
    if (held === 0) this.#byAddress.delete(address);
    else this.#byAddress.set(address, held);
  }
}

export function isLoopback(address: string): boolean {
  return /^(?:::ffff:)?127\.|^::1$/.test(address);
}
