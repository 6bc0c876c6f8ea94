/** The GSM 7-bit default alphabet and its extension (3GPP TS 23.038 §6.2.1), a septet in an octet. */
import { must } from '#core/assert.ts';
import { lockingTable, singleShiftTable } from './national-tables.ts';

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
const extensionTable: readonly (readonly [septet: number, character: string])[] = [
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
];

/** By UTF-16 unit, up to the euro sign, which is the last: a septet, or one with this bit behind an escape. */
const behindEscape = 0x80;
const notInGsm = 0xff;
const septetOfUnit = new Uint8Array('€'.charCodeAt(0) + 1).fill(notInGsm);
for (let septet = 0; septet < defaultTable.length; septet += 1) {
  if (septet !== escapeSeptet) septetOfUnit[defaultTable.charCodeAt(septet)] = septet;
}
for (const [septet, character] of extensionTable) {
  septetOfUnit[character.charCodeAt(0)] = behindEscape | septet;
}

const extension = new Map(extensionTable);

/** 1 or 2 for each UTF-16 unit of the alphabet, 0 for every other one. */
export function septetsOfUnit(unit: number): 0 | 1 | 2 {
  const septet = septetOfUnit[unit] ?? notInGsm;
  if (septet === notInGsm) return 0;
  return septet < behindEscape ? 1 : 2;
}

/** How many septets a text takes; undefined if a character is not in the alphabet. */
export function septetsOf(text: string): number | undefined {
  let septets = 0;
  for (let at = 0; at < text.length; at += 1) {
    const septet = septetOfUnit[text.charCodeAt(at)] ?? notInGsm;
    if (septet === notInGsm) return undefined;
    septets += septet < behindEscape ? 1 : 2;
  }
  return septets;
}

/** The first character that the alphabet lacks. */
export function firstNonGsm(text: string): string | undefined {
  for (const character of text) {
    if (septetsOfUnit(character.codePointAt(0) ?? 0) === 0) return character;
  }
  return undefined;
}

/** Writes the septets of a text that fits the alphabet; answers where they end. */
export function writeGsm(text: string, target: Buffer, start: number): number {
  let end = start;
  for (let at = 0; at < text.length; at += 1) {
    const septet = septetOfUnit[text.charCodeAt(at)] ?? notInGsm;
    if (septet === notInGsm) must(undefined, 'GSM septet for a text that was planned in GSM');
    if (septet >= behindEscape) target[end++] = escapeSeptet;
    target[end++] = septet & 0x7f;
  }
  return end;
}

/** The national tables that a header names (TS 23.040 §9.2.3.24.15 and 16); without one the default ones. */
export type Shifts = {
  readonly locking?: number | undefined;
  readonly single?: number | undefined;
};

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
