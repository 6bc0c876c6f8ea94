/** The operator's side: listens, lets peers bind, takes their submits and delivers to them. */
import { once } from 'node:events';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';
import { createServer as createTlsServer, Server as TlsServer } from 'node:tls';
import { must } from '#core/assert.ts';
import { boundary, dropped } from '#core/boundary.ts';
import type { Clock } from '#core/clock.ts';
import { peerOf } from '#core/peer-troubles.ts';
import { maxPduBytesDefault } from './framer.ts';
import type { BindRequest, DeliverSm } from './pdu.ts';
import type { BindMode } from './permissions.ts';
import { Session } from './session.ts';
import {
  type Answer,
  type CloseReason,
  type MessageRequest,
  type PduError,
  type SessionHandlers,
  type SessionTimers,
  sessionTimerDefaults,
} from './session-types.ts';
import { status } from './status.ts';
import type { RequestOutcome } from './window.ts';
import { SocketWire } from './wire.ts';

export type ServerSettings = SessionTimers & {
  readonly host: string;
  /** 0 lets the system pick one. */
  readonly port: number;
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  /** How we call ourselves in the answer to a bind. */
  readonly systemId: string;
  readonly window: number;
  readonly unansweredMax: number;
  readonly maxPduBytes: number;
  readonly connectionsMax: number;
  /** Connections of one address that have not bound yet. */
  readonly strangersMax: number;
};

export const serverDefaults = {
  tls: undefined,
  window: 100,
  unansweredMax: 1_000,
  maxPduBytes: maxPduBytesDefault,
  connectionsMax: 1_000,
  strangersMax: 1_000,
  ...sessionTimerDefaults,
} as const satisfies Partial<ServerSettings>;

export interface SmppServerHandlers {
  /** The answer's command_status: 0 lets the peer in. */
  authenticate(bind: BindRequest, from: ConnectionOrigin): Promise<number> | number;
  bound(peer: BoundPeer): void;
  /** A submit_sm or another message request; without a body the answer's fields are blank. */
  request(request: MessageRequest, peer: BoundPeer): Promise<Answer> | Answer;
  /** `peer.room` may have grown; at most once a turn. */
  ready?(peer: BoundPeer): void;
  pduError?(kind: PduError, address: string): void;
  /** A handshake that came to nothing; no session has begun. */
  tlsFailed?(error: Error, address: string): void;
  unbound(peer: BoundPeer, reason: CloseReason): void;
  /** Was let in, and hung up before it heard it. */
  left?(from: ConnectionOrigin): void;
}

/** One object for each bind: what is let in by it is what is bound, or leaves. */
export type ConnectionOrigin = { readonly address: string; readonly mode: BindMode };

/** One bound session, as its server sees it. */
export class BoundPeer {
  readonly systemId: string;
  readonly mode: BindMode;
  readonly origin: ConnectionOrigin;
  readonly #session: Session;
  readonly #wire: SocketWire;

  constructor(
    { systemId, origin }: { readonly systemId: string; readonly origin: ConnectionOrigin },
    { session, wire }: Link,
  ) {
    this.systemId = systemId;
    this.mode = origin.mode;
    this.origin = origin;
    this.#session = session;
    this.#wire = wire;
  }

  /** How many deliveries may be sent now. */
  get room(): number {
    return this.#session.room;
  }

  /** Sends a deliver_sm; settles on every way out. */
  deliver(message: DeliverSm, reference = 0): Promise<RequestOutcome> {
    return new Promise((settle) =>
      this.#session.request('deliver_sm', message, { reference, settle }),
    );
  }

  /** How many of its requests may wait for an answer; beyond them none is read. */
  limitUnanswered(unansweredMax: number): void {
    this.#session.limitUnanswered(unansweredMax);
  }

  /** Octets as they are, for a server that plays a bad one. */
  sendOctets(octets: Buffer): void {
    this.#session.sendOctets(octets);
  }

  /** Is gone without a word: the socket stays open, and nothing is read from it or written to it. */
  freeze(): void {
    this.#wire.freeze();
    this.close();
  }

  unbind(): void {
    this.#session.unbind();
  }

  close(): void {
    this.#session.close('told to close');
  }
}

const listeners = boundary('smpp.listener', 'socket event');

const minVersion = 'TLSv1.2';

type Link = { readonly session: Session; readonly wire: SocketWire };

export class SmppServer implements AsyncDisposable {
  readonly #settings: ServerSettings;
  readonly #handlers: SmppServerHandlers;
  readonly #clock: Clock;
  readonly #listener: Server;
  readonly #sessions = new Set<Session>();
  readonly #wires = new Set<SocketWire>();
  /** By address: connections that have not bound. */
  readonly #strangers = new Map<string, number>();

