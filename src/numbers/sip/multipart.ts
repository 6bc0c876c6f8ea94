/** The session description in a body: alone, or a part of multipart/mixed (RFC 5621). */
import type { Headers } from './headers.ts';

export type FoundSdp = { readonly kind: 'sdp'; readonly sdp: Buffer } | { readonly kind: 'none' };

const none: FoundSdp = { kind: 'none' };
const partsMax = 16;

function mediaType(value: string): string {
  return value.split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

export function findSdp(headers: Headers, body: Buffer): FoundSdp {
  const contentType = headers.get('content-type') ?? '';
  const type = mediaType(contentType);
  if (type === 'application/sdp') return { kind: 'sdp', sdp: body };
  if (type !== 'multipart/mixed' && type !== 'multipart/alternative') return none;
  const boundary = /;[ \t]*boundary[ \t]*=[ \t]*(?:"(?<quoted>[^"]+)"|(?<plain>[^\s;"]+))/i.exec(
    contentType,
  )?.groups;
  const mark = boundary?.['quoted'] ?? boundary?.['plain'];
  return mark === undefined ? none : findPart(body, mark);
}

/** The offer of a request or answer, or `undefined` where there is none that could be read. */
export function sdpOf(message: {
  readonly headers: Headers;
  readonly body: Buffer;
}): Buffer | undefined {
  if (message.body.length === 0) return undefined;
  const found = findSdp(message.headers, message.body);
  return found.kind === 'sdp' ? found.sdp : undefined;
}

function findPart(body: Buffer, mark: string): FoundSdp {
  const delimiter = Buffer.from(`--${mark}`, 'latin1');
  let from = body.indexOf(delimiter);
  for (let seen = 0; from >= 0 && seen < partsMax; seen++) {
    const starts = from + delimiter.length;
    const next = body.indexOf(delimiter, starts);
    const part = body.subarray(starts, next < 0 ? body.length : next);
    const found = readPart(part);
    if (found.kind === 'sdp') return found;
    from = next;
  }
  return none;
}

function readPart(part: Buffer): FoundSdp {
  const head = part.indexOf('\r\n\r\n', 0, 'latin1');
  if (head < 0) return none;
  const type = /^content-type[ \t]*:(?<type>[^\r\n;]*)/im.exec(part.toString('latin1', 0, head));
  if (mediaType(type?.groups?.['type'] ?? '') !== 'application/sdp') return none;
  // RFC 2046 §5.1.1: the line break before a delimiter is the delimiter's.
  const endsWithBreak = part.subarray(-2).equals(Buffer.from('\r\n'));
  return { kind: 'sdp', sdp: part.subarray(head + 4, endsWithBreak ? -2 : undefined) };
}
