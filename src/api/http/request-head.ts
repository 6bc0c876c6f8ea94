/**
 * The head of a request, once it is whole: its text becomes values or a refusal (RFC 9112 §2 to §6).
 *
 * Strict where two readers might see two requests: a proxy in front of us and we must agree on where
 * each of them ends, and on whose it is.
 */
import { type Refusal, refuse } from '#api/reply.ts';
import { parseTarget, type Target } from './target.ts';

/** By their names in lower case. */
export type RequestHeaders = { readonly [name: string]: string | undefined };

/** How the body ends (RFC 9112 §6.3): a request without a length and a coding has none. */
export type Framing =
  | { readonly by: 'length'; readonly octets: number }
  | { readonly by: 'chunks' };

export type ParsedHead = {
  readonly method: string;
  readonly target: Target;
  readonly targetBytes: number;
  readonly headers: RequestHeaders;
  readonly framing: Framing;
  /** Whether the client wants to send another request behind this one. */
  readonly keepsAlive: boolean;
  /** Whether the client waits for leave to send its body. */
  readonly awaitsLeave: boolean;
};

/** What cannot be trusted: it is refused and its connection ends. */
export type BrokenHead = {
  readonly refusal: Refusal;
  /** What was asked for, where that much could be read. */
  readonly target: Target | undefined;
};

export type HeadReading =
  | { readonly ok: true; readonly head: ParsedHead }
  | ({ readonly ok: false } & BrokenHead);

/** RFC 9112 §2.2, RFC 9110 §5.5: no bare CR or LF, no NUL, no other control characters but the tab. */
export const strayCharacter = /[^\t\r\n\x20-\x7e\x80-\xff]|\r(?=[^\n])|(?<!\r)\n/;

const fieldName = /^[\w!#$%&'*+.^`|~-]+$/;
const methodName = fieldName;
const contentLength = /^\d{1,15}$/;

/** `text`: a character for each octet, without the empty line at its end. */
export function parseHead(text: string): HeadReading {
  const lineEnd = endOfLine(text, 0);
  const line = readRequestLine(text.slice(0, lineEnd));
  if (line === undefined || strayCharacter.test(text)) return broken(notHttp, line?.target);
  const headers = readHeaders(text, lineEnd + 2);
  if ('refusal' in headers) return broken(headers.refusal as Refusal, line.target);
  return judge(line, headers);
}

type RequestLine = {
  readonly method: string;
  readonly written: string;
  readonly target: Target | undefined;
  readonly minor: '0' | '1';
};

/** Of the beginning of a head too: what it asks for decides the form of the refusal. */
export function readRequestLine(line: string): RequestLine | undefined {
  const methodEnd = line.indexOf(' ');
  const targetEnd = line.indexOf(' ', methodEnd + 1);
  const method = line.slice(0, Math.max(methodEnd, 0));
  if (targetEnd < 0 || !methodName.test(method)) return undefined;
  const version = line.slice(targetEnd + 1);
  if (version !== 'HTTP/1.1' && version !== 'HTTP/1.0') return undefined;
  const written = line.slice(methodEnd + 1, targetEnd);
  const minor = version === 'HTTP/1.1' ? '1' : '0';
  return { method, written, target: parseTarget(written), minor };
}

/** The fields by name, or why they cannot be trusted. */
function readHeaders(text: string, start: number): RequestHeaders | { readonly refusal: Refusal } {
  const headers: Record<string, string | undefined> = {};
  for (let at = start; at < text.length; ) {
    const end = endOfLine(text, at);
    const colon = text.indexOf(':', at);
    // RFC 9112 §5.1: no space before the colon; §5.2: a folded line may be refused.
    const name = colon < 0 || colon > end ? '' : text.slice(at, colon).toLowerCase();
    if (!fieldName.test(name)) return { refusal: notHttp };
    const value = text.slice(colon + 1, end).trim();
    const before = headers[name];
    if (before === undefined) headers[name] = value;
    else {
      const refusal = refusalsOfTwo.get(name);
      if (refusal !== undefined) return { refusal };
      // RFC 9110 §5.3, and RFC 9113 §8.2.3 for cookies.
      headers[name] = `${before}${name === 'cookie' ? '; ' : ', '}${value}`;
    }
    at = end + 2;
  }
  return headers;
}

function judge(line: RequestLine, headers: RequestHeaders): HeadReading {
  const { method, target, written, minor } = line;
  const { host, connection, expect } = headers;
  const framing = readFraming(headers, minor);
  if ('refusal' in framing) return broken(framing.refusal, target);
  // RFC 9112 §3.2: without one a request MUST be answered with 400; before HTTP/1.1 there was none.
  if (host === undefined && minor === '1') return broken(hostIsNotOne, target);
  // CONNECT: there is nothing behind us to connect to, and its target is no address of ours.
  if (method === 'CONNECT') return broken(methodNotAllowed, undefined);
  if (target === undefined) return broken(notHttp, target);
  const keepsAlive = minor === '1' ? !says(connection, closes) : says(connection, keepsOpen);
  const awaitsLeave = minor === '1' && expect?.toLowerCase() === '100-continue';
  const targetBytes = written.length;
  return {
    ok: true,
    head: { method, target, targetBytes, headers, framing, keepsAlive, awaitsLeave },
  };
}

function readFraming(
  headers: RequestHeaders,
  minor: RequestLine['minor'],
): Framing | { readonly refusal: Refusal } {
  const { 'transfer-encoding': coding, 'content-length': length } = headers;
  if (coding === undefined) {
    if (length === undefined) return noBody;
    return contentLength.test(length)
      ? { by: 'length', octets: Number(length) }
      : { refusal: notHttp };
  }
  // RFC 9112 §6.1: who does not understand a transfer coding cannot know where the body ends.
  if (coding.toLowerCase() !== 'chunked') return { refusal: unknownCoding };
  // §6.1: a length beside it, or HTTP/1.0, is a sign of smuggling.
  return length === undefined && minor === '1' ? chunks : { refusal: notHttp };
}

export const notHttp = refuse('request is not HTTP');
/** What asks for a tunnel or an echo. */
export const methodNotAllowed = refuse('method is not allowed', { allow: 'GET, POST' });
const unknownCoding = refuse('transfer coding is unknown');
const hostIsNotOne = refuse('host is not one');

/** Which of two of these a proxy in front has gone by, nobody knows. */
const refusalsOfTwo: ReadonlyMap<string, Refusal> = new Map([
  ['host', hostIsNotOne],
  ['content-length', notHttp],
  ['transfer-encoding', unknownCoding],
  ['authorization', refuse('keys differ')],
]);

const noBody: Framing = { by: 'length', octets: 0 };
const chunks: Framing = { by: 'chunks' };

const closes = /(?:^|,)[ \t]*close[ \t]*(?:,|$)/i;
const keepsOpen = /(?:^|,)[ \t]*keep-alive[ \t]*(?:,|$)/i;

function says(connection: string | undefined, option: RegExp): boolean {
  return connection !== undefined && option.test(connection);
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\r\n', at);
  return end < 0 ? text.length : end;
}

function broken(refusal: Refusal, target: Target | undefined): HeadReading {
  return { ok: false, refusal, target };
}
