/** All sockets of a user agent: listeners, connections that came and that were opened, and the way to a hop. */
import { once } from 'node:events';
import {
  type AddressInfo,
  connect as connectTcp,
  createServer,
  isIP,
  type Server,
  type Socket,
} from 'node:net';
import {
  connect as connectTls,
  createServer as createTlsServer,
  TLSSocket,
  type ConnectionOptions as TlsConnectOptions,
  Server as TlsServer,
} from 'node:tls';
import { boundary, dropped, ignored } from '#core/boundary.ts';
import { BoundedMap } from '#core/bounded-map.ts';
import type { Clock } from '#core/clock.ts';
import { peerOf } from '#core/peer-troubles.ts';
import type {
  AgentLimits,
  Hop,
  ListenerSettings,
  Listening,
  Source,
  TransportName,
} from '../user-agent.ts';
import { StreamConnection } from './connection.ts';
import { type Flow, plainAddress, type TransportUser, Unreachable } from './flow.ts';
import { LocalAddresses } from './local-address.ts';
import { isPinned, shownCertificates } from './shown-certificates.ts';
import { UdpListener } from './udp-listener.ts';

const listeners = boundary('sip.listener', 'socket event');

export type TransportSettings = {
  readonly listeners: readonly ListenerSettings[];
  readonly publicAddress: string | undefined;
  readonly ca?: string | undefined;
  readonly limits: Pick<AgentLimits, 'connectionsMax' | 'connectionsPerSourceMax'>;
};

/** RFC 3261 §18.1.1: what is longer goes over a transport that does not fragment. */
const datagramRequestBytesMax = 1_300;
const connectMs = 5_000;
/** How long a peer may take to show that it takes TCP in place of UDP, and for how long that is believed. */
const tcpInsteadMs = 1_000;
const rememberedMs = 3_600_000;
const minVersion = 'TLSv1.2';
const anyAddress = '::';

type OwnCertificate = { readonly cert: string; readonly key: string };

type StreamListener = {
  readonly server: Server;
  readonly listening: Listening;
  readonly tls: ListenerSettings['tls'];
};

