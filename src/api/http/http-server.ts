/**
 * The sockets of the API. Bare sockets, because node:http costs 8 µs of the 30 that a request may cost,
 * and because what it lets pass is ours to decide; every request becomes a value and every reply bytes.
 */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import type { Refusal } from '#api/reply.ts';
import type { AddressRange } from '#core/address-range.ts';
import { must } from '#core/assert.ts';
import type { Clock, Timer } from '#core/clock.ts';
import { type ConnectionHost, keptMs } from './connection.ts';
import { Connections } from './connections.ts';
import type { Site } from './http-message.ts';
import { LargeBodies } from './large-bodies.ts';
import { ReplyWriter } from './reply-writer.ts';

export type ListenAddress = {
  readonly host: string;
  /** 0: one that the system picks. */
  readonly port: number;
  /** A machine that does not have this address (::1 where there is no IPv6) goes without it. */
  readonly optional?: boolean | undefined;
};

export type HttpServerOptions = {
  readonly addresses: readonly ListenAddress[];
  readonly site: Site;
  readonly clock: Clock;
  /** Proxies whose word for the address of a client is taken. */
  readonly trustedProxies?: readonly AddressRange[] | undefined;
  /** Names and values that go out with every reply. */
  readonly everyHeaders: readonly string[];
  /** Told of each address that sends what is no request. */
  readonly broken?: ((address: string, refusal: Refusal) => void) | undefined;
};

/** How long a closing server waits for the requests that it has begun. */
const graceMs = 10_000;
/** Time-outs are as coarse as this. */
const tickMs = 1_000;

export class HttpServer implements AsyncDisposable, ConnectionHost {
  readonly site: Site;
  readonly writer: ReplyWriter;
  readonly largeBodies = new LargeBodies();
  readonly trustedProxies: readonly AddressRange[];
  readonly #broken: HttpServerOptions['broken'];
  readonly #clock: Clock;
  readonly #connections = new Connections(this);
  readonly #servers: Server[] = [];
  #nowMs: number;
  #ticking: Timer | undefined;
  #closed: Promise<void> | undefined;

  private constructor(options: HttpServerOptions) {
    const { site, clock, everyHeaders, trustedProxies = [] } = options;
    this.site = site;
    this.#broken = options.broken;
    this.trustedProxies = trustedProxies;
    this.writer = new ReplyWriter(everyHeaders, keptMs, clock);
    this.#clock = clock;
    this.#nowMs = clock.monotonicMs();
  }

  static async listen(options: HttpServerOptions): Promise<HttpServer> {
    const server = new HttpServer(options);
    try {
      for (const address of options.addresses) await server.#open(address);
    } catch (error) {
      await server[Symbol.asyncDispose]();
      throw error;
    }
    server.#tick();
    return server;
  }

  get addresses(): readonly AddressInfo[] {
    return this.#servers.map((server) => must(server.address(), 'address') as AddressInfo);
  }

  get nowMs(): number {
    return this.#nowMs;
  }

  broken(address: string, refusal: Refusal): void {
    this.#broken?.(address, refusal);
  }

  get isClosing(): boolean {
    return this.#closed !== undefined;
  }

  /** Takes no more connections, answers what has begun, and closes; twice is as good as once. */
  [Symbol.asyncDispose](): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const closed = this.#servers.map((server) => once(server.close(), 'close'));
    this.#connections.closeIdle();
    const grace = this.#clock.after(graceMs, () => this.#connections.closeAll());
    await Promise.all(closed);
    grace.cancel();
    this.#ticking?.cancel();
  }

  async #open({ host, port, optional = false }: ListenAddress): Promise<void> {
    // A client may close its side behind its request and still hear the reply.
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      this.#connections.add(socket),
    );
    try {
      server.listen({ host, port });
      await once(server, 'listening');
      this.#servers.push(server);
    } catch (error) {
      if (!optional || !isAbsent(error)) throw error;
    }
  }

  #tick(): void {
    this.#nowMs = this.#clock.monotonicMs();
    this.writer.tick();
    this.#connections.tick(this.#nowMs);
    this.#ticking = this.#clock.after(tickMs, () => this.#tick());
  }
}

function isAbsent(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT';
}
