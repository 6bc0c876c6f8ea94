/** One UDP socket: datagrams in, datagrams out. */
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { boundary, dropped, ignored } from '#core/boundary.ts';
import { looksLikeResponse, scanDatagram } from '../message.ts';
import type { Source } from '../user-agent.ts';
import { addressFor, type Flow, plainAddress, type TransportUser } from './flow.ts';

/** A request in it that failed has heard 500 by then. */
const datagrams = boundary('sip.datagram', 'datagram');

export type ListenerPorts = {
  readonly user: TransportUser;
  /** Not for IPv4 peers too. */
  readonly isSixOnly: boolean;
  /** Our address as that peer reaches it, given the one that the listener is bound to. */
  readonly ourAddress: (bound: string, peer: string) => string;
};

/** RFC 3261 §18.1.1 lets a datagram be as large as UDP can carry; shorter than this it is a ping or noise. */
const datagramBytesMin = 5;
/** A burst of calls waits here while a turn of the event loop lasts. */
const receiveBufferBytes = 4_194_304;

export class UdpListener implements AsyncDisposable {
  readonly #socket: Socket;
  readonly #ports: ListenerPorts;
  #address = '';
  #port = 0;
  #isOpen = true;

  private constructor(socket: Socket, ports: ListenerPorts) {
    this.#socket = socket;
    this.#ports = ports;
  }

  static async listen(
    { host, port }: { readonly host: string; readonly port: number },
    ports: ListenerPorts,
  ): Promise<UdpListener> {
    const type = isIP(host) === 6 ? 'udp6' : 'udp4';
    // Addresses are never names here, and a lookup would cost each send a turn of the event loop.
    const socket = createSocket({
      type,
      ipv6Only: ports.isSixOnly,
      lookup: (address, _options, done) => done(null, address, type === 'udp6' ? 6 : 4),
    });
    const listener = new UdpListener(socket, ports);
    // With such a lookup the socket may be bound before `bind` returns.
    const listening = once(socket, 'listening');
    socket.bind(port, host);
    await listening;
    const bound = socket.address();
    listener.#address = plainAddress(bound.address);
    listener.#port = bound.port;
    socket.on('error', ignored);
    socket.on(
      'message',
      datagrams.guard((octets: Buffer, from: RemoteInfo) => listener.#take(octets, from), dropped),
    );
    growReceiveBuffer(socket);
    return listener;
  }

  get address(): string {
    return this.#address;
  }

  get port(): number {
    return this.#port;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The way to an address, which always exists. */
  flowTo(address: string, port: number): Flow {
    const ourAddress = this.#ports.ourAddress(this.#address, address);
    return new UdpFlow(this, { address, port, ourAddress });
  }

  send(octets: Buffer, flow: Flow): void {
    if (!this.#isOpen) return;
    this.#ports.user.traced('out', flow, octets);
    // What does not leave is a datagram lost: the timers know what to do, so nobody is called back.
    try {
      this.#socket.send(octets, flow.port, addressFor(flow.address, this.#address));
    } catch {
      // So is one for a place that no datagram can go to: a port that a stranger made up.
      this.#ports.user.dropped('unsendable', flow.address);
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await new Promise<void>((resolve) => this.#socket.close(() => resolve()));
  }

  #take(octets: Buffer, from: RemoteInfo): void {
    if (octets.length < datagramBytesMin || from.port === 0) return;
    const { user } = this.#ports;
    const address = plainAddress(from.address);
    const source: Source = {
      transport: 'udp',
      address,
      port: from.port,
      localAddress: this.#address,
      localPort: this.#port,
    };
    // Whether a response is ours its branch tells, which nobody can guess.
    if (!looksLikeResponse(octets) && !user.admits(source)) {
      user.dropped('stranger', address);
      return;
    }
    const flow = this.flowTo(address, from.port);
    user.traced('in', flow, octets);
    const scanned = scanDatagram(octets);
    if (scanned.ok) user.received(scanned.message, source, flow);
    else user.dropped('unreadable', address);
  }
}

/** A class, and not an object of functions: each transaction that is remembered keeps one. */
class UdpFlow implements Flow {
  readonly transport = 'udp';
  readonly address: string;
  readonly port: number;
  readonly ourAddress: string;
  readonly isReliable = false;
  readonly #listener: UdpListener;

  constructor(
    listener: UdpListener,
    place: { readonly address: string; readonly port: number; readonly ourAddress: string },
  ) {
    this.#listener = listener;
    this.address = place.address;
    this.port = place.port;
    this.ourAddress = place.ourAddress;
  }

  get ourPort(): number {
    return this.#listener.port;
  }

  get isOpen(): boolean {
    return this.#listener.isOpen;
  }

  send(octets: Buffer): void {
    this.#listener.send(octets, this);
  }

  toPort(port: number): Flow {
    return this.#listener.flowTo(this.address, port);
  }

  hold(): void {
    // There is nothing that could be closed.
  }

  release(): void {
    // Nor to be let go.
  }
}

function growReceiveBuffer(socket: Socket): void {
  try {
    socket.setRecvBufferSize(receiveBufferBytes);
  } catch {
    // The system's bound is lower; it keeps what it has.
  }
}
