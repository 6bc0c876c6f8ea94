/** Phone numbers: from whatever a client writes to E.164, and back. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { Brand } from './brand.ts';
import {
  mainCountryOf,
  type NumberingPlan,
  planOfCountry,
  planOfNumber,
} from './numbering-plan.ts';

/** An E.164 number without its plus: 8 to 15 digits, no leading zero. Only its parser makes one. */
export type PhoneNumber = Brand<string, 'PhoneNumber'>;

const charactersMax = 40;

const digitsInternational = /^[+ ]?[1-9]\d{7,14}$/;
const separators = /[\s().\-/\u2010-\u2015]/g;
const writtenNumber = /^(?<start>\+|00)?(?<digits>\d{3,15})$/;

/**
 * Reads +E.164, digits with a calling code, 00…, or the national form of the home country; a leading
 * space is a plus that a query string has decoded. A number counts if its length is possible:
 * assignment data lags behind the ranges that operators open.
 */
export function parsePhoneNumber(text: string, homeCountry: string): PhoneNumber | undefined {
  if (text.length > charactersMax) return undefined;
  if (digitsInternational.test(text)) {
    return text.charCodeAt(0) <= 0x2b
      ? readInternational(text.slice(1))
      : readBare(text, homeCountry);
  }
  const written = writtenNumber.exec(text.replace(separators, ''))?.groups;
  if (written?.['digits'] === undefined) return undefined;
  const international = written['start'] !== undefined || /^ +[1-9]/.test(text);
  return international
    ? readInternational(written['digits'])
    : readBare(written['digits'], homeCountry);
}

/** How an E.164 number begins whose first digits were written in any form that `parsePhoneNumber` reads; undefined: they are no digits. */
export function phoneBeginning(text: string, homeCountry: string): string | undefined {
  const written = /^(?<start>\+|00)?(?<digits>\d{0,15})$/.exec(
    text.replace(separators, ''),
  )?.groups;
  const digits = written?.['digits'];
  if (digits === undefined || digits === '') return undefined;
  const { trunkPrefix = '', callingCode = '' } = planOfCountry(homeCountry) ?? {};
  const hasCallingCode = written?.['start'] !== undefined || trunkPrefix === '';
  if (hasCallingCode || !digits.startsWith(trunkPrefix)) return digits;
  return callingCode + digits.slice(trunkPrefix.length);
}

/** Digits that are known to be dialled at home, with the trunk prefix or without it. */
export function parseNationalNumber(digits: string, homeCountry: string): PhoneNumber | undefined {
  if (digits.length > charactersMax) return undefined;
  return askLibrary(digits, homeCountry)?.phone;
}

/** What is longer than a phone stands in place of one that was erased (`core/erased.ts`). */
export function formatPhone(phone: PhoneNumber): string {
  return phone.length > 15 ? 'erased' : `+${phone}`;
}

/** A caller as it is shown: a number with its country gets its plus, what else stands there (0612345678, 100, a name) stays. */
export function formatCaller(text: string): string {
  return isInternational(text) ? `+${text}` : text;
}

/** Whether digits without a plus are a number with its country. */
export function isInternational(digits: string): boolean {
  return /^[1-9]\d{7,14}$/.test(digits) && parsePhoneNumber(`+${digits}`, '') !== undefined;
}

/** The ISO country, for statistics; where the digits leave it open, the one its calling code is known for. */
export function countryOf(phone: PhoneNumber): string | undefined {
  const exact = parsePhoneNumberFromString(`+${phone}`)?.country;
  const callingCode = planOfNumber(phone)?.callingCode;
  return exact ?? (callingCode === undefined ? undefined : mainCountryOf(callingCode));
}

/** ITU-T E.164 annex: satellites and other networks without a country, among them premium rate (979). */
const costlyCodes = ['870', '881', '882', '883', '979'];
const costlyTypes: ReadonlySet<string | undefined> = new Set(['PREMIUM_RATE', 'SHARED_COST']);

/** Premium rate, shared cost and satellite numbers: calling them costs more than a phone. */
export function isCostly(phone: PhoneNumber): boolean {
  if (costlyCodes.some((code) => phone.startsWith(code))) return true;
  return costlyTypes.has(parsePhoneNumberFromString(`+${phone}`)?.getType());
}

/** Ranges that regulators keep for films and examples: [before, digits after it]. */
const fictionRanges: readonly (readonly [prefixes: readonly string[], digitsAfter: number])[] = [
  // ARCEP, numbering plan: numbers for audiovisual works.
  [['3319900', '3326191', '3335301', '3346571', '3353649', '3363998'], 4],
  // Ofcom, numbers for drama: the big cities, no area, Tyneside, Northern Ireland, Cardiff, London.
  [['44113', '44114', '44115', '44116', '44117', '44118'].map((area) => `${area}4960`), 3],
  [['44121', '44131', '44141', '44151', '44161'].map((area) => `${area}4960`), 3],
  [['441632960', '441914980', '442896496', '442920180', '442079460'], 3],
  // Ofcom, numbers for drama: mobile, free phone, premium rate, everywhere.
  [['447700900', '448081570', '449098790', '443069990'], 3],
];

