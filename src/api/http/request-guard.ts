/** What node:http lets through and we do not: ambiguous framing, ambiguous hosts, methods that echo. */
import type { IncomingMessage } from 'node:http';
import { type Refusal, refuse } from '#api/reply.ts';
import { bodyBytesMax } from './http-message.ts';

/** Longer ones do not pass common proxies either. */
export const targetBytesMax = 8_192;

/** Framing cannot be trusted behind these, so the connection ends with the refusal. */
export function findSmuggling(request: IncomingMessage): Refusal | undefined {
  const coding = request.headers['transfer-encoding'];
  // RFC 9112 §6.1: who does not understand a transfer coding cannot know where the body ends.
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    return refuse('transfer coding is unknown');
  }
  // RFC 9112 §3.2: none and more than one MUST be answered with 400; before HTTP/1.1 there was none.
  const hosts = count(request.rawHeaders, 'host');
  if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1')) return refuse('host is not one');
  // Node keeps the first of two; which of them a proxy in front has checked, nobody knows.
  return count(request.rawHeaders, 'authorization') > 1 ? refuse('keys differ') : undefined;
}

/** Requests whose end is known, but whose body is not worth reading. */
export function findExcess(request: IncomingMessage): Refusal | undefined {
  if (request.method === 'TRACE') return refuse('method is not allowed', { allow: 'GET, POST' });
  if ((request.url?.length ?? 0) > targetBytesMax) {
    return targetTooLong;
  }
  return Number(request.headers['content-length'] ?? 0) > bodyBytesMax ? bodyTooLarge : undefined;
}

export const targetTooLong = refuse('target is too long', { details: { max: targetBytesMax } });

export const bodyTooLarge = refuse('body is too large', { details: { max: bodyBytesMax } });

function count(rawHeaders: readonly string[], name: string): number {
  let found = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const header = rawHeaders[at];
    if (header?.length === name.length && header.toLowerCase() === name) found += 1;
  }
  return found;
}
