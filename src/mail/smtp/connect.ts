/** Opens a session with a server: the one place of this protocol that owns a socket. */

import { type Socket, connect as tcpConnect } from 'node:net';
import { type ConnectionOptions, type TLSSocket, connect as tlsConnect } from 'node:tls';
import type { FaultText } from '#core/attempt-fault.ts';
import { boundary, ignored } from '#core/boundary.ts';
import type { SmtpWire } from './conversation.ts';
import { type SessionOptions, SmtpSession } from './session.ts';
import type { SessionFault } from './smtp-mail.ts';

export type ServerTls = {
  /** From the first octet, as on port 465. */
  readonly implicit: boolean;
  /** The certificate must be the server's; without it any will do against those who only listen. */
  readonly verify: boolean;
  /** In the certificate, and told to the server before it shows one. */
  readonly name: string;
  /** In place of the system's authorities: PEM. */
  readonly ca?: string | undefined;
};

export type ConnectOptions = Omit<SessionOptions, 'opened' | 'ended' | 'mayLogIn'> & {
  readonly address: string;
  readonly port: number;
  /** The address of ours to connect from. */
  readonly from?: string | undefined;
  readonly tls: ServerTls;
  /** The session has ended after it was opened. */
  readonly ended: (fault: SessionFault) => void;
};

export type Connected =
  | { readonly ok: true; readonly session: SmtpSession; readonly security: string }
  | { readonly ok: false; readonly fault: SessionFault; readonly dialogue: string };

/** Bigger writes are cut, so that each shows that the server still takes octets. */
const sliceBytes = 65_536;
const minVersion = 'TLSv1.2';
const inClear = 'in clear';

export function connectSmtp(options: ConnectOptions): Promise<Connected> {
  return new Promise((resolve) => {
    const connection = new SmtpConnection(options, resolve);
    connection.open();
  });
}

const connections = boundary('smtp.connection', 'socket event');