/** What numbers of those ranges begin with. */
export const fictionPrefixes: readonly string[] = fictionRanges.flatMap(([prefixes]) => prefixes);

/** NANPA: 555-0100 to 555-0199 in every area code. */
const northAmerica = '1[2-9]\\d{2}55501\\d{2}';

const fiction = new RegExp(
  `^(?:${[
    northAmerica,
    ...fictionRanges.map(([prefixes, after]) => `(?:${prefixes.join('|')})\\d{${after}}`),
  ].join('|')})$`,
);

/** Nobody's phone: a live key must not send there, a test key may. */
export function isFictionNumber(phone: PhoneNumber): boolean {
  return fiction.test(phone);
}

/** Digits behind a plus. The library takes 5 µs for them, the table a tenth of one. */
function readInternational(digits: string): PhoneNumber | undefined {
  const plan = planOfNumber(digits);
  if (plan === undefined) return undefined;
  const national = digits.slice(plan.callingCode.length);
  if (startsWithPrefix(national, plan)) return askLibrary(`+${digits}`)?.phone;
  if (plan.commonLengths.has(national.length)) return inE164(digits);
  // Possible in some countries of the calling code only: the library knows whose number it is.
  return plan.anyLengths.has(national.length) ? askLibrary(`+${digits}`)?.phone : undefined;
}

/** Digits alone: a calling code may stand in front, or they are dialled at home. */
function readBare(digits: string, homeCountry: string): PhoneNumber | undefined {
  const home = planOfCountry(homeCountry);
  if (home === undefined || !mayBeDialledAt(home, digits)) return readInternational(digits);
  return readNational(digits, home) ?? chooseReading(digits, homeCountry, home);
}

/** Whether the library could read the digits as a number dialled in this country. */
function mayBeDialledAt(home: NumberingPlan, digits: string): boolean {
  return (
    home.anyLengths.has(digits.length) ||
    startsWithPrefix(digits, home) ||
    home.exitPrefix?.test(digits) === true
  );
}

/** The common national form, where nothing but the trunk prefix can be meant by its first digit. */
function readNational(digits: string, home: NumberingPlan): PhoneNumber | undefined {
  const { trunkPrefix, exitPrefix, callingCode, commonLengths, nationalNumber } = home;
  // No calling code begins with 0, so this is no international reading either.
  if (trunkPrefix?.startsWith('0') !== true || !digits.startsWith(trunkPrefix)) return undefined;
  const national = digits.slice(trunkPrefix.length);
  const plain =
    commonLengths.has(national.length) &&
    exitPrefix?.test(digits) !== true &&
    !nationalNumber.test(digits);
  return plain ? inE164(callingCode + national) : undefined;
}

/**
 * Some digits can be read both ways: 612345678 is a Spanish mobile and a short Australian number.
 * A reading in an assigned range goes before one that is only of a possible length. Between equals,
 * who dials a 0 at home and left it out has probably written a calling code.
 */
function chooseReading(digits: string, homeCountry: string, home: NumberingPlan) {
  const national = askLibrary(digits, homeCountry);
  const international = askLibrary(`+${digits}`);
  const readings = home.trunkPrefix === '0' ? [international, national] : [national, international];
  const possible = readings.filter((reading) => reading !== undefined);
  return (possible.find((reading) => reading.assigned) ?? possible[0])?.phone;
}

function startsWithPrefix(national: string, plan: NumberingPlan): boolean {
  // Some prefixes are optional as a whole: what matches nothing takes nothing away.
  return (plan.prefix?.exec(national)?.[0] ?? '') !== '';
}

type Reading = { readonly phone: PhoneNumber; readonly assigned: boolean };

function askLibrary(text: string, country?: string): Reading | undefined {
  const number = parsePhoneNumberFromString(text, {
    extract: false,
    ...(country !== undefined && { defaultCountry: country as 'FR' }),
  });
  if (number?.isPossible() !== true) return undefined;
  const phone = inE164(number.number.slice(1));
  return phone === undefined ? undefined : { phone, assigned: number.isValid() };
}

/** E.164 §6: 15 digits at most. Eight at least: shorter ones are short numbers of islands, or slips. */
function inE164(digits: string): PhoneNumber | undefined {
  return digits.length >= 8 && digits.length <= 15 ? (digits as PhoneNumber) : undefined;
}
