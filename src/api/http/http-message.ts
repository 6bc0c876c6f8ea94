/** A request and a reply as the rest of the API sees them: plain values, no sockets. */

import type { Socket } from 'node:net';
import type { Refusal } from '#api/reply.ts';
import type { ReplyStream } from '#core/reply-stream.ts';

/** By their names in lower case, in an object that inherits nothing: a client chooses the names. */
export type RequestHeaders = { readonly [name: string]: string | undefined };

/** What is known before the body is read. */
export type RequestHead = {
  /** Ours, on every reply and every log line. */
  readonly id: string;
  readonly method: string;
  /** As sent, still percent-encoded, without host and query. */
  readonly path: string;
  /** As sent, without its question mark. It may hold an API key: it is never logged. */
  readonly query: string;
  readonly headers: RequestHeaders;
  /** Of the client: the peer that holds the connection, or whom a trusted proxy names. */
  readonly address: string;
  /** It has come by TLS that ends here. */
  readonly isEncrypted: boolean;
};

export type HttpRequest = RequestHead & { readonly body: Buffer };

export type HttpReply = {
  readonly status: number;
  /** Names and values in turn. */
  readonly headers: readonly string[];
  readonly body: string;
  /** Each character of the body is an octet, as in Latin-1. */
  readonly isOctets?: boolean | undefined;
  /** Whose request it was, where a page knows it: for the log. */
  readonly account?: number | undefined;
  /** In place of the body: what goes on for as long as both sides want it. */
  readonly stream?: ((out: ReplyStream) => void) | undefined;
  /** Of a stream: it has an end of its own, before which it is not whole. */
  readonly isFile?: boolean | undefined;
  /** In place of any reply: another protocol answers on the socket from here on (RFC 9110 §7.8). */
  readonly takeOver?: TakeOver | undefined;
};

/** `ahead`: what the client has sent behind its request. Gives what is to be done when the server closes. */
export type TakeOver = (socket: Socket, ahead: Buffer) => () => void;

/** `who`: in words that no other caller has. */
export type Identity =
  | { readonly ok: true; readonly who: string }
  | { readonly ok: false; readonly reply: HttpReply };

/** What a server serves. It answers every request with a reply and never throws. */
export interface Site {
  /** Asked before the body is read; a reply ends the request there. */
  admit(head: RequestHead): HttpReply | undefined;
  /** The most octets that its body may have: `bodyBytesMax`, or `largeBodyBytesMax`. */
  bodyBytesMax(head: RequestHead): number;
  /**
   * Whose request it is, as far as its head says so; asked before a body is read that is not small. Undefined: nobody
   * is named there.
   */
  identify?(head: RequestHead): Promise<Identity | undefined>;
  answer(request: HttpRequest): Promise<HttpReply>;
  /** For requests that never got as far as `answer`. */
  refuse(refusal: Refusal, head: RequestHead): HttpReply;
}

/** 1 MB holds 500 numbers and the longest text many times over. */
export const bodyBytesMax = 1_048_576;
/** Three attachments of 5 MB in base64, and the texts beside them. Of such bodies few are read at a time. */
export const largeBodyBytesMax = 24 * 1_048_576;
