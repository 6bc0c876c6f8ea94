/**
 * One phone line of a page: orders and sound come in, events and sound go out, and with either end the
 * other one is over.
 *
 *   open ─► call ordered ─► call in progress ─► over ─► closed
 *     └── nothing ordered, session ended, nobody there, nonsense ─► hung up, closed
 */
import type { WebSocket } from 'ws';
import { unreachable } from '#core/assert.ts';
import { boundary, dropped } from '#core/boundary.ts';
import type { Clock, Timer } from '#core/clock.ts';
import { jsonOf } from '#core/json.ts';
import { errorFields, type Log } from '#core/log.ts';
import { personCheckMs } from '#core/person-check.ts';
import { type LineEvent, type LineOrder, type LineSide, lineEnd, lineOrder } from './messages.ts';

/** A call that has begun; what is said to one that is over does nothing. Sound is PCM, 16 bit little-endian. */
export interface LineCall {
  decide(what: 'answer' | 'decline'): void;
  hangUp(side?: LineSide): void;
  take(side: LineSide): void;
  press(key: string): void;
  stream(octets: Buffer): void;
  playSample(language: 'en' | 'fr'): Promise<void>;
  readonly over: Promise<void>;
}

export type LineHolder = {
  readonly tell: (side: LineSide, event: LineEvent) => void;
  readonly heard: (octets: Buffer) => void;
};

export type CallWish = Pick<Extract<LineOrder, { readonly do: 'call' }>, 'from' | 'to'>;

export type PhoneLinePorts = {
  /** Begins a call; why not, where the number is not the account's or no call can begin. */
  readonly call: (wish: CallWish, holder: LineHolder) => Promise<LineCall | string>;
  /** Whether the session still stands and its person may still call. */
  readonly mayGoOn: () => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Log;
};

/** A page orders at once. */
const orderedWithinMs = 10_000;
/** A peer that answers none until the next one is gone; phones on the way may take seconds to answer. */
const pingEveryMs = 10_000;
/** Sound comes fifty times a second, and what was held up on the way comes at once. */
const messagesMax = 400;
const countedMs = 1_000;
/** A frame is 20 ms; some browsers gather two. */
const frameBytesMax = 640;
/** What a slow reader has not taken: two seconds of sound. Above it sound is left out, not kept. */
const unreadBytesMax = 32_000;

const lines = boundary('dashboard.phone-line', 'socket event');

export class PhoneLine {
  readonly #socket: WebSocket;
  readonly #ports: PhoneLinePorts;
  readonly #closed = Promise.withResolvers<void>();
  #call: LineCall | undefined;
  #isOrdered = false;
  #isAlive = true;
  readonly #openedAtMs: number;
  #pingedAtMs: number;
  #count = 0;
  #countedSinceMs = 0;
  #timer: Timer | undefined;

  constructor(socket: WebSocket, ports: PhoneLinePorts) {
    this.#socket = socket;
    this.#ports = ports;
    const cut = (): void => this.#cut();
    socket.on(
      'message',
      lines.guard((data: unknown, isBinary: boolean) => this.#take(data as Buffer, isBinary), cut),
    );
    socket.on(
      'pong',
      lines.guard(() => {
        this.#isAlive = true;
      }, cut),
    );
    socket.on(
      'close',
      lines.guard(() => this.#end(), dropped),
    );
    this.#openedAtMs = ports.clock.monotonicMs();
    this.#pingedAtMs = this.#openedAtMs;
    this.#checkLater();
  }

  /** Settles when the page has gone, or was sent away. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  #take(data: Buffer, isBinary: boolean): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const isTaken = this.#counts() && (isBinary ? this.#stream(data) : this.#obey(data.toString()));
    if (!isTaken) this.#close('order is not understood');
  }

  /** False: too many in this second. */
  #counts(): boolean {
    const nowMs = this.#ports.clock.monotonicMs();
    if (nowMs - this.#countedSinceMs >= countedMs) {
      this.#countedSinceMs = nowMs;
      this.#count = 0;
    }
    this.#count += 1;
    return this.#count <= messagesMax;
  }

  #stream(octets: Buffer): boolean {
    if (octets.length > frameBytesMax || octets.length % 2 === 1) return false;
    this.#call?.stream(octets);
    return true;
  }

