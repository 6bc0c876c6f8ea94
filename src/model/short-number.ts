/** Numbers that operators give, as 36180: they belong to no numbering plan and reach no subscriber. */

/** Longer ones are numbers of subscribers: E.164 with its country has eight digits at least nearly everywhere. */
const digitsMax = 7;

/** `digits`: without a plus. */
export function isShortNumber(digits: string): boolean {
  return digits.length <= digitsMax;
}
