/** Numbers that operators give, as 36180: they belong to no numbering plan and reach no subscriber. */

/** Longer ones are numbers of subscribers: E.164 with its country has eight digits at least nearly everywhere. */
const digitsMax = 7;

/** `digits`: without a plus. */
export function isShortNumber(digits: string): boolean {
  return digits.length <= digitsMax;
}

/** Digits without a plus, zeros in front, or blanks: as operators and people write them. */
export function numberDigits(written: string): string {
  return written.replace(/[\s().-]/g, '').replace(/^(?:\+|00)/, '');
}

/** Of a number of ours, short or long. */
export const ownDigits = /^\d{3,15}$/;

/** Undefined: it can be no number of ours. */
export function readOwnDigits(written: string): string | undefined {
  const digits = numberDigits(written);
  return ownDigits.test(digits) ? digits : undefined;
}
