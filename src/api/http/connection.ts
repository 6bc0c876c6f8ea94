/**
 * One connection of a client: requests are answered one after another, each before the next one is looked at, and
 * what takes too long is given up.
 */
import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { boundary } from '#core/boundary.ts';
import { brokenBy, type ClientError, isCutShort } from './client-error.ts';
import {
  addressOf,
  type Carrier,
  Exchange,
  type ExchangeHost,
  headOf,
  type Incoming,
} from './exchange.ts';
import type { TakeOver } from './http-message.ts';
import { writeReply } from './reply-writer.ts';
import { tookTooLong } from './request-guard.ts';
import { readHead } from './request-head.ts';
import type { RequestMessage } from './request-message.ts';

export interface ConnectionHost extends ExchangeHost {
  /** What has begun is answered, and nothing more is taken. */
  readonly isClosing: boolean;
  /** How long a connection is kept that says nothing between two requests. */
  readonly keptMs: number;
}

/** A client that takes nothing of its reply is given up after this. */
const unreadMs = 30_000;
/** Unread octets would turn a close into a reset, which can overtake the last reply: so it waits a little. */
const lingerMs = 1_000;
/** Requests that wait behind the one that is answered; what comes behind them is not looked at. */
const pipelinedMax = 64;
/** Then the client is asked for a new connection, so that none lives for ever. */
const requestsMax = 100_000;
const lifeMs = 3_600_000;

const replies = boundary('http.reply', 'socket event');

export class Connection implements Carrier {
  readonly socket: Socket;
  readonly #host: ConnectionHost;
  readonly #openedMs: number;
  #requests = 0;
  #exchange: Exchange | undefined;
  #pipelined: Incoming[] = [];
  /** Answered before its body had come. */
  #unread: Exchange | undefined;
  /** Nothing that comes from now on is looked at. */
  #isEnding = false;
  #lingersUntilMs = Number.POSITIVE_INFINITY;
  #takenBytes = 0;
  #takenAtMs: number;
  #heardBytes = 0;
  #heardAtMs: number;
  /** Ends what speaks another protocol here. */
  #endOther: (() => void) | undefined;
  #isHandedOver = false;
  readonly destroy = (): void => void this.socket.destroy();

