/**
 * The HTTP server: `node:http` or `node:https`, whose parser (llhttp, never the insecure one) reads the requests. The
 * rules that go beyond it stand beside this file: guards of the head, budgets of bodies, bounds of connections.
 */
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Refusal } from '#api/reply.ts';
import type { AddressRange } from '#core/address-range.ts';
import { must } from '#core/assert.ts';
import { boundary } from '#core/boundary.ts';
import { type Clock, comeRound, type Timer } from '#core/clock.ts';
import { BodyBudget, type BudgetMaxima } from './body-budget.ts';
import type { ClientError } from './client-error.ts';
import type { Connection, ConnectionHost } from './connection.ts';
import { Connections } from './connections.ts';
import type { Site } from './http-message.ts';
import { headBytesMax } from './request-guard.ts';
import { RequestMessage } from './request-message.ts';
import { asksForWebSocket } from './web-socket.ts';

export type ListenAddress = {
  readonly host: string;
  /** 0: one that the system picks. */
  readonly port: number;
  /** A machine that does not have this address (::1 where there is no IPv6) goes without it. */
  readonly optional?: boolean | undefined;
};

/** PEM texts. */
export type TlsCertificate = { readonly cert: string; readonly key: string };

export type HttpServerOptions = {
  readonly addresses: readonly ListenAddress[];
  readonly site: Site;
  readonly clock: Clock;
  /** Undefined: plain HTTP. */
  readonly tls?: TlsCertificate | undefined;
  /** Proxies whose word for the address of a client is taken. */
  readonly trustedProxies?: readonly AddressRange[] | undefined;
  /** Names and values that go out with every reply. */
  readonly everyHeaders: readonly string[];
  /** Told of each address that sends what is no request. */
  readonly broken?: ((address: string, refusal: Refusal) => void) | undefined;
  /** Told of each handshake that failed. */
  readonly tlsFailed?: ((socket: Socket, error: Error) => void) | undefined;
  readonly times?: ServerTimes;
  /** Memory for the bodies of requests. */
  readonly bodies?: BudgetMaxima;
};

export type ServerTimes = {
  /** Of a head, and of a new connection until the end of its first head. */
  readonly headMs: number;
  /** How long an open connection is kept: longer than the 60 s of common proxies, so that they close first. */
  readonly keptMs: number;
  /** Time-outs are looked at so often. */
  readonly lookEveryMs: number;
};

const usualTimes: ServerTimes = { headMs: 10_000, keptMs: 72_000, lookEveryMs: 2_000 };
/** Of a whole request; bodies have shorter times of their own (see exchange.ts). */
const requestMs = 150_000;
const handshakeMs = 10_000;
/** How long a closing server waits for the requests that it has begun. */
const graceMs = 10_000;
/** Time-outs are as coarse as this. */
const tickMs = 1_000;

const requests = boundary('http.request', 'socket event');
const errors = boundary('http.client-error', 'socket event');
const upgrades = boundary('http.upgrade', 'socket event');
const connected = boundary('http.connection', 'socket event');
const ticks = boundary('http.tick', 'timer');

export class HttpServer implements AsyncDisposable, ConnectionHost {
  readonly site: Site;
  readonly budget: BodyBudget;
  readonly trustedProxies: readonly AddressRange[];
  readonly everyHeaders: readonly string[];
  readonly keptMs: number;
  readonly keepAlive: string;
  readonly #options: HttpServerOptions;
  readonly #clock: Clock;
  readonly #connections = new Connections(this);
  readonly #servers: Server[] = [];
  #nowMs: number;
  #ticking: Timer | undefined;
  #closed: Promise<void> | undefined;

