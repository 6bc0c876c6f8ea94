/** Cuts a text into its parts and makes their octets: the same ones whenever it is asked again. */
import { ImpossibleState, must } from '#core/assert.ts';
import { septetsOf, septetsOfUnit, writeGsm } from './gsm.ts';
import type { Alphabet } from './plan.ts';

/** Of the reference that the parts of one text share. */
export type ReferenceBits = 8 | 16;

export type PartHeader = { readonly reference: number; readonly referenceBits: ReferenceBits };

/** 3GPP TS 23.040 §9.2.3.24.1: the total is one octet, and no total is 0. */
const totalMax = 255;

/** 140 octets, without a header and behind one of 6 or 7 octets: septets in GSM, UTF-16 units in UCS-2. */
const rooms = {
  gsm: { single: 160, 8: 153, 16: 152 },
  ucs2: { single: 70, 8: 67, 16: 66 },
} as const;

/** How many parts a text of so many septets or UTF-16 units makes. */
export function countParts(
  text: string,
  alphabet: Alphabet,
  units: number,
  referenceBits: ReferenceBits,
): number {
  if (units <= rooms[alphabet].single) return 1;
  const room = rooms[alphabet][referenceBits];
  return alphabet === 'gsm' ? gsmCuts(text, room).length : countUcs2Parts(text, 0, room);
}

/** The text of each part; joined they are the whole. */
export function splitIntoParts(
  text: string,
  alphabet: Alphabet,
  referenceBits: ReferenceBits,
): readonly string[] {
  const units = alphabet === 'gsm' ? plannedSeptets(text) : text.length;
  if (units <= rooms[alphabet].single) return [text];
  const room = rooms[alphabet][referenceBits];
  const ends = alphabet === 'gsm' ? gsmCuts(text, room) : ucs2Cuts(text, room);
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

/** The user data of each part, behind a header if there are several. */
export function encodeParts(
  text: string,
  alphabet: Alphabet,
  header: PartHeader,
): readonly Buffer[] {
  const parts = splitIntoParts(text, alphabet, header.referenceBits);
  if (parts.length === 1) return [encodePart(text, alphabet, noHeader)];
  if (parts.length > totalMax) throw new ImpossibleState(`A text of ${parts.length} parts`);
  return parts.map((part, index) =>
    encodePart(part, alphabet, headerOctets(header, parts.length, index + 1)),
  );
}

const noHeader: readonly number[] = [];

/** TS 23.040 §9.2.3.24.1 and §9.2.3.24.8: length, element, its length, reference, total, number. */
function headerOctets(
  { reference, referenceBits }: PartHeader,
  total: number,
  number: number,
): readonly number[] {
  const low = reference & 0xff;
  return referenceBits === 8
    ? [0x05, 0x00, 0x03, low, total, number]
    : [0x06, 0x08, 0x04, (reference >> 8) & 0xff, low, total, number];
}

function encodePart(text: string, alphabet: Alphabet, header: readonly number[]): Buffer {
  const length = alphabet === 'gsm' ? plannedSeptets(text) : text.length * 2;
  const octets = Buffer.allocUnsafe(header.length + length);
  for (const [at, octet] of header.entries()) octets[at] = octet;
  if (alphabet === 'gsm') writeGsm(text, octets, header.length);
  else writeUcs2(text, octets, header.length);
  return octets;
}

/** Called UCS-2, but every phone reads UTF-16 with the high octet first. */
function writeUcs2(text: string, target: Buffer, start: number): void {
  target.write(text, start, 'utf16le');
  target.subarray(start).swap16();
}

function plannedSeptets(text: string): number {
  return must(septetsOf(text), 'GSM length of a text that was planned in GSM');
}

/** Where the parts end; an escape and its septet stay together. */
function gsmCuts(text: string, room: number): readonly number[] {
  const ends: number[] = [];
  let used = 0;
  for (let at = 0; at < text.length; at += 1) {
    const septets = septetsOfUnit(text.charCodeAt(at));
    if (used + septets > room) {
      ends.push(at);
      used = 0;
    }
    used += septets;
  }
  ends.push(text.length);
  return ends;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Where the parts end: between two graphemes, unless that would cost a part more. */
function ucs2Cuts(text: string, room: number): readonly number[] {
  const segments = graphemes.segment(text);
  const ends: number[] = [];
  let start = 0;
  for (let left = countUcs2Parts(text, 0, room) - 1; left > 0; left -= 1) {
    const furthest = furthestUcs2End(text, start, room);
    const whole = segments.containing(furthest)?.index ?? furthest;
    start = whole > start && countUcs2Parts(text, whole, room) <= left ? whole : furthest;
    ends.push(start);
  }
  return [...ends, text.length];
}

function countUcs2Parts(text: string, start: number, room: number): number {
  let parts = 1;
  for (let at = start; text.length - at > room; parts += 1) at = furthestUcs2End(text, at, room);
  return parts;
}

/** The end of the longest part from here that leaves surrogate pairs whole. */
function furthestUcs2End(text: string, start: number, room: number): number {
  const end = start + room;
  const cutsPair = end < text.length && (text.codePointAt(end - 1) ?? 0) > 0xffff;
  return cutsPair ? end - 1 : end;
}
