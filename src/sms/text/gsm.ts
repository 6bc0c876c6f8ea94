/** The GSM 7-bit default alphabet and its extension (3GPP TS 23.038 §6.2.1), a septet in an octet. */
import { must } from '#core/assert.ts';
import { languages, lockingTable, singleShiftTable } from './national-tables.ts';

const escapeSeptet = 0x1b;

/** §6.2.1: the place of a character is its septet; the escape to the extension holds no character. */
const defaultTable = [
  '@£$¥èéùìòÇ\nØø\rÅå',
  'Δ_ΦΓΛΩΠΨΣΘΞ\u001bÆæßÉ',
  ' !"#¤%&\'()*+,-./',
  '0123456789:;<=>?',
  '¡ABCDEFGHIJKLMNO',
  'PQRSTUVWXYZÄÖÑÜ§',
  '¿abcdefghijklmno',
  'pqrstuvwxyzäöñüà',
].join('');

/** §6.2.1.1: what a septet means behind the escape. */
const extension: ReadonlyMap<number, string> = new Map([
  [0x0a, '\f'],
  [0x14, '^'],
  [0x28, '{'],
  [0x29, '}'],
  [0x2f, '\\'],
  [0x3c, '['],
  [0x3d, '~'],
  [0x3e, ']'],
  [0x40, '|'],
  [0x65, '€'],
]);

/** The national tables that a header names (TS 23.040 §9.2.3.24.15 and 16); without one the default ones. */
export type Shifts = {
  readonly locking?: number | undefined;
  readonly single?: number | undefined;
};

/**
 * How characters become septets. By UTF-16 unit, up to the last of all tables, which is ∞: a septet, or
 * one with the high bit for a septet behind an escape, or `notInCode`.
 */
export type SeptetCode = Uint8Array;

const behindEscape = 0x80;
/** An escape behind an escape, which no table has; 0xff is the last character of the Portuguese one. */
const notInCode = behindEscape | escapeSeptet;
const unitsMax = '∞'.charCodeAt(0) + 1;

function makeCode({ locking, single }: Shifts): SeptetCode {
  const code = new Uint8Array(unitsMax).fill(notInCode);
  const shifted = new Map([...extension, ...(singleShiftTable(single) ?? [])]);
  for (const [septet, character] of shifted) code[character.charCodeAt(0)] = behindEscape | septet;
  // Last: what both tables have takes one septet.
  const table = lockingTable(locking) ?? defaultTable;
  for (let septet = 0; septet < table.length; septet += 1) {
    if (septet !== escapeSeptet) code[table.charCodeAt(septet)] = septet;
  }
  return code;
}

const defaultCode = makeCode({});

/** All that can be written: by locking table, then by single shift table, 0 for none. */
const codes = [0, ...languages].map((locking) =>
  [0, ...languages].map((single) =>
    locking === 0 && single === 0 ? defaultCode : makeCode({ locking, single }),
  ),
);

export function septetCode({ locking = 0, single = 0 }: Shifts = {}): SeptetCode {
  return must(codes[locking]?.[single], 'tables of a language that can be written');
}

/** 1 or 2 for each UTF-16 unit of the code, 0 for every other one. */
export function septetsOfUnit(unit: number, code: SeptetCode = defaultCode): 0 | 1 | 2 {
  const septet = code[unit] ?? notInCode;
  if (septet === notInCode) return 0;
  return septet < behindEscape ? 1 : 2;
}

/** How many septets a text takes; undefined if a character is not in the code. */
export function septetsOf(text: string, code: SeptetCode = defaultCode): number | undefined {
  let septets = 0;
  for (let at = 0; at < text.length; at += 1) {
    const septet = code[text.charCodeAt(at)] ?? notInCode;
    if (septet === notInCode) return undefined;
    septets += septet < behindEscape ? 1 : 2;
  }
  return septets;
}

/** The first character that the default alphabet lacks. */
export function firstNonGsm(text: string): string | undefined {
  for (const character of text) {
    if (septetsOfUnit(character.codePointAt(0) ?? 0) === 0) return character;
  }
  return undefined;
}

/** Writes the septets of a text that fits the code; answers where they end. */
export function writeGsm(
  text: string,
  target: Buffer,
  start: number,
  code: SeptetCode = defaultCode,
): number {
  let end = start;
  for (let at = 0; at < text.length; at += 1) {
    const septet = code[text.charCodeAt(at)] ?? notInCode;
    if (septet === notInCode) must(undefined, 'GSM septet for a text that was planned in GSM');
    if (septet >= behindEscape) target[end++] = escapeSeptet;
    target[end++] = septet & 0x7f;
  }
  return end;
}

/** §6.2.1.1: an escape before a septet that means nothing shows as a space; one at the very end as nothing. */
export function decodeGsm(septets: Buffer, { locking, single }: Shifts = {}): string {
  const table = lockingTable(locking) ?? defaultTable;
  const shifted = singleShiftTable(single);
  let text = '';
  for (let at = 0; at < septets.length; at += 1) {
    const septet = (septets[at] ?? 0) & 0x7f;
    if (septet !== escapeSeptet) text += table.charAt(septet);
    else if (++at < septets.length) text += behind((septets[at] ?? 0) & 0x7f, shifted);
  }
  return text;
}

function behind(septet: number, shifted: ReadonlyMap<number, string> | undefined): string {
  return shifted?.get(septet) ?? extension.get(septet) ?? ' ';
}
