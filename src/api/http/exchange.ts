/**
 * One request of a connection and its reply.
 *
 * ```
 *   begun ──► refused unread ─────────────► answered
 *     │                                        ▲
 *     ├──► body ──► answering ─────────────────┤     `refuse` from body, too: what follows of it is thrown away
 *     │      ▲ │         └──► streaming ───────┘
 *     │      │ ▼
 *     └──► caller asked for: once a body is larger than a message of the SMS interface
 * ```
 */
import type { ServerResponse } from 'node:http';
import type { Refusal } from '#api/reply.ts';
import type { AddressRange } from '#core/address-range.ts';
import { boundary } from '#core/boundary.ts';
import { networkOf } from '#core/network.ts';
import { makeRequestId } from '#core/request-id.ts';
import type { BodyBudget, BodyShare } from './body-budget.ts';
import { clientAddress } from './client-address.ts';
import { bodyBytesMax, type HttpReply, type RequestHead, type Site } from './http-message.ts';
import { HttpStream } from './http-stream.ts';
import { writeHead, writeReply } from './reply-writer.ts';
import { RequestBody } from './request-body.ts';
import { bodyTooLarge, overloaded, refuseUnread, tookTooLong } from './request-guard.ts';
import { type ParsedHead, readHead } from './request-head.ts';
import type { RequestMessage } from './request-message.ts';
import type { Target } from './target.ts';

/** What all exchanges share. */
export interface ExchangeHost {
  readonly site: Site;
  readonly budget: BodyBudget;
  /** Proxies whose word for the address of a client is taken. */
  readonly trustedProxies: readonly AddressRange[];
  /** Names and values that go out with every reply. */
  readonly everyHeaders: readonly string[];
  /** What replies say of how long their connection is kept. */
  readonly keepAlive: string;
  /** Of a clock that does not jump, as of the last tick: reading it costs nothing. */
  readonly nowMs: number;
  /** That address has sent what is no request. */
  broken(address: string, refusal: Refusal): void;
}

export type Incoming = {
  readonly message: RequestMessage;
  readonly response: ServerResponse;
  /** The client waits for leave to send its body (RFC 9110 §10.1.1). */
  readonly awaitsLeave: boolean;
};

/** The connection that an exchange belongs to. */
export interface Carrier {
  /** Whether the connection ends behind the reply to that request. */
  isLast(message: RequestMessage): boolean;
  /** Nothing behind this exchange counts. */
  endBehind(): void;
  readonly destroy: () => void;
}

/** Until it is known whose the request is, no more is read of its body. */
const unknownBytesMax = 65_536;
/** Of a request from its head to its last octet. */
const bodyMs = 30_000;
/** 24 MB over a slow line. */
const largeBodyMs = 120_000;

const nothing = Buffer.alloc(0);

/** Until its head has been looked at. */
const unread: RequestHead = {
  id: '',
  method: '',
  path: '',
  query: '',
  headers: {},
  address: '',
  isEncrypted: false,
};

const answers = boundary('http.answer', 'promise');
const streams = boundary('http.stream', 'socket event');
const displaced = boundary('http.displaced-body', 'socket event');

export class Exchange {
  readonly message: RequestMessage;
  readonly #response: ServerResponse;
  readonly #awaitsLeave: boolean;
  readonly #host: ExchangeHost;
  readonly #carrier: Carrier;
  readonly #sinceMs: number;
  #head = unread;
  #body: RequestBody | undefined;
  #share: BodyShare | undefined;
  /** What its body may have until somebody decides that it may be larger. */
  #bytesMax = unknownBytesMax;
  #largestMax = bodyBytesMax;
  #stream: HttpStream | undefined;
  #isFile = false;

  constructor({ message, response, awaitsLeave }: Incoming, host: ExchangeHost, carrier: Carrier) {
    this.message = message;
    this.#response = response;
    this.#awaitsLeave = awaitsLeave;
    this.#host = host;
    this.#carrier = carrier;
    this.#sinceMs = host.nowMs;
  }

