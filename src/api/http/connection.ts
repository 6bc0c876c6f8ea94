/**
 * One connection of a client: requests come in, each is answered before the next one is looked at.
 *
 * ```
 *   idle ──► head ──► body ──► answering ──► idle …        `last reply` from anywhere: what is read no
 *                │                    │                    longer counts, and the socket closes once
 *                │                    └──► streaming ──►   the reply has gone out
 *                └──► refused unread ──► discarding ──►
 *
 *   answering ──► taken over: by another protocol, for good
 * ```
 */
import type { Socket } from 'node:net';
import { type Refusal, refuse } from '#api/reply.ts';
import type { AddressRange } from '#core/address-range.ts';
import { unreachable } from '#core/assert.ts';
import { clientAddress } from './client-address.ts';
import {
  bodyBytesMax,
  type HttpReply,
  type RequestHead,
  type Site,
  type TakeOver,
} from './http-message.ts';
import type { LargeBodies } from './large-bodies.ts';
import type { ReplyWriter } from './reply-writer.ts';
import { bodyTooLarge, findExcess, isLarge, tooManyLarge } from './request-guard.ts';
import type { BrokenHead, ParsedHead } from './request-head.ts';
import { makeRequestId } from './request-id.ts';
import { type Reading, RequestReader } from './request-reader.ts';
import { SocketStream } from './socket-stream.ts';
import type { Target } from './target.ts';

/** What all connections share. */
export interface ConnectionHost {
  readonly site: Site;
  readonly writer: ReplyWriter;
  readonly largeBodies: LargeBodies;
  /** Proxies whose word for the address of a client is taken. */
  readonly trustedProxies: readonly AddressRange[];
  /** Of a clock that does not jump, as of the last tick: reading it costs nothing. */
  readonly nowMs: number;
  /** What has begun is answered, and nothing more is taken. */
  readonly isClosing: boolean;
  /** That address has sent what is no request. */
  broken(address: string, refusal: Refusal): void;
}

/** How long an open connection is kept: longer than the 60 s of common proxies, so that they close first. */
export const keptMs = 72_000;

/** What is waited for, and how long at most. */
const limitsMs = {
  'first request': 10_000,
  'next request': keptMs,
  head: 10_000,
  /** Of a request from its first octet to its last. */
  body: 30_000,
  /** 24 MB over a slow line. */
  'large body': 120_000,
  /** The program's own time-outs are shorter. */
  answer: Number.POSITIVE_INFINITY,
  /** It ends by itself; a client that does not read is given up like any other. */
  stream: Number.POSITIVE_INFINITY,
  /** Whoever has the socket now sees to that. */
  'other protocol': Number.POSITIVE_INFINITY,
  /** Unread octets would turn a close into a reset, which can overtake the last reply: so it waits a little. */
  close: 1_000,
} as const;

/** A client that does not read its replies is given up after this. */
const unreadMs = 30_000;
/** What a client sends ahead of an answer; past it TCP tells it to wait. */
const aheadBytesMax = 65_536;

const leave = 'HTTP/1.1 100 Continue\r\n\r\n';
/** Nothing that comes is worked on meanwhile. */
const halted = new Set<keyof typeof limitsMs>(['answer', 'stream', 'other protocol', 'close']);
const halfRead = new Set<keyof typeof limitsMs>(['head', 'body', 'large body']);
const tookTooLong = refuse('request took too long');

/** A request whose head has been read. */
type Exchange = {
  readonly head: RequestHead;
  readonly keepsAlive: boolean;
  /** What its body may have. */
  readonly bytesMax: number;
  /** Gives back the place of a large body. */
  place?: (() => void) | undefined;
  /** Its reply has gone out before its body was read. */
  isAnswered: boolean;
};

