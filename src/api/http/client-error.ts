/** What Node's parser says of octets that are no request, as the refusal that the client hears. */
import type { Refusal } from '#api/reply.ts';
import {
  headersTooLarge,
  notHttp,
  targetBytesMax,
  targetTooLong,
  tookTooLong,
  unknownCoding,
} from './request-guard.ts';
import type { BrokenHead } from './request-head.ts';
import { parseTarget, type Target } from './target.ts';

/** An event `clientError`: of the parser (`HPE_…`), of the server's time-outs, or of the socket. */
export type ClientError = Error & { readonly code?: unknown; readonly rawPacket?: unknown };

const byCode: ReadonlyMap<unknown, Refusal> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', tookTooLong],
  ['HPE_INVALID_TRANSFER_ENCODING', unknownCoding],
  ['HPE_HEADER_OVERFLOW', headersTooLarge],
]);

/** Undefined where it is the socket that failed, and nobody is left to be told. */
export function brokenBy(error: ClientError): BrokenHead | undefined {
  const { code } = error;
  const isParser = typeof code === 'string' && code.startsWith('HPE_');
  const refusal = byCode.get(code) ?? (isParser ? notHttp : undefined);
  if (refusal === undefined) return undefined;
  const line = requestLineOf(error.rawPacket);
  const isTarget = refusal === headersTooLarge && line.length > targetBytesMax;
  return { refusal: isTarget ? targetTooLong : refusal, target: targetIn(line) };
}

/** The client has closed its side in the middle of a request. */
export function isCutShort({ code }: ClientError): boolean {
  return code === 'HPE_INVALID_EOF_STATE';
}

/** Of the packet that was read last, which most often begins with its request. */
function requestLineOf(packet: unknown): string {
  if (!Buffer.isBuffer(packet)) return '';
  const end = packet.indexOf('\r\n');
  return packet.toString('latin1', 0, end < 0 ? packet.length : end);
}

/** It decides the format and the language of the refusal. */
function targetIn(line: string): Target | undefined {
  return parseTarget(/^[A-Z]+ (?<target>[!-~]+)/.exec(line)?.groups?.['target'] ?? '');
}