  begin(): void {
    const reading = readHead(this.message);
    if (!reading.ok) {
      this.#head = headOf(this.message, this.#host, { method: '', target: reading.target });
      this.break(reading.refusal);
      return;
    }
    this.#head = headOf(this.message, this.#host, reading.head);
    this.#largestMax = this.#host.site.bodyBytesMax(this.#head);
    const excess = refuseUnread(reading.head, this.#largestMax);
    const early = excess === undefined ? this.#host.site.admit(this.#head) : this.#refusal(excess);
    if (early === undefined) this.#takeBody(reading.head);
    else void this.#send(early);
  }

  /** What is no request: nothing behind it can be trusted. */
  break(refusal: Refusal): void {
    if (refusal !== tookTooLong) this.#host.broken(addressOf(this.message), refusal);
    this.#carrier.endBehind();
    this.refuse(refusal);
  }

  refuse(refusal: Refusal): void {
    void this.#send(this.#refusal(refusal));
  }

  /** To be called every second: a body that takes too long is given up. */
  tick(nowMs: number): void {
    if (this.message.complete) return;
    const isLarge = this.#bytesMax > bodyBytesMax && !this.isAnswered;
    if (nowMs - this.#sinceMs < (isLarge ? largeBodyMs : bodyMs)) return;
    if (this.isAnswered) this.#carrier.destroy();
    else this.break(tookTooLong);
  }

  get isAnswered(): boolean {
    return this.#response.headersSent;
  }

  /** The server closes, or the client has said its last: what has no end of its own ends here. */
  endStream(): void {
    if (!this.#isFile) this.#stream?.end();
  }

  /** Whatever became of it: the reply has gone out, or the client has. */
  close(): void {
    this.#share?.release();
  }

  #takeBody({ bodyBytes }: ParsedHead): void {
    if (bodyBytes === 0) {
      this.#answer(nothing);
      return;
    }
    const { budget } = this.#host;
    const giveWay = displaced.guard(() => this.refuse(overloaded), this.#carrier.destroy);
    this.#share = budget.open(networkOf(this.#head.address), giveWay);
    if (bodyBytes === undefined) this.#read(false);
    else if (bodyBytes <= unknownBytesMax) this.#read(true);
    else this.#askFor(() => this.#read(false));
  }

  #read(isShort: boolean): void {
    if (this.#awaitsLeave && !this.isAnswered) this.#response.writeContinue();
    this.#body = new RequestBody(this.message, {
      arrived: (bytes) => this.#mayGrow(bytes),
      complete: (body) => this.#answer(body),
      failed: this.#carrier.destroy,
      isShort,
    });
  }

  #mayGrow(bytes: number): boolean {
    if (this.isAnswered) return false;
    const length = this.#body?.bytes ?? 0;
    if (length > this.#largestMax) this.refuse(bodyTooLarge(this.#largestMax));
    else if (this.#share?.grow(bytes) === false) this.refuse(overloaded);
    else if (length > this.#bytesMax) {
      this.message.pause();
      this.#askFor(() => undefined);
    }
    return !this.isAnswered;
  }

  /** Whose request it is, where its head says so: a wrong key is told before the body is read. */
  #askFor(goOn: () => void): void {
    this.#bytesMax = this.#largestMax;
    const { site, budget } = this.#host;
    answers.run(async () => {
      const caller = await site.identify?.(this.#head);
      if (this.isAnswered) return;
      if (caller?.ok === false) void this.#send(caller.reply);
      else if (caller !== undefined && this.#share && !budget.identify(this.#share, caller.who)) {
        this.refuse(overloaded);
      } else goOn();
      // What was refused is read to its end and thrown away; what is read goes on.
      this.message.resume();
    }, this.#carrier.destroy);
  }

  #answer(body: Buffer): void {
    if (this.isAnswered) return;
    this.#share?.complete();
    const request = { ...this.#head, body };
    const reply = (answer: HttpReply): unknown => this.#reply(answer);
    answers.run(() => this.#host.site.answer(request).then(reply), this.#carrier.destroy);
  }

  #reply(reply: HttpReply): unknown {
    this.#share?.release();
    if (reply.stream !== undefined) return this.#startStream(reply, reply.stream);
    // Only what Node has taken for an upgrade can be handed over.
    return reply.takeOver === undefined ? this.#send(reply) : this.#carrier.destroy();
  }

  #startStream(reply: HttpReply, start: NonNullable<HttpReply['stream']>): void {
    writeHead(this.#response, reply, this.#options(), 0);
    this.#response.flushHeaders();
    const stream = new HttpStream(this.#response);
    this.#stream = stream;
    this.#isFile = reply.isFile === true;
    // One that has ended before it began is told so, too: what stands behind it lets go.
    if (this.message.method === 'HEAD') stream.end();
    else if (this.#carrier.isLast(this.message)) this.endStream();
    streams.run(
      () => start(stream),
      () => stream.drop(),
    );
  }

  #refusal(refusal: Refusal): HttpReply {
    return this.#host.site.refuse(refusal, this.#head);
  }

  #send(reply: HttpReply): Promise<void> | undefined {
    if (this.isAnswered || this.#response.destroyed) return undefined;
    this.#share?.release();
    return writeReply(this.#response, reply, this.#options());
  }

  #options() {
    const { everyHeaders, keepAlive } = this.#host;
    const isLast = this.#carrier.isLast(this.message);
    return { requestId: this.#head.id, isLast, keepAlive, everyHeaders };
  }
}

/** Of a request that could not be read there is little to say. */
export function headOf(
  message: Pick<RequestMessage, 'socket'>,
  { trustedProxies }: Pick<ExchangeHost, 'trustedProxies'>,
  read: Partial<Pick<ParsedHead, 'method' | 'headers'>> & {
    readonly target?: Target | undefined;
  } = {},
): RequestHead {
  const { method = '', headers = {}, target = { path: '', query: '' } } = read;
  const address = clientAddress(addressOf(message), headers['x-forwarded-for'], trustedProxies);
  const { path, query } = target;
  const isEncrypted = 'encrypted' in message.socket;
  return { id: makeRequestId(), method, path, query, headers, address, isEncrypted };
}

export function addressOf({ socket }: Pick<RequestMessage, 'socket'>): string {
  return socket.remoteAddress ?? '';
}