  private constructor(settings: ServerSettings, handlers: SmppServerHandlers, clock: Clock) {
    this.#settings = settings;
    this.#handlers = handlers;
    this.#clock = clock;
    const { tls } = settings;
    const accept = (socket: Socket): void => {
      listeners.run(
        () => this.#accept(socket),
        () => socket.destroy(),
      );
    };
    this.#listener =
      tls === undefined
        ? createTcpServer(accept)
        : createTlsServer({ ...tls, minVersion, handshakeTimeout: settings.bindAwaitedMs }, accept);
    this.#listener.on(
      'tlsClientError',
      listeners.guard(
        (error: Error, socket: Socket) => handlers.tlsFailed?.(error, peerOf(socket)),
        dropped,
      ),
    );
    this.#listener.maxConnections = settings.connectionsMax;
  }

  static async listen(
    settings: ServerSettings,
    handlers: SmppServerHandlers,
    ports: { readonly clock: Clock },
  ): Promise<SmppServer> {
    const server = new SmppServer(settings, handlers, ports.clock);
    server.#listener.listen(settings.port, settings.host);
    await once(server.#listener, 'listening');
    return server;
  }

  get port(): number {
    return (this.#listener.address() as AddressInfo).port;
  }

  /** Connections from now on see this certificate; on a plain port nothing changes. */
  renewCertificate(tls: { readonly cert: string; readonly key: string }): void {
    if (this.#listener instanceof TlsServer) {
      this.#listener.setSecureContext({ ...tls, minVersion });
    }
  }

  /** Connections that are open, bound or not. */
  get sessions(): number {
    return this.#sessions.size;
  }

  /** Takes no more connections and unbinds the ones there are. */
  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#listener.close(resolve));
    for (const session of this.#sessions) session.unbind();
    for (const wire of this.#wires) if (wire.isFrozen) wire.destroy();
    await closed;
  }

  /** Drops everything at once, as a crash would. */
  async kill(): Promise<void> {
    const closed = new Promise((resolve) => this.#listener.close(resolve));
    for (const wire of this.#wires) wire.destroy();
    await closed;
  }

  #accept(socket: Socket): void {
    const address = socket.remoteAddress ?? '';
    const strangers = this.#strangers.get(address) ?? 0;
    // Nobody else may be kept out by connections that ask for nothing.
    if (strangers >= this.#settings.strangersMax) {
      socket.destroy();
      return;
    }
    this.#strangers.set(address, strangers + 1);
    const wire = new SocketWire(socket, this.#clock);
    this.#wires.add(wire);
    void wire.closed.then(() => this.#wires.delete(wire));
    const handlers = this.#sessionHandlers(address, () => ({ session, wire }));
    const settings = { ...this.#settings, role: 'smsc' } as const;
    const session = new Session(settings, { wire, clock: this.#clock, handlers });
    this.#sessions.add(session);
    wire.attach(session);
  }

  #sessionHandlers(address: string, link: () => Link): SessionHandlers {
    const handlers = this.#handlers;
    let peer: BoundPeer | undefined;
    let origin: ConnectionOrigin | undefined;
    return {
      bindRequested: (bind, mode) => {
        origin = { address, mode };
        return this.#letIn(bind, origin, link().session);
      },
      bound: ({ systemId }) => {
        this.#noStranger(address);
        peer = new BoundPeer({ systemId, origin: must(origin, 'origin of a bind') }, link());
        handlers.bound(peer);
      },
      request: (request) => handlers.request(request, must(peer, 'bound peer of a request')),
      ready: () => handlers.ready?.(must(peer, 'bound peer that is ready')),
      lateResponse: () => undefined,
      unreadable: () => undefined,
      pduError: (kind) => handlers.pduError?.(kind, address),
      closed: (reason) => {
        this.#sessions.delete(link().session);
        if (peer !== undefined) handlers.unbound(peer, reason);
        else this.#noStranger(address);
      },
    };
  }

  async #letIn(bind: BindRequest, origin: ConnectionOrigin, session: Session): Promise<number> {
    const code = await this.#handlers.authenticate(bind, origin);
    if (code === status.ok && session.isClosed) this.#handlers.left?.(origin);
    return code;
  }

  #noStranger(address: string): void {
    const left = (this.#strangers.get(address) ?? 0) - 1;
    if (left > 0) this.#strangers.set(address, left);
    else this.#strangers.delete(address);
  }
}
