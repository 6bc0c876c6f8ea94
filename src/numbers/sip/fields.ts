/** Values of header fields: lists, parameters, addresses with names, Via, CSeq. None of them throws. */
import { must } from '#core/assert.ts';
import {
  type HostPort,
  noParameters,
  type Parameters,
  parseHostPort,
  parseUri,
  type Uri,
} from './uri.ts';

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
    if (isPlain(value)) {
      elements.push(value);
      continue;
    }
    const parts = splitOutside(value, ',');
    if (parts === undefined) return undefined;
    elements.push(...parts.filter((part) => part !== ''));
  }
  return elements;
}

/** One element, and nothing around it: as nearly every Via and Contact is. */
function isPlain(value: string): boolean {
  if (value === '' || value.includes(',') || value.includes('"')) return false;
  const open = value.indexOf('<');
  const close = value.indexOf('>');
  // The brackets are a pair, so none stays open.
  const isPaired = open < 0 || (close > open && value.indexOf('<', close) < 0);
  return isPaired && value.trim().length === value.length;
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
  if (!text.includes(';') && !text.includes('"') && !text.includes('<')) {
    return { value: text.trim(), parameters: noParameters };
  }
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

/** As nearly all are written; what it lets through is all that the parsers below would let through. */
const usualForm =
  /^(?:"[^"\\<>]*" ?|[A-Za-z0-9\-.!%*_+`'~ ]*)<sips?:(?:[A-Za-z0-9+_.-]+@)?[A-Za-z0-9][A-Za-z0-9._-]*(?::(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}))?(?:;[A-Za-z0-9-]+(?:=[A-Za-z0-9._-]+)?)*>(?:;tag=[A-Za-z0-9._~-]+)?$/;

/** One whose form is known: nearly nobody asks it for more than its tag and its text. */
class UsualAddress implements NameAddress {
  readonly uriText: string;
  readonly tag: string | undefined;
  readonly #text: string;
  readonly #open: number;
  #uri: Uri | undefined;

  constructor(text: string) {
    this.#text = text;
    this.#open = text.indexOf('<');
    const close = text.indexOf('>', this.#open);
    this.uriText = text.slice(this.#open + 1, close);
    this.tag = close + 1 === text.length ? undefined : text.slice(close + ';tag='.length + 1);
  }

  get display(): string {
    return unquote(this.#text.slice(0, this.#open).trim());
  }

  get uri(): Uri {
    this.#uri ??= must(parseUri(this.uriText), 'address of a known form');
    return this.#uri;
  }

  get parameters(): Parameters {
    return this.tag === undefined ? noParameters : new Map([['tag', this.tag]]);
  }
}

/** Of From and To; empty where there is none. */
export function tagOf(address: NameAddress): string {
  return (address instanceof UsualAddress ? address.tag : address.parameters.get('tag')) ?? '';
}

export function parseNameAddress(text: string): NameAddress | undefined {
  if (usualForm.test(text)) return new UsualAddress(text);
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

/** The way back, the stamps and the transaction are read from the same Via, one behind the other. */
let lastVia: { readonly text: string; readonly via: Via | undefined } | undefined;

export function parseVia(text: string): Via | undefined {
  if (lastVia?.text !== text) lastVia = { text, via: readVia(text) };
  return lastVia.via;
}

/** As nearly all are written: a host or an IPv4 address in small letters, a port, and parameters without quotes. */
const usualVia =
  /^SIP\/2\.0\/(?:UDP|TCP|TLS) [a-z0-9][a-z0-9._-]*(?::(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}))?(?:;[a-z]+(?:=[A-Za-z0-9._~-]+)?)*$/;
const placeOfUsual = 'SIP/2.0/UDP '.length;

function readVia(text: string): Via | undefined {
  return usualVia.test(text) ? readUsualVia(text) : readAnyVia(text);
}

/** Its form is known, so nothing is trimmed, unquoted or put in small letters. */
function readUsualVia(text: string): Via {
  const parameters = new Map<string, string | undefined>();
  const semicolon = text.indexOf(';');
  for (let from = semicolon; from >= 0; ) {
    const next = text.indexOf(';', from + 1);
    const part = text.slice(from + 1, next < 0 ? undefined : next);
    const equals = part.indexOf('=');
    const name = equals < 0 ? part : part.slice(0, equals);
    if (!parameters.has(name)) {
      parameters.set(name, equals < 0 ? undefined : part.slice(equals + 1));
    }
    from = next;
  }
  const place = text.slice(placeOfUsual, semicolon < 0 ? undefined : semicolon);
  const colon = place.indexOf(':');
  return {
    host: colon < 0 ? place : place.slice(0, colon),
    port: colon < 0 ? undefined : Number(place.slice(colon + 1)),
    transport: text.slice('SIP/2.0/'.length, placeOfUsual - 1).toLowerCase(),
    parameters,
  };
}

function readAnyVia(text: string): Via | undefined {
  const parts = parseParameterized(text);
  const { transport, place } = viaForm.exec(parts?.value ?? '')?.groups ?? {};
  if (parts === undefined || transport === undefined || place === undefined) return undefined;
  const hostPort = parseHostPort(place.replaceAll(/[ \t]/g, ''));
  if (hostPort === undefined) return undefined;
  return { ...hostPort, transport: transport.toLowerCase(), parameters: parts.parameters };
}

export type CSeq = { readonly number: number; readonly method: string };

const cseqForm = /^([0-9]{1,20})[ \t]+([^\s]+)$/;

export function parseCSeq(text: string): CSeq | undefined {
  const [, number, method] = cseqForm.exec(text) ?? [];
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