export class SipTransport implements AsyncDisposable {
  readonly listeners: Listening[] = [];
  readonly #settings: TransportSettings;
  readonly #user: TransportUser;
  readonly #clock: Clock;
  readonly #local: LocalAddresses;
  readonly #udp: UdpListener[] = [];
  readonly #streams: StreamListener[] = [];
  readonly #connections = new Set<StreamConnection>();
  /** By `transport address port name`: connections that may carry a request there. */
  readonly #byPeer = new Map<string, StreamConnection>();
  readonly #opening = new Map<string, Promise<StreamConnection>>();
  readonly #perSource = new Map<string, number>();
  /** By UDP hop: whether it takes TCP too. */
  readonly #takesTcp = new BoundedMap<string, { readonly yes: boolean; readonly untilMs: number }>(
    4_096,
  );

  /** RFC 3261 §26.3.1: a host shows to those it calls what it shows to those that call it. */
  #own: OwnCertificate | undefined;

  private constructor(settings: TransportSettings, user: TransportUser, clock: Clock) {
    this.#settings = settings;
    this.#user = user;
    this.#clock = clock;
    this.#local = new LocalAddresses(clock);
  }

  static async open(
    settings: TransportSettings,
    user: TransportUser,
    clock: Clock,
  ): Promise<SipTransport> {
    await using stack = new AsyncDisposableStack();
    const transport = stack.use(new SipTransport(settings, user, clock));
    for (const each of settings.listeners) {
      if (each.transport === 'udp') await transport.#listenUdp(each);
      else await transport.#listenStream(each);
    }
    stack.move();
    return transport;
  }

  get connections(): number {
    return this.#connections.size;
  }

  /** The way to a hop for a request of about so many octets. Throws `Unreachable`. */
  async flowTo(hop: Hop, bytes = 0): Promise<Flow> {
    if (hop.transport !== 'udp') return this.#connectionTo(hop, connectMs);
    if (bytes > datagramRequestBytesMax) {
      const instead = await this.#tcpInstead(hop);
      if (instead !== undefined) return instead;
    }
    return this.#udpFlow(hop.address, hop.port);
  }

  /** Connections from now on see this certificate; those that are open keep what they saw. */
  renewCertificate(certificate: OwnCertificate): void {
    this.#own = certificate;
    for (const { server, tls } of this.#streams) {
      if (server instanceof TlsServer) {
        server.setSecureContext({ ...tls, ...certificate, minVersion });
      }
    }
  }

  #udpFlow(address: string, port: number): Flow {
    const listener = this.#fitting(this.#udp, address);
    if (listener === undefined) throw new Unreachable('no UDP listener of that family');
    return listener.flowTo(address, port);
  }

  /** Of several the one that the kernel's way to the peer begins at, else the first that reaches it. */
  #fitting<One extends { readonly address: string }>(all: readonly One[], peer: string) {
    const [only] = all;
    if (only !== undefined && all.length === 1)
      return reaches(only.address, peer) ? only : undefined;
    const [first, ...others] = all.filter(({ address }) => reaches(address, peer));
    if (others.length === 0) return first;
    const local = this.#local.towards(peer);
    const fits = first === undefined ? [] : [first, ...others];
    const isSame = ({ address }: One): boolean => isIP(address) === isIP(peer);
    return fits.find(({ address }) => address === local) ?? fits.find(isSame) ?? first;
  }

  /** Our side towards a hop, for a Contact written before there is a flow. */
  ourEnd(hop: Hop): { readonly address: string; readonly port: number } {
    const ofTransport = this.listeners.filter(({ transport }) => transport === hop.transport);
    const fit = this.#fitting(ofTransport, hop.address);
    const bound = fit?.address ?? anyAddress;
    return { address: this.#ourAddress(bound, hop.address), port: fit?.port ?? 5_060 };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = this.#streams.map(
      ({ server }) => new Promise<void>((resolve) => void server.close(() => resolve())),
    );
    for (const connection of this.#connections) connection.end();
    const gone = [...this.#connections].map((connection) => connection.closed);
    await Promise.all(this.#udp.map((listener) => listener[Symbol.asyncDispose]()));
    await Promise.allSettled([...closed, ...gone, ...this.#opening.values()]);
  }

  /** Our address as that peer reaches it, whatever the transport: for audio. */
  addressTowards(peer: string): string {
    return this.#ourAddress(this.#fitting(this.listeners, peer)?.address ?? anyAddress, peer);
  }

  #ourAddress(bound: string, peer: string): string {
    const { publicAddress } = this.#settings;
    // What a NAT shows of us in one family nobody reaches from the other.
    if (publicAddress !== undefined && isIP(publicAddress) === isIP(peer)) return publicAddress;
    return bound === '0.0.0.0' || bound === '::' ? this.#local.towards(peer) : bound;
  }

  /** One socket on `[::]` serves both families, unless another one has the port in IPv4. */
  #isSixOnly({ transport, host, port }: ListenerSettings): boolean {
    const isOther = (each: ListenerSettings): boolean =>
      each.transport === transport && each.port === port && isIP(each.host) === 4;
    return host === anyAddress && port !== 0 && this.#settings.listeners.some(isOther);
  }

  async #listenUdp(settings: ListenerSettings): Promise<void> {
    const listener = await UdpListener.listen(settings, {
      isSixOnly: this.#isSixOnly(settings),
      user: this.#user,
      ourAddress: (bound, peer) => this.#ourAddress(bound, peer),
    });
    this.#udp.push(listener);
    this.listeners.push({ transport: 'udp', address: listener.address, port: listener.port });
  }

  async #listenStream(settings: ListenerSettings): Promise<void> {
    const { transport, host, port, tls } = settings;
    const server =
      transport === 'tcp'
        ? createServer()
        : createTlsServer({
            ...tls,
            minVersion,
            handshakeTimeout: connectMs,
            // A certificate is asked for; whether it is needed is the trunk's to say.
            requestCert: true,
            rejectUnauthorized: false,
          });
    this.#own ??= tls;
    this.#takeConnections(server, transport);
    server.maxConnections = this.#settings.limits.connectionsMax;
    server.listen({ port, host, ipv6Only: this.#isSixOnly(settings) });
    await once(server, 'listening');
    server.on('error', ignored);
    const bound = server.address() as AddressInfo;
    const listening = { transport, address: plainAddress(bound.address), port: bound.port };
    this.#streams.push({ server, listening, tls });
    this.listeners.push(listening);
  }

  #takeConnections(server: Server, transport: TransportName): void {
    const accept = (socket: Socket): void => {
      listeners.run(
        () => this.#accept(transport, socket),
        () => socket.destroy(),
      );
    };
    if (server instanceof TlsServer) server.on('secureConnection', accept);
    else server.on('connection', accept);
    server.on(
      'tlsClientError',
      listeners.guard(
        (error: Error, socket: Socket) =>
          this.#user.tlsFailed('in', error, plainAddress(peerOf(socket))),
        dropped,
      ),
    );
  }

  #accept(transport: TransportName, socket: Socket): void {
    socket.on('error', ignored);
    const source = sourceOf(transport, socket, this.#clock.nowMs());
    const { address } = source;
    const count = this.#perSource.get(address) ?? 0;
    const { connectionsMax, connectionsPerSourceMax } = this.#settings.limits;
    const isFull = count >= connectionsPerSourceMax || this.#connections.size >= connectionsMax;
    if (isFull || !this.#user.admits(source)) {
      this.#user.dropped('stranger', address);
      socket.destroy();
      return;
    }
    this.#perSource.set(address, count + 1);
    const connection = this.#adopt(socket, source, {
      key: peerKey({ transport, address, port: source.port }),
    });
    void connection.closed.then(() => this.#forgetSource(address));
  }

  #forgetSource(address: string): void {
    const left = (this.#perSource.get(address) ?? 0) - 1;
    if (left > 0) this.#perSource.set(address, left);
    else this.#perSource.delete(address);
  }

  #adopt(
    socket: Socket,
    source: Source,
    { key, certificates }: { key: string; certificates?: Hop['certificates'] },
  ): StreamConnection {
    const ofTransport = this.listeners.filter(({ transport }) => transport === source.transport);
    const ourListener =
      ofTransport.find(({ address }) => address === source.localAddress) ??
      this.#fitting(ofTransport, source.address);
    const connection = new StreamConnection(socket, {
      transport: source.transport,
      source,
      ourAddress: this.#ourAddress(source.localAddress, source.address),
      ourPort: ourListener?.port ?? source.localPort,
      certificates,
      clock: this.#clock,
      user: this.#user,
    });
    this.#connections.add(connection);
    this.#byPeer.set(key, connection);
    void connection.closed.then(() => {
      this.#connections.delete(connection);
      if (this.#byPeer.get(key) === connection) this.#byPeer.delete(key);
      return undefined;
    });
    return connection;
  }

  /** One connection to a hop serves all requests; callers who want it at the same time share the opening. */
  #connectionTo(hop: Hop, withinMs: number): Promise<StreamConnection> {
    const key = peerKey(hop);
    const open = this.#byPeer.get(key);
    if (open?.isOpen === true) return Promise.resolve(open);
    const under = this.#opening.get(key);
    if (under !== undefined) return under;
    const opening = this.#open(hop, key, withinMs).finally(() => this.#opening.delete(key));
    this.#opening.set(key, opening);
    return opening;
  }

  async #open(hop: Hop, key: string, withinMs: number): Promise<StreamConnection> {
    if (this.#connections.size >= this.#settings.limits.connectionsMax) {
      throw new Unreachable('too many connections');
    }
    const socket =
      hop.transport === 'tls'
        ? connectTls(this.#tlsOptions(hop))
        : connectTcp(hop.port, hop.address);
    const timer = this.#clock.after(withinMs, () =>
      socket.destroy(new Error('not connected in time')),
    );
    try {
      await once(socket, hop.transport === 'tls' ? 'secureConnect' : 'connect');
    } catch (error) {
      socket.destroy();
      if (hop.transport === 'tls') this.#user.tlsFailed('out', error as Error, hop.address);
      const { code, message } = error as NodeJS.ErrnoException;
      throw new Unreachable(code ?? message, { cause: error });
    } finally {
      timer.cancel();
    }
    const nowMs = this.#clock.nowMs();
    const { certificates, serverName: name = hop.address } = hop;
    if (certificates !== undefined && socket instanceof TLSSocket) {
      if (!isPinned(socket, { certificates, name }, nowMs)) {
        socket.destroy();
        const other = Object.assign(new Error('another certificate'), { code: 'CERT_NOT_PINNED' });
        this.#user.tlsFailed('out', other, hop.address);
        throw new Unreachable('CERT_NOT_PINNED');
      }
    }
    return this.#adopt(socket, sourceOf(hop.transport, socket, nowMs), { key, certificates });
  }

  #tlsOptions({ address, port, serverName, certificates }: Hop): TlsConnectOptions {
    const name = serverName !== undefined && isIP(serverName) === 0 ? serverName : undefined;
    return {
      host: address,
      port,
      minVersion,
      // Judged by what was named instead, before a word is said.
      ...(certificates !== undefined && { rejectUnauthorized: false }),
      ...(this.#own !== undefined && { cert: this.#own.cert, key: this.#own.key }),
      ...(name !== undefined && { servername: name }),
      ...(this.#settings.ca !== undefined && { ca: this.#settings.ca }),
    };
  }

  async #tcpInstead(hop: Hop): Promise<Flow | undefined> {
    const key = peerKey(hop);
    const known = this.#takesTcp.get(key);
    const nowMs = this.#clock.monotonicMs();
    if (known !== undefined && known.untilMs > nowMs && !known.yes) return undefined;
    const untilMs = nowMs + rememberedMs;
    try {
      const flow = await this.#connectionTo({ ...hop, transport: 'tcp' }, tcpInsteadMs);
      this.#takesTcp.set(key, { yes: true, untilMs });
      return flow;
    } catch {
      this.#takesTcp.set(key, { yes: false, untilMs });
      return undefined;
    }
  }
}

/** A socket on `[::]` speaks to IPv4 peers too. */
function reaches(bound: string, peer: string): boolean {
  return bound === anyAddress || isIP(bound) === isIP(peer);
}

function peerKey({ transport, address, port, serverName = '', certificates = [] }: Hop): string {
  return `${transport} ${address} ${port} ${serverName} ${certificates.join()}`;
}

function sourceOf(transport: TransportName, socket: Socket, nowMs: number): Source {
  return {
    transport,
    address: plainAddress(socket.remoteAddress ?? ''),
    port: socket.remotePort ?? 0,
    localAddress: plainAddress(socket.localAddress ?? ''),
    localPort: socket.localPort ?? 0,
    certificates: socket instanceof TLSSocket ? shownCertificates(socket, nowMs) : undefined,
  };
}
