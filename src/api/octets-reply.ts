/** A file as a reply: whole, or the one range of it that is asked for (RFC 9110 §14). */
import type { HttpReply } from './http/http-message.ts';
import { dispositionOf } from './http/surface-headers.ts';
import type { FileReply } from './reply.ts';

type Range = { readonly first: number; readonly last: number };

export function renderFile(
  { contentType, name, octets }: FileReply,
  asked: string | undefined,
  commonHeaders: readonly string[],
): HttpReply {
  const range = readRange(asked, octets.length);
  const headers = [...commonHeaders, 'Accept-Ranges', 'bytes'];
  if (range === 'not satisfiable') {
    const told = [...headers, 'Content-Range', `bytes */${octets.length}`];
    return { status: 416, headers: told, body: '' };
  }
  const ofFile = [
    ...headers,
    'Content-Type',
    contentType,
    'Content-Disposition',
    dispositionOf(name),
  ];
  if (range === undefined) {
    return { status: 200, headers: ofFile, body: octets.toString('latin1'), isOctets: true };
  }
  const { first, last } = range;
  return {
    status: 206,
    headers: [...ofFile, 'Content-Range', `bytes ${first}-${last}/${octets.length}`],
    body: octets.toString('latin1', first, last + 1),
    isOctets: true,
  };
}

/** Whether the file is asked for from its beginning: a player asks for the rest of it piece by piece. */
export function isBeginning(asked: string | undefined): boolean {
  return !/^\s*bytes=(?:0*[1-9]|-)/i.test(asked ?? '');
}

/** Undefined: the whole, which also answers what cannot be read, and several ranges at once (§14.2). */
function readRange(
  asked: string | undefined,
  length: number,
): Range | undefined | 'not satisfiable' {
  const written = /^\s*bytes=(?<first>\d{0,15})-(?<last>\d{0,15})\s*$/i.exec(asked ?? '')?.groups;
  if (written === undefined) return undefined;
  const [from, to] = [written['first'] ?? '', written['last'] ?? ''];
  if (from === '' && to === '') return undefined;
  // §14.1.2: without a first place the last so many octets are meant.
  const first = from === '' ? Math.max(0, length - Number(to)) : Number(from);
  const last = from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1);
  if (from !== '' && to !== '' && Number(to) < first) return undefined;
  return first >= length || (from === '' && Number(to) === 0) ? 'not satisfiable' : { first, last };
}