class SmtpConnection implements SmtpWire {
  readonly #options: ConnectOptions;
  readonly #resolve: (connected: Connected) => void;
  readonly #session: SmtpSession;
  #socket: Socket | undefined;
  #security = inClear;
  #sentBytes = 0;
  #queue: Buffer[] = [];
  #isWriting = false;
  #isFlushing = false;
  #isOpen = false;
  #isClosed = false;
  /** What is in progress in it is tried again, like after any connection that was lost. */
  readonly #cut = (): void => {
    this.#socket?.destroy();
    this.#session.closed(undefined, 'connection given up' satisfies FaultText);
  };

  constructor(options: ConnectOptions, resolve: (connected: Connected) => void) {
    this.#options = options;
    this.#resolve = resolve;
    const { tls, address } = options;
    this.#session = new SmtpSession(
      {
        ...options,
        mayLogIn: tls.implicit || isLoopback(address),
        startTls: tls.implicit ? 'never' : options.startTls,
        opened: (session) => {
          this.#isOpen = true;
          resolve({ ok: true, session, security: this.#security });
        },
        ended: (fault) => this.#ended(fault),
      },
      this,
    );
  }

  get sentBytes(): number {
    return this.#sentBytes;
  }

  open(): void {
    const { address, port, from, clock, timeOuts, tls } = this.#options;
    const socket = tcpConnect({
      host: address,
      port,
      ...(from !== undefined && { localAddress: from }),
    });
    socket.setNoDelay(true);
    this.#socket = socket;
    const timer = clock.after(timeOuts.connectMs, () =>
      fail('no connection in time' satisfies FaultText),
    );
    const fail = (reason: string): void => {
      timer.cancel();
      socket.off('error', failed).off('close', closed);
      this.#session.closed(undefined, reason);
    };
    const failed = connections.guard((error: Error) => fail(faultOf(error)), this.#cut);
    const closed = connections.guard(
      () => fail('connection closed' satisfies FaultText),
      this.#cut,
    );
    socket.on('error', failed).on('close', closed);
    // One listener stays, for an error between two owners would end the process.
    socket.on('error', ignored);
    const begin = (): void => {
      timer.cancel();
      socket.off('error', failed).off('close', closed);
      this.#attend(socket);
      this.#session.begin();
      if (tls.implicit) this.startTls();
    };
    socket.once('connect', connections.guard(begin, this.#cut));
  }

  write(octets: Buffer): void {
    this.#queue.push(octets);
    if (this.#isFlushing || this.#isWriting) return;
    this.#isFlushing = true;
    // With what else is written in this turn: an envelope and the next go in one packet.
    queueMicrotask(
      connections.guard(() => {
        this.#isFlushing = false;
        this.#flush();
      }, this.#cut),
    );
  }

  startTls(): void {
    const { tls, clock, timeOuts } = this.#options;
    const plain = this.#socket;
    if (plain === undefined || this.#isClosed) return;
    plain.removeAllListeners('data').removeAllListeners('close').removeAllListeners('error');
    plain.on('error', ignored);
    const socket = tlsConnect(tlsOptions(plain, tls));
    this.#socket = socket;
    const fail = (reason: string): void => {
      timer.cancel();
      this.#session.closed('tls', reason);
    };
    const timer = clock.after(timeOuts.tlsMs, () => fail('no TLS in time' satisfies FaultText));
    socket.on(
      'error',
      connections.guard((error: Error) => fail(faultOf(error)), this.#cut),
    );
    socket.once(
      'close',
      connections.guard(
        () => fail('connection closed in the handshake' satisfies FaultText),
        this.#cut,
      ),
    );
    const secured = (): void => {
      timer.cancel();
      socket.removeAllListeners('close').removeAllListeners('error');
      this.#security = securityOf(socket, tls.verify);
      this.#attend(socket);
      this.#session.secured();
    };
    socket.once('secureConnect', connections.guard(secured, this.#cut));
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#flush();
    // What was just written is still to leave, a QUIT; what is stuck is not waited for.
    const isStuck = this.#queue.length > 0;
    this.#queue = [];
    if (isStuck) this.#socket?.destroy();
    else this.#socket?.destroySoon();
  }

  #attend(socket: Socket): void {
    socket.on(
      'error',
      connections.guard(
        (error: Error) => this.#session.closed(undefined, faultOf(error)),
        this.#cut,
      ),
    );
    socket.on(
      'close',
      connections.guard(
        () => this.#session.closed(undefined, 'connection closed' satisfies FaultText),
        this.#cut,
      ),
    );
    socket.on(
      'data',
      connections.guard((octets: Buffer) => this.#session.received(octets), this.#cut),
    );
  }

  #flush(): void {
    const socket = this.#socket;
    if (this.#isWriting || this.#queue.length === 0 || socket === undefined) return;
    const octets = this.#nextSlice();
    this.#isWriting = true;
    const written = (error: Error | null | undefined): void => {
      this.#isWriting = false;
      if (error !== null && error !== undefined) return;
      this.#sentBytes += octets.length;
      this.#session.progressed();
      this.#flush();
    };
    socket.write(octets, connections.guard(written, this.#cut));
  }

  #nextSlice(): Buffer {
    const taken: Buffer[] = [];
    let bytes = 0;
    while (bytes < sliceBytes) {
      const first = this.#queue[0];
      if (first === undefined) break;
      const part = first.subarray(0, sliceBytes - bytes);
      if (part.length === first.length) this.#queue.shift();
      else this.#queue[0] = first.subarray(part.length);
      taken.push(part);
      bytes += part.length;
    }
    return taken.length === 1 ? (taken[0] as Buffer) : Buffer.concat(taken);
  }

  #ended(fault: SessionFault): void {
    if (this.#isOpen) {
      this.#options.ended(fault);
      return;
    }
    this.#resolve({ ok: false, fault, dialogue: this.#session.dialogue });
  }
}

function tlsOptions(socket: Socket, { name, verify, ca }: ServerTls): ConnectionOptions {
  return {
    socket,
    minVersion,
    rejectUnauthorized: verify,
    // RFC 6066 §3: addresses are no server names.
    ...(/[a-z]/i.test(name) && !name.includes(':') && { servername: name }),
    ...(ca !== undefined && { ca }),
  };
}

function securityOf(socket: TLSSocket, verified: boolean): string {
  const { name } = socket.getCipher();
  const proven = verified ? 'verified' : socket.authorized ? 'trusted' : 'unverified';
  return `${socket.getProtocol() ?? 'TLS'} ${name}, ${proven}`;
}

function faultOf(error: Error): string {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string'
    ? `${error.message.slice(0, 200)} (${code})`
    : error.message.slice(0, 200);
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}