export class Connection {
  readonly socket: Socket;
  readonly address: string;
  readonly #host: ConnectionHost;
  readonly #reader = new RequestReader();
  readonly #listeners: readonly (readonly [string, (octets: Buffer) => void])[] = [
    ['data', (octets) => this.#take(octets)],
    ['drain', () => this.#readOn()],
    ['end', () => this.#leave()],
  ];
  #exchange: Exchange | undefined;
  /** Read while the answer before it was written. */
  #ahead: Reading | undefined;
  #waitsFor: keyof typeof limitsMs = 'first request';
  #sinceMs: number;
  #unreadSinceMs: number | undefined;
  #stream: SocketStream | undefined;
  /** Ends what speaks another protocol here. */
  #endOther: (() => void) | undefined;
  /** The client has closed its side. */
  #hasLeft = false;

  constructor(socket: Socket, host: ConnectionHost) {
    this.socket = socket;
    this.address = socket.remoteAddress ?? '';
    this.#host = host;
    this.#sinceMs = host.nowMs;
    for (const [event, heard] of this.#listeners) socket.on(event, heard);
    // Nobody is left to be told; `close` follows.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#exchange?.place?.());
  }

  /** In the middle of nothing. */
  get isIdle(): boolean {
    return this.#exchange === undefined && !this.#reader.isInside;
  }

  /** The server closes: what would go on ends here. */
  endStream(): void {
    this.#stream?.end();
    this.#endOther?.();
  }

  /** To be called every second: what takes too long is given up. */
  tick(nowMs: number): void {
    if (this.socket.writableLength === 0) this.#unreadSinceMs = undefined;
    else this.#unreadSinceMs ??= nowMs;
    if (this.#unreadSinceMs !== undefined && nowMs - this.#unreadSinceMs >= unreadMs) {
      this.socket.destroy();
    }
    if (nowMs - this.#sinceMs >= limitsMs[this.#waitsFor]) this.#giveUp();
  }

  #giveUp(): void {
    const isHalfRead = halfRead.has(this.#waitsFor);
    if (!isHalfRead || this.#exchange?.isAnswered === true) this.socket.destroy();
    else if (this.#exchange === undefined)
      this.#refuseBroken({ refusal: tookTooLong, target: undefined });
    else this.#write(this.#exchange, this.#refusal(tookTooLong, this.#exchange), { isLast: true });
  }

  #take(octets: Buffer): void {
    if (this.#waitsFor === 'close') return;
    this.#reader.push(octets);
    this.#proceed();
    if (this.#reader.waiting > aheadBytesMax) this.socket.pause();
  }

  #leave(): void {
    this.#hasLeft = true;
    if (this.#stream !== undefined) this.#stream.end();
    else if (this.#waitsFor !== 'answer') this.socket.end();
  }

  /** Works on what has come, until something is missing or has to be answered. */
  #proceed(): void {
    while (!halted.has(this.#waitsFor)) {
      // Replies are written no faster than they are read.
      if (this.socket.writableNeedDrain) return;
      const reading = this.#next();
      switch (reading.kind) {
        case 'more':
          this.#await();
          return;
        case 'head':
          this.#begin(reading.head);
          break;
        case 'body':
          this.#finish(reading.body);
          break;
        case 'body too large':
          this.#growBody();
          break;
        case 'broken':
          this.#refuseBroken(reading);
          break;
        default:
          unreachable(reading);
      }
    }
  }

  #next(): Reading {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    return ahead ?? this.#reader.next();
  }

  /** The time of a request runs from its first octet, that of an idle connection from its last reply. */
  #await(): void {
    const isInside = this.#reader.isInside;
    const now = isInside ? this.#partAwaited() : 'next request';
    if (now === this.#waitsFor || (now === 'next request' && this.#waitsFor === 'first request')) {
      return;
    }
    const isBody = now === 'body' || now === 'large body';
    // The time of a body runs from the head's.
    if (!isBody || !halfRead.has(this.#waitsFor)) this.#sinceMs = this.#host.nowMs;
    this.#waitsFor = now;
  }

  #partAwaited(): 'head' | 'body' | 'large body' {
    if (this.#exchange === undefined) return 'head';
    return this.#exchange.place === undefined ? 'body' : 'large body';
  }

  #begin(parsed: ParsedHead): void {
    const head = this.#head(parsed.target, parsed);
    const bytesMax = this.#host.site.bodyBytesMax(head);
    const exchange: Exchange = {
      head,
      bytesMax,
      keepsAlive: parsed.keepsAlive,
      isAnswered: false,
    };
    this.#exchange = exchange;
    const excess = findExcess(parsed, bytesMax);
    const early =
      excess === undefined ? this.#host.site.admit(head) : this.#refusal(excess, exchange);
    if (early !== undefined) {
      this.#reader.discardBody();
      this.#write(exchange, early);
    } else if (isLarge(parsed) && !this.#takePlace(exchange)) {
      this.#refuseUnread(tooManyLarge);
    } else if (parsed.awaitsLeave && this.#reader.waiting === 0) this.socket.write(leave);
  }

  /** One whose length was not said has become larger than usual. */
  #growBody(): void {
    const exchange = this.#exchange;
    if (exchange === undefined) return;
    if (exchange.bytesMax <= bodyBytesMax || exchange.place !== undefined) {
      this.#refuseUnread(bodyTooLarge(exchange.bytesMax));
    } else if (!this.#takePlace(exchange)) this.#refuseUnread(tooManyLarge);
  }

  #takePlace(exchange: Exchange): boolean {
    exchange.place = this.#host.largeBodies.take();
    if (exchange.place === undefined) return false;
    this.#reader.allowBody(exchange.bytesMax);
    return true;
  }

  #refuseUnread(refusal: Refusal): void {
    this.#reader.discardBody();
    const exchange = this.#exchange;
    if (exchange === undefined) return;
    exchange.place?.();
    this.#write(exchange, this.#refusal(refusal, exchange));
  }

  #finish(body: Buffer): void {
    const exchange = this.#exchange;
    if (exchange === undefined) return;
    if (exchange.isAnswered) this.#exchange = undefined;
    else void this.#answer(exchange, body);
  }

  async #answer(exchange: Exchange, body: Buffer): Promise<void> {
    this.#waitsFor = 'answer';
    const reply = await this.#host.site.answer({ ...exchange.head, body });
    exchange.place?.();
    if (reply.takeOver !== undefined) {
      this.#handOver(reply.takeOver);
      return;
    }
    if (reply.stream !== undefined) {
      this.#startStream(exchange.head, reply, reply.stream);
      return;
    }
    this.#exchange = undefined;
    // What is no request can have no reply behind this one: the connection ends here.
    this.#ahead = this.#reader.waiting === 0 ? undefined : this.#reader.next();
    this.#waitsFor = 'next request';
    this.#sinceMs = this.#host.nowMs;
    this.#write(exchange, reply, { isLast: this.#hasLeft || this.#ahead?.kind === 'broken' });
    this.#readOn();
  }

  /** The exchange stays, so that the connection is never idle. */
  #handOver(takeOver: TakeOver): void {
    const { socket } = this;
    if (this.#hasLeft || this.#host.isClosing || socket.destroyed) {
      socket.destroy();
      return;
    }
    this.#waitsFor = 'other protocol';
    for (const [event, heard] of this.#listeners) socket.off(event, heard);
    socket.resume();
    this.#endOther = takeOver(socket, this.#reader.takeRest());
  }

  #startStream(head: RequestHead, reply: HttpReply, start: NonNullable<HttpReply['stream']>): void {
    this.#waitsFor = 'stream';
    const isHead = head.method === 'HEAD';
    const options = { requestId: head.id, isLast: true, isHead };
    const { text, encoding } = this.#host.writer.write(reply, options);
    this.socket.write(text, encoding);
    this.#stream = new SocketStream(this.socket);
    // One that has ended before it began is told so, too: what stands behind it lets go.
    if (isHead || this.#hasLeft || this.#host.isClosing) this.#stream.end();
    start(this.#stream);
  }

  #readOn(): void {
    this.#unreadSinceMs = undefined;
    if (this.socket.isPaused()) this.socket.resume();
    if (this.#ahead !== undefined || this.#reader.waiting > 0) this.#proceed();
  }

  /** Whatever follows cannot be read. Of a request that has had its reply this was only the rest. */
  #refuseBroken({ refusal, target }: BrokenHead): void {
    if (this.#exchange?.isAnswered === true) {
      this.socket.destroySoon();
      this.#waitsFor = 'close';
      return;
    }
    if (refusal !== tookTooLong) this.#host.broken(this.address, refusal);
    const head = this.#exchange?.head ?? this.#head(target);
    const exchange = { head, bytesMax: 0, keepsAlive: false, isAnswered: false };
    this.#write(exchange, this.#refusal(refusal, exchange), { isLast: true });
  }

  #refusal(refusal: Refusal, { head }: Exchange): HttpReply {
    return this.#host.site.refuse(refusal, head);
  }

  #write(exchange: Exchange, reply: HttpReply, { isLast = false } = {}): void {
    const { head, keepsAlive } = exchange;
    const ends = isLast || !keepsAlive || this.#host.isClosing;
    exchange.isAnswered = true;
    const isHead = head.method === 'HEAD';
    const { writer } = this.#host;
    const { text, encoding } = writer.write(reply, { requestId: head.id, isLast: ends, isHead });
    this.socket.write(text, encoding);
    if (ends) this.#end();
  }

  /** Once the last reply has gone out; what still arrives is read and does not count. */
  #end(): void {
    this.#waitsFor = 'close';
    this.#sinceMs = this.#host.nowMs;
    if (this.#reader.isInside || this.#ahead !== undefined) this.socket.end();
    else this.socket.destroySoon();
    this.socket.resume();
  }

  #head(
    target: Target | undefined,
    { method, headers }: Pick<ParsedHead, 'method' | 'headers'> = { method: '', headers: {} },
  ): RequestHead {
    const { path = '', query = '' } = target ?? {};
    const { trustedProxies } = this.#host;
    const address = clientAddress(this.address, headers['x-forwarded-for'], trustedProxies);
    return { id: makeRequestId(), method, path, query, headers, address };
  }
}
