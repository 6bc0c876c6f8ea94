/**
 * A body becomes values. Its first character decides what it is: JSON arrives labelled as a form, XML as
 * text, forms as nothing, so the declared type is not asked.
 */
import { isUtf8 } from 'node:buffer';
import type { ErrorWord } from '#api/errors.ts';
import { formatIn, type Parsed, parseForm } from './form.ts';
import { findRepeatedMember } from './repeated-member.ts';
import { depthMax, emptyValues, isList, startOf, type Value, type Values } from './value.ts';
import { parseXml } from './xml.ts';

export type Notation = 'json' | 'xml' | 'form';

type ParsedBody = { readonly notation: Notation; readonly parsed: Parsed };

export const emptyBody: ParsedBody = {
  notation: 'form',
  parsed: { ok: true, values: emptyValues() },
};

export function parseBody(body: Buffer): ParsedBody {
  const start = findStart(body);
  const first = body[start];
  if (first === undefined) return emptyBody;
  if (first === openBrace || first === openBracket) {
    return { notation: 'json', parsed: isUtf8(body) ? parseJson(body, start) : notUtf8 };
  }
  if (first === lessThan) return { notation: 'xml', parsed: parseXmlBytes(body.subarray(start)) };
  return { notation: 'form', parsed: parseFormBytes(body.subarray(start)) };
}

const openBrace = 0x7b;
const openBracket = 0x5b;
const lessThan = 0x3c;

/** Behind a byte order mark and white space. */
function findStart(body: Buffer): number {
  let at = body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? 3 : 0;
  for (let byte = body[at]; byte !== undefined && isSpace(byte); byte = body[at]) at += 1;
  return at;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

function failed(word: ErrorWord): Extract<Parsed, { readonly ok: false }> {
  return { ok: false, problem: { word } };
}

const notUtf8 = failed('body has an unknown encoding');

function parseJson(body: Buffer, start: number): Parsed {
  const text = body.toString('utf8', start);
  let value: Value;
  try {
    value = JSON.parse(text) as Value;
  } catch {
    return failed('body is not JSON');
  }
  if (isDeeper(value, depthMax)) {
    const problem = { word: 'nesting is too deep', details: { max: depthMax } } as const;
    return { ok: false, problem, values: isObject(value) ? value : undefined };
  }
  // PHP writes an empty parameter array as a list.
  if (isList(value) && value.length === 0) return emptyBody.parsed;
  if (!isObject(value)) return failed('body is not an object');
  const repeated = findRepeatedMember(text, Object.keys(value).length);
  if (repeated === undefined) return { ok: true, values: value };
  const problem = { word: 'parameter is given twice', field: startOf(repeated) } as const;
  return { ok: false, problem, values: value };
}

function isObject(value: Value): value is Values {
  return typeof value === 'object' && value !== null && !isList(value);
}

function isDeeper(value: Value, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

function parseXmlBytes(body: Buffer): Parsed {
  const encoding = declaredEncoding(body);
  if (encoding === 'utf-8') return isUtf8(body) ? parseXml(body.toString('utf8')) : notUtf8;
  try {
    return parseXml(new TextDecoder(encoding, { fatal: true }).decode(body));
  } catch {
    return notUtf8;
  }
}

/** XML 1.0 §4.3.3: without a declaration UTF-8. */
function declaredEncoding(body: Buffer): string {
  const declaration = /^<\?xml[^>]*?\sencoding\s*=\s*["'](?<name>[\w.:-]+)["']/i.exec(
    body.toString('latin1', 0, 200),
  );
  return declaration?.groups?.['name']?.toLowerCase() ?? 'utf-8';
}

function parseFormBytes(body: Buffer): Parsed {
  if (!isUtf8(body)) return { ...notUtf8, values: formatIn(body.toString('latin1')) };
  const text = body.toString('utf8').trimEnd();
  // RFC 2046 §5.1.1: a multipart body begins with two hyphens and its boundary.
  return text.startsWith('--') ? failed('body is multipart') : parseForm(text);
}
