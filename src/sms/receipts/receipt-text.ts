/**
 * Reads the text of a delivery receipt. SMPP 3.4 appendix B calls its form vendor specific, so
 * fields come in any order and letter case, any of them may be missing, and rubbish may surround them.
 */

export type ReceiptText = {
  readonly id?: string | undefined;
  /** The operator's word, upper case. */
  readonly stat?: string | undefined;
  /** As written: 000, 0000, 0, or letters. */
  readonly err?: string | undefined;
  readonly sub?: number | undefined;
  readonly dlvrd?: number | undefined;
  /** 10, 12 or 14 digits of the operator's local time; undefined where they are all zero. */
  readonly submitDate?: string | undefined;
  readonly doneDate?: string | undefined;
  /** The first characters of the message. */
  readonly text?: string | undefined;
};

/** No receipt is longer; what stands behind is not looked at. */
const octetsMax = 1_024;

const idCharactersMax = 64;

/** Each alternative has a fixed length, so the search is linear. */
const fieldNames =
  /(?<![a-z0-9_])(?:id|sub|dlvrd|submit[ _]?date|done[ _]?date|stat|err|text) ?:/gi;

/** Undefined if neither an id nor a state can be found. Octets of any kind are taken, and none throws. */
export function parseReceiptText(octets: Buffer): ReceiptText | undefined {
  const fields = splitFields(readAscii(octets.subarray(0, octetsMax)));
  const id = firstWord(fields.get('id'), idCharactersMax);
  const stat = firstWord(fields.get('stat'))?.toUpperCase();
  if (id === undefined && stat === undefined) return undefined;
  return {
    id,
    stat,
    err: firstWord(fields.get('err')),
    sub: wholeNumber(fields.get('sub')),
    dlvrd: wholeNumber(fields.get('dlvrd')),
    submitDate: dateDigits(fields.get('submitdate')),
    doneDate: dateDigits(fields.get('donedate')),
    text: fields.get('text'),
  };
}

const errorField = /(?<![a-z0-9_])err ?: ?(?<error>[^\s:]{1,32})(?!\S)/i;

/** The `err` alone, for a receipt whose TLVs say the rest: a tenth of the work. */
export function parseReceiptError(octets: Buffer): string | undefined {
  return errorField.exec(readAscii(octets.subarray(0, octetsMax)))?.groups?.['error'];
}

/** Receipts are ASCII even where data_coding says UCS-2; in UCS-2 every other octet is 0. */
function readAscii(octets: Buffer): string {
  return octets.toString('latin1').replaceAll('\0', '');
}

/**
 * From each name to the next. The first mention of a name counts, because the message itself, which
 * usually comes last, may hold the same words.
 */
function splitFields(text: string): ReadonlyMap<string, string> {
  const names = [...text.matchAll(fieldNames)];
  const fields = new Map<string, string>();
  for (const [index, { 0: name, index: start }] of names.entries()) {
    const key = name.toLowerCase().replace(/[ _:]/g, '');
    const value = text.slice(start + name.length, names[index + 1]?.index).trim();
    if (!fields.has(key)) fields.set(key, value);
  }
  return fields;
}

/** What is too long is not the thing it should be, and a piece of it would be another's. */
function firstWord(value: string | undefined, charactersMax = 32): string | undefined {
  const word = value?.split(/\s/, 1)[0];
  return word !== undefined && word !== '' && word.length <= charactersMax ? word : undefined;
}

function wholeNumber(value: string | undefined): number | undefined {
  const digits = /^\d{1,9}(?!\d)/.exec(value ?? '')?.[0];
  return digits === undefined ? undefined : Number(digits);
}

function dateDigits(value: string | undefined): string | undefined {
  const digits = /^(?:\d{14}|\d{12}|\d{10})(?!\d)/.exec(value ?? '')?.[0];
  return digits === undefined || /^0+$/.test(digits) ? undefined : digits;
}