  constructor(socket: Socket, host: ConnectionHost) {
    this.socket = socket;
    this.#host = host;
    this.#openedMs = host.nowMs;
    this.#takenAtMs = host.nowMs;
    this.#heardAtMs = host.nowMs;
    const leave = replies.guard(() => this.#leave(), this.destroy);
    const close = replies.guard(() => this.#exchange?.close(), this.destroy);
    socket.on('end', leave).on('close', close);
  }

  /** In the middle of nothing. */
  get isIdle(): boolean {
    return this.#exchange === undefined && !this.#isHandedOver;
  }

  take(incoming: Incoming): void {
    if (this.#isEnding) return;
    this.#unread = undefined;
    if (this.#exchange === undefined) this.#begin(incoming);
    else if (this.#pipelined.length < pipelinedMax) this.#pipelined.push(incoming);
    else this.#isEnding = true;
  }

  /** What could not be read, or took too long: its reply is the last. */
  fail(error: ClientError): void {
    const broken = brokenBy(error);
    if (broken === undefined || this.socket.destroyed) this.socket.destroy();
    else if (this.#exchange === undefined) this.#refuseAlone(broken, isCutShort(error));
    else if (!this.#exchange.message.complete && !this.#exchange.isAnswered) {
      if (isCutShort(error)) this.socket.destroy();
      else this.#exchange.break(broken.refusal);
    } else {
      // It stands behind what is being answered, and cannot overtake its reply.
      this.#pipelined = this.#pipelined.filter(({ message }) => message.complete);
      this.#isEnding = true;
    }
  }

  /** Another protocol is asked for: the answer decides. `ahead`: what has come behind the request. */
  upgrade(message: RequestMessage, ahead: Buffer): void {
    this.#isHandedOver = true;
    const reading = readHead(message);
    replies.run(async () => {
      const head = headOf(message, this.#host, reading.ok ? reading.head : {});
      const { site } = this.#host;
      const reply = reading.ok
        ? (site.admit(head) ?? (await site.answer({ ...head, body: Buffer.alloc(0) })))
        : site.refuse(reading.refusal, head);
      if (reply.takeOver === undefined) this.#writeAlone(message, reply, head.id);
      else this.#handOver(reply.takeOver, ahead);
    }, this.destroy);
  }

  endBehind(): void {
    this.#isEnding = true;
    this.#pipelined = [];
  }

  /** The server closes: what would go on ends here. */
  endStream(): void {
    this.#exchange?.endStream();
    this.#endOther?.();
  }

  /** To be called every second: what takes too long is given up. */
  tick(nowMs: number): void {
    if (nowMs >= this.#lingersUntilMs) this.socket.destroy();
    (this.#exchange ?? this.#unread)?.tick(nowMs);
    this.#noteHeard(nowMs);
    // By Node's own `keepAliveTimeout` each request would begin and end a timer: 1 µs.
    if (nowMs - this.#heardAtMs >= this.#host.keptMs) this.socket.destroy();
    if (this.socket.writableLength === 0) {
      this.#takenAtMs = nowMs;
      return;
    }
    const takenBytes = this.socket.bytesWritten - this.socket.writableLength;
    if (takenBytes !== this.#takenBytes) this.#takenAtMs = nowMs;
    this.#takenBytes = takenBytes;
    if (nowMs - this.#takenAtMs >= unreadMs) this.socket.destroy();
  }

  #noteHeard(nowMs: number): void {
    const { bytesRead } = this.socket;
    if (this.isIdle && bytesRead === this.#heardBytes) return;
    this.#heardBytes = bytesRead;
    this.#heardAtMs = nowMs;
  }

  #begin(incoming: Incoming): void {
    this.#requests += 1;
    const exchange = new Exchange(incoming, this.#host, this);
    this.#exchange = exchange;
    const next = (): void => this.#next(exchange);
    incoming.response.on('close', () => replies.run(next, this.destroy));
    exchange.begin();
  }

  #next(exchange: Exchange): void {
    exchange.close();
    this.#exchange = undefined;
    if (!exchange.message.complete) this.#unread = exchange;
    const next = this.#pipelined.shift();
    if (next !== undefined && !this.socket.destroyed) this.#begin(next);
    // What went on until the server closed could not say in its head that it is the last.
    else if (this.#host.isClosing && next === undefined) this.socket.destroySoon();
  }

  /** Node then closes: at once, unless somebody may still write. */
  isLast(message: RequestMessage): boolean {
    const isOld = this.#requests >= requestsMax || this.#host.nowMs - this.#openedMs >= lifeMs;
    const isLast =
      (this.#isEnding && this.#pipelined.length === 0) || this.#host.isClosing || isOld;
    if (this.#isEnding || !message.complete) this.socket.destroySoon = () => this.#linger();
    if (isLast) this.#isEnding = true;
    return isLast;
  }

  #linger(): void {
    this.#isEnding = true;
    this.#lingersUntilMs = this.#host.nowMs + lingerMs;
    this.socket.end();
  }

  /** The client has closed its side: it hears what it has asked for, and no more. */
  #leave(): void {
    this.#isEnding = true;
    this.#exchange?.endStream();
  }

  /** Of what is no request nobody has made a reply yet. */
  #refuseAlone({ refusal, target }: NonNullable<ReturnType<typeof brokenBy>>, isCut: boolean) {
    const isSilent = this.socket.bytesRead === 0 || isCut || this.#isEnding || this.#isHandedOver;
    if (this.#unread !== undefined || isSilent) {
      if (!Number.isFinite(this.#lingersUntilMs)) this.#linger();
      return;
    }
    const message = new IncomingMessage(this.socket);
    if (refusal !== tookTooLong) this.#host.broken(addressOf(message), refusal);
    const head = headOf(message, this.#host, { target });
    this.#writeAlone(message, this.#host.site.refuse(refusal, head), head.id);
  }

  /** The last reply of a connection that Node no longer reads requests from. */
  #writeAlone(
    message: IncomingMessage,
    reply: Parameters<typeof writeReply>[1],
    requestId: string,
  ): void {
    message.httpVersionMajor = 1;
    message.httpVersionMinor = 1;
    const response = new ServerResponse(message);
    const { everyHeaders, keepAlive } = this.#host;
    response.assignSocket(this.socket);
    response.once('finish', () => {
      response.detachSocket(this.socket);
      this.#linger();
    });
    this.#isEnding = true;
    void writeReply(response, reply, { requestId, isLast: true, keepAlive, everyHeaders });
  }

  /** The connection stays, and is never idle. */
  #handOver(takeOver: TakeOver, ahead: Buffer): void {
    if (this.#host.isClosing || this.socket.destroyed) {
      this.socket.destroy();
      return;
    }
    this.#endOther = takeOver(this.socket, ahead);
  }
}
