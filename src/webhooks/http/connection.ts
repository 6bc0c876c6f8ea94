/**
 * One connection to a receiver, one request in flight on it.
 *
 * free → busy → free again while both sides keep it alive; closed from anywhere, for good. It sets no
 * timers: its owner calls `tick` a few times a second, which costs nothing while requests are quick.
 */

import type { Socket } from 'node:net';
import { unreachable } from '#core/assert.ts';
import type { FaultText } from '#core/attempt-fault.ts';
import type { Clock } from '#core/clock.ts';
import type { SocketBudget } from '#core/socket-budget.ts';
import { type Fault, socketFault } from './fault.ts';
import {
  type Opened,
  type OpenOptions,
  type OpenPhases,
  openSocket,
  sockets,
} from './open-socket.ts';
import { type ForwardProxy, openThrough } from './proxy.ts';
import { HttpResponse, type Progress } from './response.ts';

/** What came of a request. The response holds what was read, whole or not. */
export type Exchange = {
  readonly response: HttpResponse;
  readonly fault: Fault | undefined;
  /** Whether any octet came back. */
  readonly answered: boolean;
};

export type OpenConnectionOptions = Omit<OpenOptions, 'onOctets'> & {
  readonly proxy?: ForwardProxy | undefined;
  readonly sockets: SocketBudget;
};

export type OpenedConnection =
  | { readonly ok: true; readonly connection: HttpConnection; readonly phases: OpenPhases }
  | { readonly ok: false; readonly fault: Fault };

type Waiting = {
  readonly dueMs: number;
  readonly response: HttpResponse;
  answered: boolean;
  readonly resolve: (exchange: Exchange) => void;
};

/** A receiver that closes idle connections does so after 5 s or more, unless it announces otherwise. */
const idleMsUsual = 4_000;
const idleMsMax = 60_000;
/** After this a name is resolved and vetted again. */
const lifeMsMax = 300_000;

export class HttpConnection {
  readonly address: string;
  readonly #clock: Clock;
  readonly #sockets: SocketBudget;
  readonly #openedMs: number;
  #socket: Socket | undefined;
  #closed = false;
  #waiting: Waiting | undefined;
  #idleUntilMs = 0;

  static async open(options: OpenConnectionOptions): Promise<OpenedConnection> {
    const connection = new HttpConnection(options);
    const onOctets = (octets: Buffer): void => connection.#read(octets);
    const opened = await dial({ ...options, onOctets });
    if (opened.ok) connection.#hold(opened.socket);
    else connection.#close();
    return opened.ok ? { ok: true, connection, phases: opened.phases } : opened;
  }

  private constructor(options: OpenConnectionOptions) {
    this.address = options.address;
    this.#clock = options.clock;
    this.#sockets = options.sockets;
    this.#openedMs = options.clock.monotonicMs();
    this.#idleUntilMs = this.#openedMs + idleMsUsual;
    this.#sockets.opening();
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Sends a whole request, head and body, and waits for its answer until `dueMs`. */
  exchange(request: Buffer, dueMs: number): Promise<Exchange> {
    this.#sockets.becameBusy(this);
    return new Promise((resolve) => {
      this.#waiting = { dueMs, response: new HttpResponse(), answered: false, resolve };
      if (this.#closed) this.#lose(lost);
      else this.#socket?.write(request);
    });
  }

  /** Gives up a request that is past its time, and a connection that is past its own. */
  tick(nowMs: number): void {
    if (this.#waiting === undefined) {
      if (nowMs >= this.#idleUntilMs) this.#close();
    } else if (nowMs >= this.#waiting.dueMs) {
      this.#lose({ kind: 'time-out', reason: 'no answer in time' satisfies FaultText });
    }
  }

  /** Closes; a request in progress is told that we stopped. */
  stop(): void {
    this.#lose({ kind: 'stopped', reason: 'stopped' });
  }

  #hold(socket: Socket): void {
    this.#socket = socket;
    if (this.#closed || socket.destroyed) this.#close();
    const lose = (): void => this.#lose(lost);
    socket.on(
      'error',
      sockets.guard((error: Error) => this.#lose(socketFault('connection lost', error)), lose),
    );
    socket.on(
      'end',
      sockets.guard(() => this.#end(), lose),
    );
    socket.on('close', sockets.guard(lose, lose));
  }

  #read(octets: Buffer): void {
    const waiting = this.#waiting;
    // Nobody asked: an answer to no request would be taken for that of the next one.
    if (waiting === undefined) {
      this.#close();
    } else {
      waiting.answered = true;
      this.#proceed(waiting, waiting.response.read(octets));
    }
  }

  #end(): void {
    const waiting = this.#waiting;
    if (waiting?.answered === true) this.#proceed(waiting, waiting.response.end());
    this.#lose(lost);
  }

  #proceed(waiting: Waiting, progress: Progress): void {
    const { response } = waiting;
    switch (progress) {
      case 'more':
        break;
      case 'complete':
        if (this.#mayKeep(response)) this.#rest(response);
        else this.#close();
        this.#finish(undefined);
        break;
      case 'surplus':
        this.#close();
        this.#finish(undefined);
        break;
      case 'broken head':
        this.#lose(headFault(response));
        break;
      case 'big head':
        this.#lose({ kind: 'too big', reason: response.fault });
        break;
      case 'broken body':
        this.#lose({ kind: 'bad body', reason: response.fault });
        break;
      default:
        unreachable(progress);
    }
  }

  #mayKeep({ head }: HttpResponse): boolean {
    const isYoung = this.#clock.monotonicMs() - this.#openedMs < lifeMsMax;
    return isYoung && head.keepsAlive && head.framing.by !== 'close';
  }

  #rest({ head }: HttpResponse): void {
    // A second less than announced, so that we are the first to close.
    const idleMs = head.idleS === undefined ? idleMsUsual : (head.idleS - 1) * 1_000;
    this.#idleUntilMs = this.#clock.monotonicMs() + Math.min(idleMs, idleMsMax);
    this.#sockets.becameIdle(this);
  }

  #lose(fault: Fault): void {
    this.#close();
    this.#finish(fault);
  }

  #finish(fault: Fault | undefined): void {
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    this.#waiting = undefined;
    waiting.resolve({ response: waiting.response, fault, answered: waiting.answered });
  }

  #close(): void {
    if (!this.#closed) this.#sockets.closed(this);
    this.#closed = true;
    this.#socket?.destroy();
  }
}

/** A certificate that the library does not take is told by throwing, before anything is sent. */
async function dial(options: OpenOptions & Pick<OpenConnectionOptions, 'proxy'>): Promise<Opened> {
  const { proxy } = options;
  try {
    return await (proxy === undefined ? openSocket(options) : openThrough(proxy, options));
  } catch (error) {
    return { ok: false, fault: socketFault('TLS', error as Error) };
  }
}

const lost: Fault = { kind: 'connection lost', reason: 'connection closed' satisfies FaultText };

/** A head that ends in the middle is a lost connection; one that is wrong is no HTTP. */
function headFault({ fault }: HttpResponse): Fault {
  return fault === '' ? lost : { kind: 'not HTTP', reason: fault };
}
