/** Bytes that node could not read as a request, or that did not come in time. */
import { STATUS_CODES } from 'node:http';
import { type Refusal, refuse } from '#api/reply.ts';
import type { HttpReply } from './http-message.ts';
import { targetBytesMax, targetTooLong } from './request-guard.ts';
import { parseTarget, type Target } from './target.ts';

type Broken = { readonly refusal: Refusal; readonly target: Target | undefined };

/** `lost`: the connection is gone, and there is nothing to say. */
export function judgeBroken(error: NodeJS.ErrnoException): Broken | 'lost' {
  const { code = '' } = error;
  const { rawPacket } = error as { readonly rawPacket?: Buffer };
  const line = rawPacket?.toString('latin1').split('\r\n', 1)[0] ?? '';
  const written = /^[A-Z]+ (?<target>\S+)/.exec(line)?.groups?.['target'];
  const target = written === undefined ? undefined : parseTarget(written);
  if (code === 'HPE_HEADER_OVERFLOW') {
    // Node counts the request line among the headers.
    const isTarget = written !== undefined && written.length > targetBytesMax;
    return { target, refusal: isTarget ? targetTooLong : refuse('headers are too large') };
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { target, refusal: refuse('request took too long') };
  }
  return code.startsWith('HPE_') ? { target, refusal: refuse('request is not HTTP') } : 'lost';
}

/** A whole response as it goes out, for a socket that has no response object. */
export function writeRaw({ status, headers, body }: HttpReply, requestId: string): string {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`];
  const all = headers.concat(
    ['Content-Length', String(Buffer.byteLength(body))],
    ['X-Request-Id', requestId, 'Connection', 'close'],
  );
  for (let at = 0; at < all.length; at += 2) lines.push(`${all[at]}: ${all[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
