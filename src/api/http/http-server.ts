/**
 * The sockets of the API: node:http itself, because a framework costs 8 µs of the 30 that a request may
 * cost. Limits that node leaves lax are set here; every request becomes a value and every reply bytes.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Refusal, refuse } from '#api/reply.ts';
import { must } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import { hasBody, noBody, readBody } from './body-reader.ts';
import { judgeBroken, writeRaw } from './broken-request.ts';
import { type Connection, Connections } from './connection.ts';
import { bodyBytesMax, type HttpReply, type RequestHead, type Site } from './http-message.ts';
import { bodyTooLarge, findExcess, findSmuggling } from './request-guard.ts';
import { makeRequestId } from './request-id.ts';
import { parseTarget, type Target } from './target.ts';

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
  /** Names and values that go out with every reply. */
  readonly everyHeaders: readonly string[];
};

const limits = {
  // Looked at here, so that its absence is refused in our words.
  requireHostHeader: false,
  maxHeaderSize: 16 * 1_024,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 2_000,
  // Longer than the 60 s for which common proxies keep a connection, so that they close first.
  keepAliveTimeout: 72_000,
};

/** How long a closing server waits for the requests that it has begun. */
const graceMs = 10_000;

/** How long a client may read the reply to what was no request, before its connection is destroyed. */
const lingerMs = 1_000;

/** One request on its way through the server. */
type Exchange = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly connection: Connection;
  readonly head: RequestHead;
};

export class HttpServer implements AsyncDisposable {
  readonly #site: Site;
  readonly #clock: Clock;
  readonly #everyHeaders: readonly string[];
  readonly #connections = new Connections();
  readonly #servers: Server[] = [];
  #closed: Promise<void> | undefined;

  private constructor({ site, clock, everyHeaders }: HttpServerOptions) {
    this.#site = site;
    this.#clock = clock;
    this.#everyHeaders = everyHeaders;
  }

  static async listen(options: HttpServerOptions): Promise<HttpServer> {
    const server = new HttpServer(options);
    try {
      for (const address of options.addresses) await server.#open(address);
    } catch (error) {
      await server[Symbol.asyncDispose]();
      throw error;
    }
    return server;
  }

  get addresses(): readonly AddressInfo[] {
    return this.#servers.map((server) => must(server.address(), 'address') as AddressInfo);
  }

