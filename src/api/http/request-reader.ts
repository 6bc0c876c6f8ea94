/**
 * The requests of one connection as values: octets go in, in whatever pieces, and heads and bodies come
 * out, each when it is asked for. It knows no sockets and no time.
 */
import { refuse } from '#api/reply.ts';
import { RequestBody } from './request-body.ts';
import { targetBytesMax, targetTooLong } from './request-guard.ts';
import {
  type BrokenHead,
  notHttp,
  type ParsedHead,
  parseHead,
  readRequestLine,
  strayCharacter,
} from './request-head.ts';
import { parseTarget } from './target.ts';

export type Reading =
  /** Octets are missing. */
  | { readonly kind: 'more' }
  | { readonly kind: 'head'; readonly head: ParsedHead }
  /** The request whose head came last has ended; of a discarded body nothing is left. */
  | { readonly kind: 'body'; readonly body: Buffer }
  /** Said once, in the middle of a body, which has to be discarded. */
  | { readonly kind: 'body too large' }
  /** Where the next request begins cannot be known any more. */
  | ({ readonly kind: 'broken' } & BrokenHead);

/** Common servers and proxies take 8 to 16 KB. */
const headBytesMax = 16_384;

const nothing: Buffer = Buffer.alloc(0);
const more: Reading = { kind: 'more' };
const bodyTooLarge: Reading = { kind: 'body too large' };
const headersTooLarge = refuse('headers are too large');

export class RequestReader {
  #octets = nothing;
  #body: RequestBody | undefined;

  /** Octets that came and were not read yet. */
  get waiting(): number {
    return this.#octets.length;
  }

  /** Whether a request has begun and its end has not come. */
  get isInside(): boolean {
    return this.#body !== undefined || this.#octets.length > 0;
  }

  /** What is there, for somebody who reads on in another way. */
  takeRest(): Buffer {
    const rest = this.#octets;
    this.#octets = nothing;
    return rest;
  }

  push(octets: Buffer): void {
    this.#octets = this.#octets.length === 0 ? octets : Buffer.concat([this.#octets, octets]);
  }

  next(): Reading {
    return this.#body === undefined ? this.#readHead() : this.#readBody(this.#body);
  }

  /** The body that is being read may have as many octets. */
  allowBody(bytesMax: number): void {
    this.#body?.allow(bytesMax);
  }

  /** The rest of the body is read and thrown away. */
  discardBody(): void {
    this.#body?.discard();
  }

  #readHead(): Reading {
    if (this.#octets.length === 0) return more;
    const text = this.#octets.toString('latin1', 0, headBytesMax);
    // RFC 9112 §2.2: an empty line before a request ought to be passed over.
    const start = text.startsWith('\r\n') ? 2 : 0;
    const end = text.indexOf('\r\n\r\n', start);
    if (end < 0) return this.#judgePart(text.slice(start));
    const reading = parseHead(text.slice(start, end));
    if (!reading.ok) return { kind: 'broken', ...reading };
    this.#drop(end + 4);
    this.#body = new RequestBody(reading.head.framing);
    return { kind: 'head', head: reading.head };
  }

  /** A head that is not whole. What can never become one is not waited for. */
  #judgePart(text: string): Reading {
    const line = text.split('\r\n', 1)[0] ?? '';
    if (strayCharacter.test(text)) {
      return { kind: 'broken', refusal: notHttp, target: readRequestLine(line)?.target };
    }
    if (this.#octets.length < headBytesMax) return more;
    // The address may be what fills it.
    const written = line.split(' ', 2)[1] ?? '';
    const refusal = written.length > targetBytesMax ? targetTooLong : headersTooLarge;
    return { kind: 'broken', refusal, target: parseTarget(written) };
  }

  #readBody(body: RequestBody): Reading {
    const progress = body.read(this.#octets);
    if (progress === 'broken') return { kind: 'broken', refusal: notHttp, target: undefined };
    this.#drop(body.consumed);
    if (progress === 'too large') return bodyTooLarge;
    if (progress === 'more') return more;
    this.#body = undefined;
    return { kind: 'body', body: body.join() };
  }

  #drop(bytes: number): void {
    this.#octets = bytes === this.#octets.length ? nothing : this.#octets.subarray(bytes);
  }
}
