/** The meaning of a message: what it needs to be understood, and the status that it gets without that. */
import {
  type CSeq,
  type NameAddress,
  parseCount,
  parseCSeq,
  parseNameAddress,
  parseVia,
  splitLists,
  splitTokens,
  tagOf,
  type Via,
} from './fields.ts';
import type { HeaderField, Headers } from './headers.ts';
import { messageLimits, type SipMessage, type SipRequest, type SipResponse } from './message.ts';
import { findSdp } from './multipart.ts';
import { parseUri, type Uri } from './uri.ts';

/** What every message that is understood has, read once. */
export type Envelope = {
  /** The topmost, whose sender it was. */
  readonly via: Via;
  readonly from: NameAddress;
  readonly to: NameAddress;
  readonly fromTag: string;
  readonly toTag: string;
  readonly callId: string;
  readonly cseq: CSeq;
};

export type RequestEnvelope = Envelope & {
  readonly target: Uri;
  /** 70 where none was written (RFC 3261 §16.6). */
  readonly maxForwards: number;
  readonly contact: NameAddress | undefined;
};

export type Refused = {
  readonly status: number;
  readonly reason: string;
  readonly headers?: readonly HeaderField[];
};

export type JudgedRequest =
  | { readonly ok: true; readonly envelope: RequestEnvelope }
  | ({ readonly ok: false } & Refused);

export type JudgedResponse =
  | { readonly ok: true; readonly envelope: Envelope }
  | { readonly ok: false; readonly reason: string };

/** What we take, in the order in which Allow names it. */
const allowedMethods: readonly string[] = [
  'INVITE',
  'ACK',
  'CANCEL',
  'BYE',
  'OPTIONS',
  'INFO',
  'UPDATE',
  'PRACK',
];

const otherMethods = new Set(['REGISTER', 'SUBSCRIBE', 'NOTIFY', 'PUBLISH', 'MESSAGE', 'REFER']);

export const allow: HeaderField = ['allow', allowedMethods.join(', ')];
export const acceptSdp: HeaderField = ['accept', 'application/sdp'];

/** The bodies of others are for their takers. */
const carriesSdp = new Set(['INVITE', 'UPDATE', 'PRACK']);

/** What may stand in Require. */
const understood = new Set(['100rel', 'timer']);

function bad(reason: string): { readonly ok: false } & Refused {
  return { ok: false, status: 400, reason };
}

/** Judges what concerns the form of a request, in the order of RFC 3261 §8.2. */
export function judgeRequest(request: SipRequest): JudgedRequest {
  if (!isOurVersion(request.version)) {
    return { ok: false, status: 505, reason: 'Version Not Supported' };
  }
  if (request.fault !== undefined) return bad(request.fault);
  const envelope = readEnvelope(request);
  if (!envelope.ok) return bad(envelope.reason);
  const target = parseUri(request.uri);
  if (target === undefined) return bad('Request-URI cannot be read');
  if (target.scheme === 'other') {
    return { ok: false, status: 416, reason: 'Unsupported URI Scheme' };
  }
  if (envelope.envelope.cseq.method !== request.method) return bad('CSeq names another method');
  const forwards = readMaxForwards(request.headers);
  if (forwards === undefined) return bad('Max-Forwards is not between 0 and 255');
  const contact = readContact(request.headers);
  if (contact === 'unreadable') return bad('Contact cannot be read');
  return { ok: true, envelope: { ...envelope.envelope, target, maxForwards: forwards, contact } };
}

/** To put it in capitals takes V8 as long as to read a header. */
function isOurVersion(version: string): boolean {
  return version === 'SIP/2.0' || version.toUpperCase() === 'SIP/2.0';
}

type Read =
  | { readonly ok: true; readonly envelope: Envelope }
  | { readonly ok: false; readonly reason: string };

function readEnvelope({ headers }: SipMessage): Read {
  const callId = headers.only('call-id');
  if (callId === undefined) return unreadable('Call-ID is missing or doubled');
  const cseqText = headers.only('cseq');
  if (cseqText === undefined) return unreadable('CSeq is missing or doubled');
  const fromText = headers.only('from');
  if (fromText === undefined) return unreadable('From is missing or doubled');
  const toText = headers.only('to');
  if (toText === undefined) return unreadable('To is missing or doubled');
  const via = topVia(headers);
  if (via === undefined) return unreadable('Via is missing or cannot be read');
  const cseq = parseCSeq(cseqText);
  if (cseq === undefined) return unreadable('CSeq cannot be read or is too large');
  const from = parseNameAddress(fromText);
  if (from === undefined) return unreadable('From cannot be read');
  const to = parseNameAddress(toText);
  if (to === undefined) return unreadable('To cannot be read');
  const [fromTag, toTag] = [tagOf(from), tagOf(to)];
  return { ok: true, envelope: { via, from, to, fromTag, toTag, callId, cseq } };
}