  /** Takes no more connections, answers what has begun, and closes; twice is as good as once. */
  [Symbol.asyncDispose](): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  async #close(): Promise<void> {
    const closed = this.#servers.map((server) => once(server.close(), 'close'));
    this.#connections.closeIdle();
    const grace = this.#clock.after(graceMs, () => {
      for (const server of this.#servers) server.closeAllConnections();
    });
    await Promise.all(closed);
    grace.cancel();
  }

  async #open({ host, port, optional = false }: ListenAddress): Promise<void> {
    const take = (request: IncomingMessage, response: ServerResponse): void =>
      this.#take(request, response);
    const server = createServer(limits, take);
    server.on('connection', (socket) => this.#connections.add(socket));
    server.on('clientError', (error, socket) => this.#answerBroken(error, socket as Socket));
    // RFC 9110 §10.1.1: an expectation that is not understood may be ignored.
    server.on('checkExpectation', take);
    server.on('connect', (request, socket) => this.#refuseTunnel(request, socket as Socket));
    try {
      server.listen({ host, port });
      await once(server, 'listening');
      this.#servers.push(server);
    } catch (error) {
      if (!optional || !isAbsent(error)) throw error;
    }
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#connections.of(request.socket);
    // The connection has ended, and what its last bytes held is of no use to anybody.
    if (connection === undefined || connection.broken) return;
    connection.begin(request);
    const target = parseTarget(request.url ?? '');
    const exchange = { request, response, connection, head: headOf(request, connection, target) };
    const smuggling = findSmuggling(request) ?? (target === undefined ? notHttp : undefined);
    if (smuggling !== undefined) {
      // Where the next request begins cannot be known.
      connection.broken = true;
      this.#write(exchange, this.#site.refuse(smuggling, exchange.head));
      return;
    }
    const early = this.#refuseUnread(exchange);
    if (early === undefined) void this.#answer(exchange);
    else this.#write(exchange, early);
  }

  /** The body is read on and thrown away by node, so that the client can hear the reply. */
  #refuseUnread({ request, head }: Exchange): HttpReply | undefined {
    const excess = findExcess(request);
    return excess === undefined ? this.#site.admit(head) : this.#site.refuse(excess, head);
  }

  async #answer(exchange: Exchange): Promise<void> {
    const { request, connection, head } = exchange;
    const body = hasBody(request) ? await readBody(request, bodyBytesMax) : noBody;
    if (body === 'client left') connection.end(request);
    else if (body === 'too large') this.#write(exchange, this.#site.refuse(bodyTooLarge, head));
    else this.#write(exchange, await this.#site.answer({ ...head, body }));
  }

  #write({ request, response, connection, head }: Exchange, reply: HttpReply): void {
    connection.end(request);
    const isLast = connection.broken
      ? connection.answering === 0
      : this.#closed !== undefined && connection.isIdle;
    const bytes = Buffer.byteLength(reply.body);
    // RFC 9110 §8.6: a 204 has no length.
    const length = reply.status === 204 ? [] : ['Content-Length', String(bytes)];
    const closing = isLast ? ['Connection', 'close'] : [];
    response.writeHead(
      reply.status,
      reply.headers.concat(this.#everyHeaders, length, ['X-Request-Id', head.id], closing),
    );
    // ASCII, which is the same in both, is written faster as Latin-1.
    response.end(reply.body, bytes === reply.body.length ? 'latin1' : 'utf8');
  }

  /** What node could not read as a request: it is answered by hand, as there is no response object. */
  #answerBroken(error: NodeJS.ErrnoException, socket: Socket): void {
    const connection = this.#connections.of(socket);
    if (connection?.broken === true) return;
    const broken = judgeBroken(error);
    if (connection === undefined || broken === 'lost' || !socket.writable) {
      socket.destroy();
      return;
    }
    connection.broken = true;
    // Requests before this one are still being answered: the last of them closes the connection.
    if (connection.answering > 0) return;
    if (connection.isDiscarding) {
      // It was the end of a request that has had its reply.
      socket.destroySoon();
      return;
    }
    const head = rawHead(connection, broken.target);
    this.#endWith(socket, writeRaw(this.#site.refuse(broken.refusal, head), head.id));
  }

  /** CONNECT: there is nothing behind us, and node has given the socket away. */
  #refuseTunnel(request: IncomingMessage, socket: Socket): void {
    const connection = this.#connections.of(socket);
    if (connection === undefined || !socket.writable) return;
    connection.broken = true;
    const head = headOf(request, connection, undefined);
    const refusal = refuse('method is not allowed', { allow: 'GET, POST' });
    this.#endWith(socket, writeRaw(this.#site.refuse(refusal, head), head.id));
  }

  /** Unread bytes would turn the close into a reset, which can overtake the reply: so it waits a little. */
  #endWith(socket: Socket, bytes: string): void {
    socket.on('error', () => socket.destroy());
    socket.end(bytes);
    const linger = this.#clock.after(lingerMs, () => socket.destroy());
    socket.once('close', () => linger.cancel());
  }
}

const notHttp: Refusal = refuse('request is not HTTP');

function headOf(
  request: IncomingMessage,
  { address }: Connection,
  target: Target | undefined,
): RequestHead {
  const { method = '', headers } = request;
  const { path = '', query = '' } = target ?? {};
  return { id: makeRequestId(), method, path, query, headers, address };
}

function rawHead({ address }: Connection, target: Target | undefined): RequestHead {
  const { path = '', query = '' } = target ?? {};
  return { id: makeRequestId(), method: '', path, query, headers: {}, address };
}

function isAbsent(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT';
}
