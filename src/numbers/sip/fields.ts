/** Values of header fields: lists, parameters, addresses with names, Via, CSeq. None of them throws. */
import { type HostPort, type Parameters, parseHostPort, parseUri, type Uri } from './uri.ts';

/** Walks over quoted strings and angle brackets, in which separators mean nothing. */
function splitOutside(text: string, separator: ',' | ';'): string[] | undefined {
  // Most values hold neither quotes nor brackets.
  if (!text.includes('"') && !text.includes('<')) {
    return text.includes(separator)
      ? text.split(separator).map((part) => part.trim())
      : [text.trim()];
  }
  const parts: string[] = [];
  let from = 0;
  let isQuoted = false;
  let isBracketed = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isQuoted) {
      if (character === '\\') at++;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === '<') isBracketed = true;
    else if (character === '>') isBracketed = false;
    else if (character === separator && !isBracketed) {
      parts.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  if (isQuoted || isBracketed) return undefined;
  parts.push(text.slice(from).trim());
  return parts;
}

/** The elements of comma-separated fields, in order; `undefined` where a quote or bracket stays open. */
export function splitLists(values: readonly string[]): string[] | undefined {
  const elements: string[] = [];
  for (const value of values) {
    const parts = splitOutside(value, ',');
    if (parts === undefined) return undefined;
    elements.push(...parts.filter((part) => part !== ''));
  }
  return elements;
}

/** The words of lists like Require and Supported, in small letters. */
export function splitTokens(values: readonly string[]): string[] {
  return values.flatMap((value) =>
    value
      .split(',')
      .map((token) => token.trim().toLowerCase())
      .filter((token) => token !== ''),
  );
}

/** A value and the parameters behind it. */
export type Parameterized = { readonly value: string; readonly parameters: Parameters };

export function parseParameterized(text: string): Parameterized | undefined {
  const parts = splitOutside(text, ';');
  if (parts === undefined) return undefined;
  const parameters = new Map<string, string | undefined>();
  for (let index = 1; index < parts.length; index++) {
    const part = parts[index] ?? '';
    // A `;` at the very end is common and harmless; an empty parameter before others is neither.
    if (part === '' && index < parts.length - 1) return undefined;
    const equals = part.indexOf('=');
    const name = (equals < 0 ? part : part.slice(0, equals)).trim().toLowerCase();
    if (name === '' || parameters.has(name)) continue;
    parameters.set(name, equals < 0 ? undefined : unquote(part.slice(equals + 1).trim()));
  }
  return { value: parts[0] ?? '', parameters };
}

/** A quoted string's text; other text as it is. */
export function unquote(text: string): string {
  if (!text.startsWith('"')) return text;
  return text.slice(1, text.endsWith('"') ? -1 : undefined).replaceAll(/\\(.)/g, '$1');
}

/** From, To, Contact, Route, Diversion, P-Asserted-Identity. */
export type NameAddress = {
  readonly display: string;
  /** As written between the brackets. */
  readonly uriText: string;
  readonly uri: Uri;
  readonly parameters: Parameters;
};

export function parseNameAddress(text: string): NameAddress | undefined {
  const open = openingBracket(text);
  if (open === undefined) return undefined;
  if (open < 0) return parseBareAddress(text);
  const close = text.indexOf('>', open);
  if (close < 0) return undefined;
  const display = text.slice(0, open).trim();
  if (!isDisplayName(display)) return undefined;
  const behind = parseParameterized(text.slice(close + 1));
  if (behind === undefined || behind.value !== '') return undefined;
  const uriText = text.slice(open + 1, close).trim();
  const uri = parseUri(uriText);
  if (uri === undefined) return undefined;
  return { display: unquote(display), uriText, uri, parameters: behind.parameters };
}

/** Where the address begins; −1 where it stands without brackets, `undefined` if a quote stays open. */
function openingBracket(text: string): number | undefined {
  if (!text.startsWith('"')) return text.indexOf('<');
  for (let at = 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return text.indexOf('<', at);
  }
  return undefined;
}

/** RFC 3261 §25.1: a quoted string, or tokens with spaces between them; UTF-8 is let through. */
function isDisplayName(text: string): boolean {
  if (text.startsWith('"')) return /^"(?:[^"\\]|\\.)*"$/.test(text);
  return /^[A-Za-z0-9\-.!%*_+`'~ \t\x80-\xff]*$/.test(text);
}

/** §20.10: without brackets every parameter is the header's, and the address holds no `?` or comma. */
function parseBareAddress(text: string): NameAddress | undefined {
  const parts = parseParameterized(text);
  if (parts === undefined || /[?,]/.test(parts.value)) return undefined;
  const uri = parseUri(parts.value);
  if (uri === undefined) return undefined;
  return { display: '', uriText: parts.value, uri, parameters: parts.parameters };
}

export type Via = HostPort & {
  /** In small letters: `udp`, `tcp`, `tls`, or what nobody knows. */
  readonly transport: string;
  readonly parameters: Parameters;
};

const viaForm =
  /^sip[ \t]*\/[ \t]*2\.0[ \t]*\/[ \t]*(?<transport>[a-z0-9.+_-]+)[ \t]+(?<place>.*)$/i;

export function parseVia(text: string): Via | undefined {
  const parts = parseParameterized(text);
  const { transport, place } = viaForm.exec(parts?.value ?? '')?.groups ?? {};
  if (parts === undefined || transport === undefined || place === undefined) return undefined;
  const hostPort = parseHostPort(place.replaceAll(/[ \t]/g, ''));
  if (hostPort === undefined) return undefined;
  return { ...hostPort, transport: transport.toLowerCase(), parameters: parts.parameters };
}

export type CSeq = { readonly number: number; readonly method: string };

export function parseCSeq(text: string): CSeq | undefined {
  const { number, method } =
    /^(?<number>[0-9]{1,20})[ \t]+(?<method>[^\s]+)$/.exec(text)?.groups ?? {};
  if (number === undefined || method === undefined) return undefined;
  // RFC 3261 §8.1.1.5: it must fit into 31 bits.
  return Number(number) < 2 ** 31 ? { number: Number(number), method } : undefined;
}

/** RFC 3262 §7.2: `RAck: 776656 1 INVITE`. */
export type RAck = { readonly rseq: number; readonly cseq: CSeq };

export function parseRAck(text: string): RAck | undefined {
  const { rseq, rest } = /^(?<rseq>[0-9]{1,10})[ \t]+(?<rest>.*)$/.exec(text)?.groups ?? {};
  const cseq = rest === undefined ? undefined : parseCSeq(rest);
  return rseq === undefined || cseq === undefined ? undefined : { rseq: Number(rseq), cseq };
}

/** A number of at most ten digits, as Expires, Max-Forwards and Min-SE hold. */
export function parseCount(text: string | undefined): number | undefined {
  return text !== undefined && /^[0-9]{1,10}$/.test(text.trim()) ? Number(text) : undefined;
}

/** Text as a quoted string: what ends it is escaped, what breaks lines becomes a space. */
export function quote(text: string): string {
  return `"${text.replaceAll(/[\r\n\0]/g, ' ').replaceAll(/["\\]/g, '\\$&')}"`;
}
