/**
 * The head of a request that Node's parser (llhttp, strict) has read: its fields by name and its target, or why it is
 * refused. Stricter than the parser where a proxy in front could see another request than we do.
 */
import type { Refusal } from '#api/reply.ts';
import type { RequestHeaders } from './http-message.ts';
import {
  hostIsNotOne,
  methodNotAllowed,
  notHttp,
  refuseFraming,
  refuseVersion,
} from './request-guard.ts';
import { withHost } from './request-headers.ts';
import type { RequestMessage } from './request-message.ts';
import { parseTarget, type Target } from './target.ts';

export type ParsedHead = {
  readonly method: string;
  readonly target: Target;
  readonly targetBytes: number;
  readonly headers: RequestHeaders;
  /** Of the body; undefined: it comes in chunks, and nobody knows. */
  readonly bodyBytes: number | undefined;
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

export function readHead(message: RequestMessage): HeadReading {
  const { method = '', url = '', httpVersion } = message;
  const target = parseTarget(url);
  const { headers, refusal: ofTwo } = message.fields;
  const refusal = ofTwo ?? refuseVersion(httpVersion) ?? refuseFraming(headers, httpVersion);
  if (refusal !== undefined) return { ok: false, refusal, target };
  // RFC 9112 §3.2: without one a request MUST be answered with 400; before HTTP/1.1 there was none.
  if (headers['host'] === undefined && httpVersion === '1.1') {
    return { ok: false, refusal: hostIsNotOne, target };
  }
  // There is nothing behind us to connect to, and its target is no address of ours.
  if (method === 'CONNECT') return { ok: false, refusal: methodNotAllowed, target: undefined };
  if (target === undefined) return { ok: false, refusal: notHttp, target };
  const { authority } = target;
  const counted = authority === undefined ? headers : withHost(headers, authority);
  const bodyBytes = bodyBytesOf(headers);
  return {
    ok: true,
    head: { method, target, targetBytes: url.length, headers: counted, bodyBytes },
  };
}

/** RFC 9112 §6.3: a request without a length and a coding has no body. */
function bodyBytesOf(headers: RequestHeaders): number | undefined {
  if (headers['transfer-encoding'] !== undefined) return undefined;
  return Number(headers['content-length'] ?? 0);
}
