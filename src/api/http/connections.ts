/** Who holds how many connections. */
import type { Socket } from 'node:net';
import { ignored } from '#core/boundary.ts';
import { networkOf } from '#core/network.ts';
import { isTrusted } from './client-address.ts';
import { Connection, type ConnectionHost } from './connection.ts';

/** All together: each costs some 20 KB here and a descriptor of the process. */
const usualMaxima = { all: 10_000, perAddress: 2_000 };

export class Connections {
  readonly #host: ConnectionHost;
  readonly #sockets = new Set<Socket>();
  readonly #bySocket = new Map<Socket, Connection>();
  /** Of IPv6 a household or server has a whole /64. */
  readonly #byNetwork = new Map<string, number>();
  readonly #max: typeof usualMaxima;

  constructor(host: ConnectionHost, max = usualMaxima) {
    this.#host = host;
    this.#max = max;
  }

  /** Counted from before TLS has been agreed on. A connection too many is closed at once, and never heard. */
  count(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const network = networkOf(address);
    const held = this.#byNetwork.get(network) ?? 0;
    const isTooMany = held >= this.#max.perAddress && !this.#isOurs(address);
    if (isTooMany || this.#sockets.size >= this.#max.all) {
      socket.destroy();
      return;
    }
    this.#byNetwork.set(network, held + 1);
    this.#sockets.add(socket);
    socket.once('close', () => this.#remove(socket, network));
  }

  /** From now on requests may come. */
  add(socket: Socket): void {
    if (socket.destroyed) return;
    this.#bySocket.set(socket, new Connection(socket, this.#host));
    // Node hears of errors until another protocol takes over; `close` follows.
    socket.on('error', ignored);
    socket.once('close', () => this.#bySocket.delete(socket));
  }

  of(socket: Socket): Connection | undefined {
    return this.#bySocket.get(socket);
  }

  tick(nowMs: number): void {
    for (const connection of this.#bySocket.values()) connection.tick(nowMs);
  }

  /** Those that are in the middle of nothing, and those that would go on for ever. */
  closeIdle(): void {
    for (const connection of this.#bySocket.values()) {
      if (connection.isIdle) connection.socket.destroy();
      else connection.endStream();
    }
  }

  closeAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #remove(socket: Socket, network: string): void {
    this.#sockets.delete(socket);
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
