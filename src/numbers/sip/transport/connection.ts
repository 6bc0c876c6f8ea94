/** One TCP or TLS connection, accepted or opened, as a flow. */
import type { Socket } from 'node:net';
import { boundary, dropped } from '#core/boundary.ts';
import type { Clock, Timer } from '#core/clock.ts';
import type { Source, TransportName } from '../user-agent.ts';
import type { Flow, TransportUser } from './flow.ts';
import { StreamFramer } from './stream-framer.ts';

const connections = boundary('sip.connection', 'socket event');

const connectionTimes = {
  /** From the first octet of a message to its last. */
  messageMs: 5_000,
  idleMs: 600_000,
  lingerMs: 1_000,
} as const;

/** A peer that does not read its answers is cut. */
const unsentBytesMax = 1_048_576;

const pong = Buffer.from('\r\n');

export type ConnectionOptions = {
  readonly transport: TransportName;
  readonly source: Source;
  readonly ourAddress: string;
  /** Ours that listens, which an accepted connection came to. */
  readonly ourPort: number;
  /** Those of which the peer had to show one. */
  readonly certificates?: readonly string[] | undefined;
  readonly clock: Clock;
  readonly user: TransportUser;
};

export class StreamConnection implements Flow {
  readonly transport: TransportName;
  readonly address: string;
  readonly port: number;
  readonly ourAddress: string;
  readonly ourPort: number;
  readonly isReliable = true;
  readonly certificates: readonly string[] | undefined;
  readonly closed: Promise<void>;
  readonly #socket: Socket;
  readonly #options: ConnectionOptions;
  readonly #framer = new StreamFramer();
  #isOpen = true;
  #isBroken = false;
  #held = 0;
  #unfinished: Timer | undefined;
  #idle: Timer | undefined;
  #usedAtMs: number;
  #cause = 'connection closed';

  constructor(socket: Socket, options: ConnectionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.transport = options.transport;
    this.address = options.source.address;
    this.port = options.source.port;
    this.ourAddress = options.ourAddress;
    this.ourPort = options.ourPort;
    this.certificates = options.certificates;
    this.#usedAtMs = options.clock.monotonicMs();
    socket.setNoDelay(true);
    const cut = (): void => this.destroy('boundary failed');
    socket.on(
      'error',
      connections.guard((error: NodeJS.ErrnoException) => {
        this.#cause = error.code ?? error.message;
      }, cut),
    );
    this.closed = new Promise((resolve) => {
      socket.once(
        'close',
        connections.guard(() => {
          resolve();
          this.#closed();
        }, dropped),
      );
    });
    socket.on(
      'data',
      connections.guard((chunk: Buffer) => this.#take(chunk), cut),
    );
    this.#watchIdle();
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  send(octets: Buffer): void {
    if (!this.#isOpen) return;
    this.#usedAtMs = this.#options.clock.monotonicMs();
    this.#options.user.traced('out', this, octets);
    this.#socket.write(octets);
    if (this.#socket.writableLength > unsentBytesMax) this.destroy('peer does not read');
  }

  toPort(): Flow {
    return this;
  }

  hold(): void {
    this.#held += 1;
  }

  release(): void {
    this.#held -= 1;
  }

  /** Writes what was sent and says goodbye. */
  end(): void {
    if (!this.#isOpen) return;
    this.#socket.end();
    this.#options.clock.after(connectionTimes.lingerMs, () => this.#socket.destroy());
  }

  destroy(cause: string): void {
    this.#cause = cause;
    this.#socket.destroy();
  }

  #closed(): void {
    this.#isOpen = false;
    this.#unfinished?.cancel();
    this.#idle?.cancel();
    this.#options.user.lost(this, this.#cause);
  }

  #take(chunk: Buffer): void {
    if (this.#isBroken) return;
    this.#usedAtMs = this.#options.clock.monotonicMs();
    this.#framer.push(chunk);
    const { user, source } = this.#options;
    for (let framed = this.#framer.next(); framed !== undefined; framed = this.#framer.next()) {
      this.#unfinished?.cancel();
      this.#unfinished = undefined;
      if (framed.kind === 'ping') this.#socket.write(pong);
      else if (framed.kind === 'broken') {
        this.#breakOff(framed.message);
        return;
      } else {
        user.traced('in', this, framed.octets);
        user.received(framed.message, source, this);
      }
    }
    this.#watchUnfinished();
  }

  /** The stream cannot be followed any further: it hears why, and the connection ends. */
  #breakOff(message: Parameters<TransportUser['received']>[0] | undefined): void {
    this.#isBroken = true;
    const { user, source } = this.#options;
    if (message === undefined) user.dropped('unreadable', this.address);
    else user.received(message, source, this);
    this.end();
  }

  #watchUnfinished(): void {
    if (!this.#framer.isInside) return;
    this.#unfinished ??= this.#options.clock.after(connectionTimes.messageMs, () =>
      this.destroy('message not finished in time'),
    );
  }

  #watchIdle(): void {
    const { clock } = this.#options;
    const idleMs = clock.monotonicMs() - this.#usedAtMs;
    if (idleMs >= connectionTimes.idleMs && this.#held === 0) {
      this.end();
      return;
    }
    const leftMs = Math.max(connectionTimes.idleMs - idleMs, 1_000);
    this.#idle = clock.after(leftMs, () => this.#watchIdle());
  }
}