function unreadable(reason: string): Read {
  return { ok: false, reason };
}

/** The first Via; each of them must be readable where they stand in one line. */
function topVia(headers: Headers): Via | undefined {
  const first = headers.get('via');
  const [top] = (first === undefined ? undefined : splitLists([first])) ?? [];
  return top === undefined ? undefined : parseVia(top);
}

function readMaxForwards(headers: Headers): number | undefined {
  const first = headers.get('max-forwards');
  if (first === undefined) return 70;
  const count = headers.count('max-forwards') === 1 ? parseCount(first) : undefined;
  return count !== undefined && count <= 255 ? count : undefined;
}

function readContact(headers: Headers): NameAddress | 'unreadable' | undefined {
  if (!headers.has('contact')) return undefined;
  const elements = splitLists(headers.all('contact'));
  if (elements === undefined) return 'unreadable';
  let first: NameAddress | undefined;
  for (const element of elements) {
    if (element === '*') continue;
    const contact = parseNameAddress(element);
    if (contact === undefined) return 'unreadable';
    first ??= contact;
  }
  return first;
}

/** The method that nobody takes here, before anything else of the request is looked at. */
export function refuseMethod(method: string): Refused | undefined {
  if (allowedMethods.includes(method)) return undefined;
  return otherMethods.has(method)
    ? { status: 405, reason: 'Method Not Allowed', headers: [allow] }
    : { status: 501, reason: 'Not Implemented', headers: [allow] };
}

/** §8.2.2.3: an extension that is asked for and unknown. ACK and CANCEL have no answer that could say so. */
export function refuseExtensions(request: SipRequest): Refused | undefined {
  if (request.method === 'ACK' || request.method === 'CANCEL') return undefined;
  if (!request.headers.has('require')) return undefined;
  const wanted = splitTokens(request.headers.all('require'));
  const unknown = wanted.filter((tag) => !understood.has(tag));
  if (unknown.length === 0) return undefined;
  return {
    status: 420,
    reason: 'Bad Extension',
    headers: [['unsupported', unknown.join(', ')]],
  };
}

/** §8.2.3: a body that must be understood and is not, or an answer that nobody would read. */
export function refuseContent(request: SipRequest): Refused | undefined {
  const { headers, body } = request;
  if (request.method === 'INVITE' && !acceptsSdp(headers)) {
    return { status: 406, reason: 'Not Acceptable' };
  }
  if (body.length === 0 || isOptional(headers) || !carriesSdp.has(request.method)) return undefined;
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? 'identity';
  if (encoding !== 'identity') {
    return {
      status: 415,
      reason: 'Unsupported Media Type',
      headers: [acceptSdp, ['accept-encoding', 'identity']],
    };
  }
  const found = findSdp(headers, body);
  if (found.kind === 'none') {
    return { status: 415, reason: 'Unsupported Media Type', headers: [acceptSdp] };
  }
  if (found.sdp.length > messageLimits.sdpBytesMax) {
    return { status: 413, reason: 'Request Entity Too Large' };
  }
  return undefined;
}

/** §20.1: without Accept a caller takes SDP. */
function acceptsSdp(headers: Headers): boolean {
  const ranges = headers.all('accept');
  if (ranges.length === 0) return true;
  const types = splitTokens(ranges).map((range) => range.split(';', 1)[0]?.trim() ?? '');
  return types.some((type) => ['*/*', 'application/*', 'application/sdp'].includes(type));
}

function isOptional(headers: Headers): boolean {
  return /;[ \t]*handling[ \t]*=[ \t]*optional/i.test(headers.get('content-disposition') ?? '');
}

function hasOneVia(headers: Headers): boolean {
  return splitLists(headers.all('via'))?.length === 1;
}

/** A response is answered by nobody: what is wrong with it only drops it (§8.1.3). */
export function judgeResponse(response: SipResponse): JudgedResponse {
  if (!isOurVersion(response.version)) return { ok: false, reason: 'version' };
  if (response.status < 100 || response.status > 699) return { ok: false, reason: 'status' };
  if (response.fault !== undefined) return { ok: false, reason: response.fault };
  // §8.1.3.3: of several Vias the others are of somebody whom we did not ask.
  if (!hasOneVia(response.headers)) return { ok: false, reason: 'not one Via' };
  return readEnvelope(response);
}
