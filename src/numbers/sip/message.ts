/**
 * SIP messages, and the scanner that reads them from octets. It knows the shape of a message and
 * nothing of its meaning, never throws, and keeps what it does not know.
 */
import { type HeaderField, Headers, headerName, usualName } from './headers.ts';

export type SipRequest = {
  readonly kind: 'request';
  readonly method: string;
  /** As it was written. */
  readonly uri: string;
  readonly version: string;
  readonly headers: Headers;
  readonly body: Buffer;
  /** Why it must be refused although it could be taken apart. */
  readonly fault?: string | undefined;
};

export type SipResponse = {
  readonly kind: 'response';
  readonly status: number;
  readonly reason: string;
  readonly version: string;
  readonly headers: Headers;
  readonly body: Buffer;
  readonly fault?: string | undefined;
};

export type SipMessage = SipRequest | SipResponse;

export type Scanned =
  | { readonly ok: true; readonly message: SipMessage }
  | { readonly ok: false; readonly reason: string };

type Mutable<Message> = { -readonly [Name in keyof Message]: Message[Name] };

/** Nobody else has the message yet. */
type Fresh = Extract<Scanned, { readonly ok: false }> | { ok: true; message: Mutable<SipMessage> };

export const messageLimits = {
  messageBytesMax: 65_536,
  headersMax: 256,
  lineBytesMax: 8_192,
  sdpBytesMax: 16_384,
} as const;

export const noBody: Buffer = Buffer.alloc(0);

