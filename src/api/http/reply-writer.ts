/** Replies as they go out: head and body in one text, so that each is one write to its socket. */
import { STATUS_CODES } from 'node:http';
import { must } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import type { HttpReply } from './http-message.ts';

export type ReplyOptions = {
  readonly requestId: string;
  /** The connection ends behind it. */
  readonly isLast: boolean;
  /** RFC 9110 §9.3.2: the answer to a HEAD has the length of its content, and no content. */
  readonly isHead: boolean;
};

export type WrittenReply = { readonly text: string; readonly encoding: 'latin1' | 'utf8' };

/** RFC 9110 §5.5: nothing in a value may end its line. */
const fieldValue = /^[\t\x20-\x7e]*$/;

export class ReplyWriter {
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #everyHeaders: string;
  readonly #keptOpen: string;
  /** Most replies share one of a few lists of headers, so these are written once. */
  readonly #written = new WeakMap<readonly string[], string>();
  #date = '';

  /** `keptMs`: how long an open connection is kept, which clients are told. */
  constructor(everyHeaders: readonly string[], keptMs: number, clock: Pick<Clock, 'nowMs'>) {
    this.#clock = clock;
    this.#everyHeaders = writeHeaders(everyHeaders);
    this.#keptOpen = `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(keptMs / 1_000)}\r\n`;
    this.tick();
  }

  /** To be called every second: RFC 9110 §6.6.1 wants the time in every reply. */
  tick(): void {
    this.#date = `Date: ${new Date(this.#clock.nowMs()).toUTCString()}\r\n`;
  }

  write(
    { status, headers, body, isOctets, stream }: HttpReply,
    options: ReplyOptions,
  ): WrittenReply {
    const bytes = isOctets === true ? body.length : Buffer.byteLength(body);
    // RFC 9110 §8.6: a 204 has no length. RFC 9112 §6.3: a stream lasts until its connection ends.
    const hasLength = status !== 204 && stream === undefined;
    const length = hasLength ? `Content-Length: ${bytes}\r\n` : '';
    const content = options.isHead ? '' : body;
    const text =
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${this.#headers(headers)}` +
      `${this.#everyHeaders}${this.#date}${length}X-Request-Id: ${options.requestId}\r\n` +
      `${options.isLast ? 'Connection: close\r\n' : this.#keptOpen}\r\n${content}`;
    // ASCII, which is the same in both, is written faster as Latin-1.
    return { text, encoding: bytes === body.length ? 'latin1' : 'utf8' };
  }

  #headers(headers: readonly string[]): string {
    const written = this.#written.get(headers);
    if (written !== undefined) return written;
    const text = writeHeaders(headers);
    this.#written.set(headers, text);
    return text;
  }
}

function writeHeaders(headers: readonly string[]): string {
  let text = '';
  for (let at = 0; at < headers.length; at += 2) {
    const value = headers[at + 1] ?? '';
    must(fieldValue.test(value) || undefined, `value of ${headers[at]} in one line`);
    text += `${headers[at]}: ${value}\r\n`;
  }
  return text;
}