  private constructor(options: HttpServerOptions) {
    const { site, clock, everyHeaders, trustedProxies = [], times = usualTimes } = options;
    this.site = site;
    this.keptMs = times.keptMs;
    this.keepAlive = `timeout=${Math.floor(times.keptMs / 1_000)}`;
    this.trustedProxies = trustedProxies;
    this.everyHeaders = everyHeaders;
    this.#options = options;
    this.#clock = clock;
    this.#nowMs = clock.monotonicMs();
    this.budget = new BodyBudget(() => this.#nowMs, options.bodies);
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

  get isClosing(): boolean {
    return this.#closed !== undefined;
  }

  broken(address: string, refusal: Refusal): void {
    this.#options.broken?.(address, refusal);
  }

  /** New handshakes use it; open connections go on. */
  renewCertificate(certificate: TlsCertificate): void {
    for (const server of this.#servers) {
      (server as SecureServer).setSecureContext({ ...tlsOptions, ...certificate });
    }
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
    const server = this.#create();
    try {
      server.listen({ host, port });
      await once(server, 'listening');
      this.#servers.push(server);
    } catch (error) {
      if (!optional || !isAbsent(error)) throw error;
    }
  }

  #create(): Server {
    const { tls, times = usualTimes } = this.#options;
    const options = {
      maxHeaderSize: headBytesMax,
      headersTimeout: times.headMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: times.lookEveryMs,
      // Connections look after that themselves (connection.ts).
      keepAliveTimeout: 0,
      insecureHTTPParser: false,
      // Ours tells it in the format that was asked for.
      requireHostHeader: false,
      noDelay: true,
      optimizeEmptyRequests: true,
      IncomingMessage: RequestMessage,
      shouldUpgradeCallback: (message: RequestMessage) => this.#mayUpgrade(message),
    };
    const server =
      tls === undefined
        ? createServer(options)
        : createSecureServer({ ...options, ...tlsOptions, ...tls });
    // Node leaves out what is above, and with it perhaps a second Host.
    server.maxHeadersCount = 0;
    // A client may close its side behind its request and still hear the reply.
    Object.assign(server, { httpAllowHalfOpen: true });
    this.#listenTo(server, tls === undefined ? 'connection' : 'secureConnection');
    return server;
  }

  #listenTo(server: Server, opened: 'connection' | 'secureConnection'): void {
    const on = (event: string, awaitsLeave: boolean): void => {
      server.on(event, (message: RequestMessage, response: ServerResponse) => {
        const take = () => this.#of(message.socket)?.take({ message, response, awaitsLeave });
        requests.run(take, destroy(message.socket));
      });
    };
    on('request', false);
    on('checkContinue', true);
    // RFC 9110 §10.1.1: others MAY be answered with 417; clients that say them are served as they are.
    on('checkExpectation', false);
    server.on('connection', (socket: Socket) => {
      connected.run(() => this.#connections.count(socket), destroy(socket));
    });
    server.on(opened, (socket: Socket) => {
      connected.run(() => this.#connections.add(socket), destroy(socket));
    });
    server.on('clientError', (error: ClientError, socket: Socket) => {
      errors.run(() => (this.#of(socket) ?? destroyed(socket)).fail(error), destroy(socket));
    });
    server.on('tlsClientError', (error: Error, socket: Socket) => {
      errors.run(() => this.#options.tlsFailed?.(socket, error), destroy(socket));
    });
    for (const event of ['upgrade', 'connect']) {
      server.on(event, (message: RequestMessage, socket: Socket, ahead: Buffer) => {
        upgrades.run(() => this.#of(socket)?.upgrade(message, ahead), destroy(socket));
      });
    }
  }

  #of(socket: Socket): Connection | undefined {
    return this.#connections.of(socket);
  }

  /** Behind a request that is being answered, or with a body, it is a request like any other. */
  #mayUpgrade({ method = '', fields: { headers }, socket }: RequestMessage): boolean {
    const asks = asksForWebSocket({ method, headers });
    const hasBody = 'content-length' in headers || 'transfer-encoding' in headers;
    return asks && !hasBody && this.#of(socket)?.isIdle === true;
  }

  #tick(): void {
    this.#ticking = comeRound(this.#clock, tickMs, () => this.#tick());
    ticks.run(
      () => {
        this.#nowMs = this.#clock.monotonicMs();
        this.#connections.tick(this.#nowMs);
      },
      () => undefined,
    );
  }
}

/** RFC 9325 §3.1.1: nothing before TLS 1.2. */
const tlsOptions = {
  minVersion: 'TLSv1.2',
  handshakeTimeout: handshakeMs,
  allowHalfOpen: true,
} as const;

function destroy(socket: Socket): () => void {
  return () => socket.destroy();
}

/** One that was refused before it was heard. */
function destroyed(socket: Socket): Pick<Connection, 'fail'> {
  return { fail: () => void socket.destroy() };
}

function isAbsent(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT';
}
