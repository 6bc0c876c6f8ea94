/**
 * What Node's parser lets pass and we do not: requests in which a proxy in front could see another end than we
 * (request smuggling, RFC 9112 §11.2), and those whose body is not worth reading.
 */
import { type Refusal, refuse } from '#api/reply.ts';
import type { RequestHeaders } from './http-message.ts';

/** Common servers and proxies take 8 to 16 KB. */
export const headBytesMax = 16_384;
/** Longer ones do not pass common proxies either. */
export const targetBytesMax = 8_192;

export const notHttp = refuse('request is not HTTP');
/** What asks for a tunnel or an echo. */
export const methodNotAllowed = refuse('method is not allowed', { allow: 'GET, POST' });
export const unknownCoding = refuse('transfer coding is unknown');
export const hostIsNotOne = refuse('host is not one');
export const headersTooLarge = refuse('headers are too large');
export const targetTooLong = refuse('target is too long', { details: { max: targetBytesMax } });
export const tookTooLong = refuse('request took too long');
/** In some seconds some of the bodies that are read now have been answered. */
export const overloaded = refuse('service is overloaded', { retryAfterS: 5 });

export function bodyTooLarge(max: number): Refusal {
  return refuse('body is too large', { details: { max } });
}

/** Which of two of these a proxy in front has gone by, nobody knows. */
export const refusalsOfTwo: ReadonlyMap<string, Refusal> = new Map([
  ['host', hostIsNotOne],
  ['content-length', notHttp],
  ['transfer-encoding', unknownCoding],
  ['authorization', refuse('keys differ')],
]);

/** The parser reads HTTP/0.9 and HTTP/2.0 in a request line, too. */
export function refuseVersion(version: string): Refusal | undefined {
  return version === '1.1' || version === '1.0' ? undefined : notHttp;
}

const contentLength = /^\d{1,15}$/;

export function refuseFraming(headers: RequestHeaders, version: string): Refusal | undefined {
  const { 'transfer-encoding': coding, 'content-length': length } = headers;
  if (coding === undefined) {
    return length === undefined || contentLength.test(length) ? undefined : notHttp;
  }
  // RFC 9112 §6.1: who does not understand a transfer coding cannot know where the body ends.
  if (coding.toLowerCase() !== 'chunked') return unknownCoding;
  // §6.1: a length beside it, or HTTP/1.0, is a sign of smuggling.
  return length === undefined && version === '1.1' ? undefined : notHttp;
}

type UnreadRequest = {
  readonly method: string;
  readonly targetBytes: number;
  readonly bodyBytes: number | undefined;
};

/** Refused before the body is read; the connection goes on behind it. */
export function refuseUnread(
  { method, targetBytes, bodyBytes = 0 }: UnreadRequest,
  bytesMax: number,
): Refusal | undefined {
  // RFC 9110 §9.3.8: it would send headers back that browsers keep from scripts.
  if (method === 'TRACE') return methodNotAllowed;
  if (targetBytes > targetBytesMax) return targetTooLong;
  return bodyBytes > bytesMax ? bodyTooLarge(bytesMax) : undefined;
}
