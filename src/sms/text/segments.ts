/** Concatenated SMS: cuts a text into its segments, and what room the user data header (UDH) leaves. */
import { must } from '#core/assert.ts';
import { graphemesOf } from '#core/graphemes.ts';
import { alphabetOfForm, type Form } from './form.ts';
import { type SeptetCode, septetCode, septetsOf, septetsOfUnit } from './gsm.ts';

/** 3GPP TS 23.040 §9.2.3: the user data of one part, header and all. */
const userDataOctets = 140;
/** §9.2.3.24.1, .8: element, length, reference, total, number. */
const elementOctets = { udh8: 5, udh16: 6 } as const;
/** §9.2.3.24.15, .16: element, length, language. */
const tableOctets = 3;

/** How many septets of a form's code, or UTF-16 units, a text takes; undefined if it does not fit the code. */
export function unitsOf(text: string, form: Form): number | undefined {
  return form.code === 'ucs2' ? text.length : septetsOf(text, septetCode(form));
}

/** How many parts a text of so many units makes. */
export function countParts(text: string, form: Form, units: number): number {
  if (units <= roomOf(form, 'single')) return 1;
  const room = roomOf(form, 'several');
  return form.code === 'ucs2'
    ? countUcs2Parts(text, 0, room)
    : gsmCuts(text, room, septetCode(form)).length;
}

/** The text of each part; joined they are the whole. */
export function splitIntoParts(text: string, form: Form): readonly string[] {
  const units = must(unitsOf(text, form), 'length of a text in the form it was planned in');
  if (units <= roomOf(form, 'single')) return [text];
  const room = roomOf(form, 'several');
  const ends = form.code === 'ucs2' ? ucs2Cuts(text, room) : gsmCuts(text, room, septetCode(form));
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

/** Octets of the header that joins parts or names tables; 0 where there is none. */
export function headerOctetsOf(form: Form, parts: 'single' | 'several'): number {
  const tables = [form.locking, form.single].filter((table) => table !== 0).length;
  const joining = parts === 'several' ? joiningOctets(form) : 0;
  const elements = joining + tables * tableOctets;
  return elements === 0 ? 0 : 1 + elements;
}

/** Of the header in this form: those of TLVs and of whole texts are made by the operator. */
function joiningOctets({ long }: Form): number {
  return long === 'udh8' || long === 'udh16' ? elementOctets[long] : 0;
}

/**
 * In units. Where the operator makes the header room is left for the one it makes: sar_msg_ref_num has
 * 16 bits, so that a header may need them; a whole text is cut by the usual rule.
 */
function roomOf(form: Form, parts: 'single' | 'several'): number {
  const assumed = { sar: 'udh16', payload: 'udh8', udh8: 'udh8', udh16: 'udh16' } as const;
  const left = userDataOctets - headerOctetsOf({ ...form, long: assumed[form.long] }, parts);
  return alphabetOfForm(form) === 'gsm' ? Math.floor((left * 8) / 7) : left >> 1;
}

/** Where the parts end; an escape and its septet stay together. */
function gsmCuts(text: string, room: number, code: SeptetCode): readonly number[] {
  const ends: number[] = [];
  let used = 0;
  for (let at = 0; at < text.length; at += 1) {
    const septets = septetsOfUnit(text.charCodeAt(at), code);
    if (used + septets > room) {
      ends.push(at);
      used = 0;
    }
    used += septets;
  }
  ends.push(text.length);
  return ends;
}

/** Where the parts end: between two graphemes, unless that would cost a part more. */
function ucs2Cuts(text: string, room: number): readonly number[] {
  const segments = graphemesOf(text);
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
