/** Who holds how many connections. */
import type { Socket } from 'node:net';
import { networkOf } from '#core/network.ts';
import { isTrusted } from './client-address.ts';
import { Connection, type ConnectionHost } from './connection.ts';

/** All together: each costs some 20 KB here and a descriptor of the process. */
const usualMaxima = { all: 10_000, perAddress: 2_000 };

export class Connections {
  readonly #host: ConnectionHost;
  readonly #all = new Set<Connection>();
  /** Of IPv6 a household or server has a whole /64. */
  readonly #byNetwork = new Map<string, number>();
  readonly #max: typeof usualMaxima;

  constructor(host: ConnectionHost, max = usualMaxima) {
    this.#host = host;
    this.#max = max;
  }

  /** A connection too many is closed at once, and never heard. */
  add(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const network = networkOf(address);
    const held = this.#byNetwork.get(network) ?? 0;
    const isTooMany = held >= this.#max.perAddress && !this.#isOurs(address);
    if (isTooMany || this.#all.size >= this.#max.all) {
      socket.destroy();
      return;
    }
    const connection = new Connection(socket, this.#host);
    this.#byNetwork.set(network, held + 1);
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
    const network = networkOf(connection.address);
    this.#all.delete(connection);
    const held = (this.#byNetwork.get(network) ?? 1) - 1;
    if (held === 0) this.#byNetwork.delete(network);
    else this.#byNetwork.set(network, held);
  }

  /** Behind a proxy of ours stand all clients there are. */
  #isOurs(address: string): boolean {
    return isLoopback(address) || isTrusted(address, this.#host.trustedProxies);
  }
}

export function isLoopback(address: string): boolean {
  return /^(?:::ffff:)?127\.|^::1$/.test(address);
}