const methodForm = /^[A-Za-z0-9\-.!%*_+`'~]{1,64}$/;
const versionForm = /^SIP\/[0-9]+\.[0-9]+$/i;
const threeDigits = /^[0-9]{3}$/;
const nameForm = /^[A-Za-z0-9\-.!%*_+`'~]+$/;
// RFC 3261 §7.2: the reason may be empty, the space before it may not.
const statusLine = /^(?<version>SIP\/[0-9]+\.[0-9]+) (?<status>[0-9]{1,20})(?: (?<reason>.*))?$/i;

/** A datagram: what follows its body is dropped, and a body cut short is a fault. */
export function scanDatagram(octets: Buffer): Scanned {
  const start = skipEmptyLines(octets);
  const end = endOfHead(octets, start);
  const head = scanHead(octets.subarray(start, end.headEnds));
  if (!head.ok) return head;
  addBody(head.message, octets.subarray(end.bodyStarts));
  return head;
}

/** The message up to its body, as it stands before the empty line. */
export function scanHead(head: Buffer): Fresh {
  if (head.length > messageLimits.messageBytesMax) return refuse('longer than 64 KB');
  // One character for each octet, so that nothing is lost whatever it is written in.
  const lines = splitLines(head.toString('latin1'));
  const first = lines[0] ?? '';
  if (first.length > messageLimits.lineBytesMax) return refuse('start line longer than 8 KB');
  const { fields, fault } = scanFields(lines);
  return startMessage(first, new Headers(fields), fault);
}

/** Lines end with CR LF, and where they do not, with either. */
function splitLines(text: string): string[] {
  const lines: string[] = [];
  let cr = text.indexOf('\r');
  for (let from = 0; ; ) {
    const lf = text.indexOf('\n', from);
    const end = lf < 0 ? text.length : lf;
    const isPair = lf >= 0 && cr >= from && cr === end - 1;
    // A CR that stands alone is rare.
    if (cr >= from && cr < end && !isPair) return text.split(/\r\n|\n|\r/);
    lines.push(text.slice(from, isPair ? cr : end));
    if (lf < 0) return lines;
    from = end + 1;
    if (isPair) cr = text.indexOf('\r', from);
  }
}

function refuse(reason: string): Fresh {
  return { ok: false, reason };
}

function startMessage(line: string, headers: Headers, fault: string | undefined): Fresh {
  const status = readStatusLine(line);
  if (status !== undefined) {
    return { ok: true, message: { kind: 'response', ...status, headers, body: noBody, fault } };
  }
  const request = splitRequestLine(line);
  if (request === undefined) return refuse('unreadable start line');
  const { method, uri, version } = request;
  const why = startLineFault(line, uri) ?? fault;
  const message = { kind: 'request', method, uri, version, headers, body: noBody } as const;
  return { ok: true, message: { ...message, fault: why } };
}

function readStatusLine(
  line: string,
): Pick<SipResponse, 'status' | 'reason' | 'version'> | undefined {
  // As nearly all are written: three digits, and a space behind them.
  if (line.startsWith('SIP/2.0 ') && line[11] === ' ') {
    const digits = line.slice(8, 11);
    if (threeDigits.test(digits)) {
      return { status: Number(digits), reason: line.slice(12), version: 'SIP/2.0' };
    }
  }
  const found = statusLine.exec(line)?.groups;
  if (found === undefined) return undefined;
  const { version = '', reason = '' } = found;
  return { status: Number(found['status']), reason, version };
}

/** From both ends, because a Request-URI that is wrong may hold spaces. */
function splitRequestLine(
  line: string,
): Pick<SipRequest, 'method' | 'uri' | 'version'> | undefined {
  const text = line.trimEnd();
  const first = text.indexOf(' ');
  const last = text.lastIndexOf(' ');
  const parts = {
    method: text.slice(0, Math.max(0, first)),
    uri: text.slice(first, last).trim(),
    version: text.slice(last + 1),
  };
  const isReadable =
    methodForm.test(parts.method) && versionForm.test(parts.version) && parts.uri !== '';
  return isReadable ? parts : undefined;
}

/** RFC 3261 §7.1: single spaces separate the elements, and nothing else stands around them. */
function startLineFault(line: string, uri: string): string | undefined {
  if (/[ \t]$/.test(line)) return 'space behind the start line';
  if (/ {2}/.test(line)) return 'more than one space between the elements of the start line';
  return /[\s<>"]/.test(uri) ? 'Request-URI with a character that it cannot hold' : undefined;
}

function scanFields(lines: readonly string[]): {
  readonly fields: HeaderField[];
  readonly fault: string | undefined;
} {
  const fields: [string, string][] = [];
  let last: [string, string] | undefined;
  let fault: string | undefined;
  for (let index = 1; index < lines.length; index++) {
    const line = lines[index] ?? '';
    if (line.length > messageLimits.lineBytesMax) fault ??= 'header line longer than 8 KB';
    if ((line.startsWith(' ') || line.startsWith('\t')) && last !== undefined) {
      // §7.3.1: a line that begins with white space continues the one before it.
      last[1] = joinFolded(last[1], line);
      if (last[1].length > messageLimits.lineBytesMax) fault ??= 'header longer than 8 KB';
      continue;
    }
    const colon = line.indexOf(':');
    const name = nameIn(line, colon);
    if (name === undefined) fault ??= 'header line without a name';
    else if (fields.length >= messageLimits.headersMax) fault ??= 'more than 256 headers';
    else {
      last = [name, valueBehind(line, colon)];
      fields.push(last);
    }
  }
  return { fields, fault };
}

/** As nearly all are written it begins behind one space and ends with a visible letter: nothing is trimmed. */
function valueBehind(line: string, colon: number): string {
  const isUsual =
    line.charCodeAt(colon + 1) === 0x20 &&
    isVisible(line.charCodeAt(colon + 2)) &&
    isVisible(line.charCodeAt(line.length - 1));
  return isUsual ? line.slice(colon + 2) : line.slice(colon + 1).trim();
}

function isVisible(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}

/** The name before the colon, with spaces and tabs between the two. */
function nameIn(line: string, colon: number): string | undefined {
  const usual = usualName(line, colon);
  if (usual !== undefined) return usual;
  const written = line.slice(0, Math.max(0, colon));
  let end = written.length;
  while (written[end - 1] === ' ' || written[end - 1] === '\t') end--;
  const name = written.slice(0, end);
  return nameForm.test(name) ? headerName(name) : undefined;
}

/** Past the limit nothing is joined any more: copying a growing text again and again is what an attacker wants. */
function joinFolded(value: string, line: string): string {
  if (value.length > messageLimits.lineBytesMax) return value;
  return `${value} ${line.trim()}`.trim();
}

/** §7.5: empty lines before the start line are ignored. */
function skipEmptyLines(octets: Buffer): number {
  let at = 0;
  while (octets[at] === 0x0d || octets[at] === 0x0a) at++;
  return at;
}

export type HeadEnd = { readonly headEnds: number; readonly bodyStarts: number };

/** Where head and body part; a head without an empty line goes to the end. */
function endOfHead(octets: Buffer, from: number): HeadEnd {
  const found = octets.indexOf('\r\n\r\n', from, 'latin1');
  if (found >= 0) return { headEnds: found, bodyStarts: found + 4 };
  const bare = octets.indexOf('\n\n', from, 'latin1');
  if (bare >= 0) return { headEnds: bare, bodyStarts: bare + 2 };
  return { headEnds: withoutLastBreak(octets, from), bodyStarts: octets.length };
}

function withoutLastBreak(octets: Buffer, from: number): number {
  let end = octets.length;
  if (end > from && octets[end - 1] === 0x0a) end--;
  if (end > from && octets[end - 1] === 0x0d) end--;
  return end;
}

export type BodyLength =
  | { readonly ok: true; readonly bytes: number | undefined }
  | { readonly ok: false; readonly reason: string };

/** What Content-Length says; several that say different things say nothing. */
export function bodyLengthOf(headers: Headers): BodyLength {
  const first = headers.get('content-length');
  if (first === undefined) return { ok: true, bytes: undefined };
  if (headers.count('content-length') > 1) {
    return { ok: false, reason: 'Content-Length more than once' };
  }
  if (!/^[0-9]{1,9}$/.test(first)) return { ok: false, reason: 'Content-Length is no number' };
  return { ok: true, bytes: Number(first) };
}

/** Gives a message as much of the octets as is its body. */
function addBody(message: Mutable<SipMessage>, octets: Buffer): void {
  const length = bodyLengthOf(message.headers);
  if (!length.ok) {
    message.fault ??= length.reason;
    return;
  }
  const { bytes = octets.length } = length;
  if (bytes > octets.length) message.fault ??= 'Content-Length beyond the end of the message';
  else if (bytes > 0) message.body = octets.subarray(0, bytes);
}

/** A message is told by the first line of its octets, without reading the rest. */
export function looksLikeResponse(octets: Buffer): boolean {
  // A request has no slash in its method.
  return octets[3] === 0x2f && /^SIP\/2\.0 $/i.test(octets.toString('latin1', 0, 8));
}