  #obey(text: string): boolean {
    const order = readOrder(text);
    if (order === undefined || (order.do === 'call' && this.#isOrdered)) return false;
    if (order.do === 'call') this.#order(order);
    else this.#change(order);
    return true;
  }

  #order(wish: CallWish): void {
    this.#isOrdered = true;
    this.#begin(wish).catch((error: unknown) => {
      this.#ports.log.error('phone_line.failed', errorFields(error));
      this.#tell('caller', { what: 'failed', why: 'the phone broke' });
      this.#close('the call is over');
    });
  }

  async #begin(wish: CallWish): Promise<void> {
    const call = await this.#ports.call(wish, {
      tell: (side, event) => this.#tell(side, event),
      heard: (octets) => this.#play(octets),
    });
    if (typeof call === 'string') this.#tell('caller', { what: 'failed', why: call });
    else {
      this.#call = call;
      // The page may have gone while the number was looked up.
      if (this.#socket.readyState !== this.#socket.OPEN) call.hangUp();
      await call.over;
    }
    this.#close('the call is over');
  }

  #change(order: Exclude<LineOrder, { readonly do: 'call' }>): void {
    const call = this.#call;
    switch (order.do) {
      case 'answer':
      case 'decline':
        call?.decide(order.do);
        break;
      case 'hang up':
        call?.hangUp(order.side);
        break;
      case 'take':
        call?.take(order.side);
        break;
      case 'press':
        call?.press(order.key);
        break;
      case 'speak sample':
        call?.playSample(order.language).catch((error: unknown) => {
          this.#ports.log.error('phone_line.no_sample', errorFields(error));
        });
        break;
      default:
        unreachable(order);
    }
  }

  #tell(side: LineSide, event: LineEvent): void {
    this.#socket.send(JSON.stringify({ side, ...event }));
  }

  #play(octets: Buffer): void {
    if (this.#socket.bufferedAmount < unreadBytesMax) this.#socket.send(octets);
  }

  #checkLater(): void {
    const check = lines.guard(
      () => this.#check(),
      () => this.#cut(),
    );
    this.#timer = this.#ports.clock.after(personCheckMs, check);
  }

  /** The call is hung up when the socket has closed, whether or not the page says goodbye. */
  #cut(): void {
    try {
      this.#call?.hangUp();
    } finally {
      this.#socket.terminate();
    }
  }

  /** A peer that is gone does not answer a ping; a person who may no longer call is sent away. */
  async #check(): Promise<void> {
    const nowMs = this.#ports.clock.monotonicMs();
    if (!this.#isOrdered && nowMs - this.#openedAtMs >= orderedWithinMs)
      this.#close('nothing was ordered');
    else if (this.#isAnswering(nowMs)) await this.#checkPerson();
    else this.#socket.terminate();
  }

  #isAnswering(nowMs: number): boolean {
    if (nowMs - this.#pingedAtMs < pingEveryMs) return true;
    if (!this.#isAlive) return false;
    this.#isAlive = false;
    this.#pingedAtMs = nowMs;
    this.#socket.ping();
    return true;
  }

  async #checkPerson(): Promise<void> {
    const { mayGoOn, log } = this.#ports;
    const goesOn = await mayGoOn().catch((error: unknown) => {
      log.warn('phone_line.unchecked', errorFields(error));
      return false;
    });
    if (!goesOn) this.#close('the session has ended');
    else if (this.#socket.readyState === this.#socket.OPEN) {
      this.#checkLater();
    }
  }

  #close(why: keyof typeof lineEnd): void {
    this.#call?.hangUp();
    this.#socket.close(lineEnd[why], why);
  }

  #end(): void {
    this.#timer?.cancel();
    this.#call?.hangUp();
    this.#closed.resolve();
  }
}

function readOrder(text: string): LineOrder | undefined {
  return lineOrder.safeParse(jsonOf(text)).data;
}
