/** Replies as they go out, over Node's `ServerResponse`. */
import type { ServerResponse } from 'node:http';
import type { HttpReply } from './http-message.ts';

export type ReplyOptions = {
  readonly requestId: string;
  /** The connection ends behind it. */
  readonly isLast: boolean;
  /** How long the connection is kept behind it, as its header says it. */
  readonly keepAlive: string;
  /** Names and values that go out with every reply of this server. */
  readonly everyHeaders: readonly string[];
};

/** A longer body goes out in slices, so that a slow reader is seen to make progress. */
const sliceBytes = 65_536;

/** Node adds Date, Connection and, to a stream, its coding. It throws where a value would end its line. */
export function writeHead(
  response: ServerResponse,
  { status, headers, stream }: Pick<HttpReply, 'status' | 'headers' | 'stream'>,
  { requestId, isLast, keepAlive, everyHeaders }: ReplyOptions,
  bodyBytes: number,
): void {
  // Spread: `concat` takes 0.6 µs, this 0.1.
  const all = [...headers, ...everyHeaders, 'X-Request-Id', requestId];
  // RFC 9110 §8.6: a 204 has no length.
  if (stream === undefined && status !== 204) all.push('Content-Length', String(bodyBytes));
  if (isLast) all.push('Connection', 'close');
  else if (response.shouldKeepAlive) all.push('Keep-Alive', keepAlive);
  response.writeHead(status, all);
}

export function writeReply(
  response: ServerResponse,
  reply: HttpReply,
  options: ReplyOptions,
): Promise<void> | undefined {
  const { body } = reply;
  const bytes = reply.isOctets === true ? body.length : Buffer.byteLength(body);
  // ASCII, which is the same in both, is written faster as Latin-1.
  const encoding = bytes === body.length ? 'latin1' : 'utf8';
  writeHead(response, reply, options, bytes);
  // RFC 9110 §9.3.2: the answer to a HEAD has the length of its content, and no content.
  if (response.req.method === 'HEAD') response.end();
  else if (bytes > sliceBytes) return writeSlices(response, Buffer.from(body, encoding));
  else response.end(body, encoding);
  return undefined;
}

async function writeSlices(response: ServerResponse, octets: Buffer): Promise<void> {
  for (let at = 0; at < octets.length && !response.destroyed; at += sliceBytes) {
    if (!response.write(octets.subarray(at, at + sliceBytes))) await drained(response);
  }
  response.end();
}

/** Resolves once more may be written, or the client has gone. */
export function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) {
      resolve();
      return;
    }
    const go = (): void => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
}
