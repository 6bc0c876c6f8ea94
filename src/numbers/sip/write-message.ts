/** Messages as octets, and answers made from requests. */
import { type HeaderField, Headers, spellHeader } from './headers.ts';
import { noBody, type SipRequest, type SipResponse } from './message.ts';

/** Values come from applications and from other messages; none of them may begin a line of its own. */
const lineBreaks = /[\r\n\0]/;

function safe(value: string): string {
  return lineBreaks.test(value) ? value.replaceAll(/[\r\n\0]+/g, ' ') : value;
}

function write(start: string, headers: Headers, body: Buffer): Buffer {
  let text = `${start}\r\n`;
  for (const field of headers.fields) {
    if (field[0] !== 'content-length') text += `${spellHeader(field[0])}: ${safe(field[1])}\r\n`;
  }
  text += `Content-Length: ${body.length}\r\n\r\n`;
  if (body.length === 0) return Buffer.from(text, 'latin1');
  const octets = Buffer.allocUnsafe(text.length + body.length);
  octets.write(text, 'latin1');
  body.copy(octets, text.length);
  return octets;
}

export function writeRequest({ method, uri, headers, body }: SipRequest): Buffer {
  return write(`${method} ${uri} SIP/2.0`, headers, body);
}

export function writeResponse({ status, reason, headers, body }: SipResponse): Buffer {
  return write(`SIP/2.0 ${status} ${safe(reason)}`, headers, body);
}

const reasons: Readonly<Record<number, string>> = {
  100: 'Trying',
  180: 'Ringing',
  181: 'Call Is Being Forwarded',
  182: 'Queued',
  183: 'Session Progress',
  200: 'OK',
  202: 'Accepted',
  302: 'Moved Temporarily',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  407: 'Proxy Authentication Required',
  408: 'Request Timeout',
  410: 'Gone',
  413: 'Request Entity Too Large',
  415: 'Unsupported Media Type',
  416: 'Unsupported URI Scheme',
  420: 'Bad Extension',
  421: 'Extension Required',
  422: 'Session Interval Too Small',
  480: 'Temporarily Unavailable',
  481: 'Call/Transaction Does Not Exist',
  482: 'Loop Detected',
  483: 'Too Many Hops',
  484: 'Address Incomplete',
  486: 'Busy Here',
  487: 'Request Terminated',
  488: 'Not Acceptable Here',
  491: 'Request Pending',
  500: 'Server Internal Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
  504: 'Server Time-out',
  505: 'Version Not Supported',
  600: 'Busy Everywhere',
  603: 'Decline',
  604: 'Does Not Exist Anywhere',
  606: 'Not Acceptable',
};

export type Reply = {
  readonly status: number;
  readonly reason?: string | undefined;
  /** Written behind To where that has none. */
  readonly toTag?: string | undefined;
  readonly headers?: readonly HeaderField[] | undefined;
  readonly body?: Buffer | undefined;
};

/** RFC 3261 §8.2.6.2: what an answer repeats of its request. A dialog's also repeats Record-Route (§12.1.1). */
export function replyTo(request: SipRequest, reply: Reply): SipResponse {
  const { status, body = noBody } = reply;
  const toTag = status === 100 ? undefined : reply.toTag;
  const repeatsRoute = status > 100 && status < 300;
  const fields: HeaderField[] = [];
  for (const field of request.headers.fields) {
    if (isRepeated(field[0], repeatsRoute)) fields.push(field);
    else if (field[0] === 'to') fields.push(['to', withTag(field[1], toTag)]);
  }
  // §8.2.6.1: the Timestamp of the request comes back in 100.
  const timestamp = status === 100 ? request.headers.get('timestamp') : undefined;
  if (timestamp !== undefined) fields.push(['timestamp', timestamp]);
  if (reply.headers !== undefined) fields.push(...reply.headers);
  const reason = reply.reason ?? reasons[status] ?? reasons[Math.trunc(status / 100) * 100] ?? '';
  const headers = new Headers(fields);
  return { kind: 'response', status, reason, version: 'SIP/2.0', headers, body };
}

function isRepeated(name: string, repeatsRoute: boolean): boolean {
  switch (name) {
    case 'via':
    case 'from':
    case 'call-id':
    case 'cseq':
      return true;
    default:
      return repeatsRoute && name === 'record-route';
  }
}

function withTag(to: string, tag: string | undefined): string {
  return tag === undefined || /;[ \t]*tag[ \t]*=/i.test(to) ? to : `${to};tag=${tag}`;
}
