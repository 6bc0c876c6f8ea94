/** The one file that owns an SMPP socket: one write a turn, room to write, reading paused and resumed. */
import type { Socket } from 'node:net';
import { boundary, dropped } from '#core/boundary.ts';
import type { Clock, Timer } from '#core/clock.ts';

/** What a session needs of its connection. */
export interface Wire {
  /** Everything sent in one turn of the event loop leaves in one write at its end. */
  send(octets: Buffer): void;
  /** The number of the write that will carry what is sent now; lower ones have been made. */
  readonly write: number;
  /** Whether the socket takes more at present; otherwise `drained` follows. */
  readonly isWritable: boolean;
  pause(): void;
  resume(): void;
  /** Writes what was sent, says goodbye, and lets go soon whether or not the peer does the same. */
  end(): void;
  /** Lets go at once; what was not written never is. */
  destroy(): void;
}

export interface WireUser {
  received(chunk: Buffer): void;
  drained(): void;
  gone(error: Error | undefined): void;
}

/** A peer that asks and does not read the answers is not read from either. */
const unsentBytesMax = 1_048_576;

/** How long a peer may keep a socket open that we have ended. */
const lingerMs = 5_000;

const keepAliveMs = 60_000;

/** Its failure destroys the socket: the session behind it closes, and a bind of ours is made again. */
const connections = boundary('smpp.connection', 'socket event');

export type WireOptions = {
  /** Asked before each write; false destroys the socket with what was to be written. */
  readonly mayWrite?: () => boolean;
};

export class SocketWire implements Wire {
  readonly #socket: Socket;
  readonly #mayWrite: () => boolean;
  readonly #clock: Clock;
  #user: WireUser | undefined;
  #turn: Buffer[] = [];
  #turnBytes = 0;
  #write = 1;
  #pausedByUser = false;
  #pausedForRoom = false;
  #isWritable = true;
  #ended = false;
  #isFrozen = false;
  #error: Error | undefined;
  #linger: Timer | undefined;
  readonly #cut = (): void => this.destroy();
  /** Made once: a flush follows nearly each turn. */
  readonly #flushAtTurnEnd = connections.guard(() => this.#flush(), this.#cut);
  /** Settles when the socket is closed on both sides. */
  readonly closed: Promise<void>;

  constructor(socket: Socket, clock: Clock, { mayWrite = () => true }: WireOptions = {}) {
    this.#socket = socket;
    this.#mayWrite = mayWrite;
    this.#clock = clock;
    socket.setNoDelay(true);
    socket.setKeepAlive(true, keepAliveMs);
    this.closed = new Promise((resolve) => {
      socket.once(
        'close',
        connections.guard(() => {
          resolve();
          this.#linger?.cancel();
          this.#ended = true;
          this.#user?.gone(this.#error);
        }, dropped),
      );
    });
    socket.on(
      'error',
      connections.guard((error: Error) => {
        this.#error = error;
      }, this.#cut),
    );
  }

  /** From now on what happens on the socket is told to the user; until then nothing is read. */
  attach(user: WireUser): void {
    this.#user = user;
    this.#socket.on(
      'data',
      connections.guard((chunk: Buffer) => user.received(chunk), this.#cut),
    );
    this.#socket.on(
      'drain',
      connections.guard(() => this.#drained(), this.#cut),
    );
  }

  get write(): number {
    return this.#write;
  }

  get isFrozen(): boolean {
    return this.#isFrozen;
  }

  get isWritable(): boolean {
    return this.#isWritable && !this.#ended;
  }

  send(octets: Buffer): void {
    if (this.#ended) return;
    if (this.#turn.length === 0) setImmediate(this.#flushAtTurnEnd);
    this.#turn.push(octets);
    this.#turnBytes += octets.length;
  }

  pause(): void {
    this.#pausedByUser = true;
    this.#socket.pause();
  }

  resume(): void {
    this.#pausedByUser = false;
    if (!this.#pausedForRoom) this.#socket.resume();
  }

  end(): void {
    if (this.#ended || this.#isFrozen) return;
    this.#flush();
    this.#ended = true;
    this.#socket.end();
    // What still arrives has nobody to go to, but unread octets would hold the socket open.
    this.#socket.resume();
    this.#linger = this.#clock.after(lingerMs, () => this.#socket.destroy());
  }

  destroy(): void {
    this.#ended = true;
    this.#socket.destroy();
  }

  /** Reads and writes nothing more and keeps the socket, like a peer whose cable was pulled. */
  freeze(): void {
    this.#isFrozen = true;
    this.#socket.removeAllListeners('data');
    this.#socket.pause();
  }

  #flush(): void {
    if (this.#turn.length === 0 || this.#ended || this.#isFrozen) return;
    if (!this.#mayWrite()) {
      this.destroy();
      return;
    }
    const [only] = this.#turn;
    const octets =
      this.#turn.length === 1 && only !== undefined
        ? only
        : Buffer.concat(this.#turn, this.#turnBytes);
    this.#turn = [];
    this.#turnBytes = 0;
    this.#write++;
    this.#isWritable = this.#socket.write(octets);
    if (this.#socket.writableLength > unsentBytesMax) this.#pauseForRoom();
  }

  #pauseForRoom(): void {
    this.#pausedForRoom = true;
    this.#socket.pause();
  }

  #drained(): void {
    this.#isWritable = true;
    this.#pausedForRoom = false;
    if (!this.#pausedByUser) this.#socket.resume();
    this.#user?.drained();
  }
}
