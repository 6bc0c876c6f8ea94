/** What the numbering plan tells of a phone number: its country, its kind and how people write it. */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { countryOf, type PhoneNumber, parsePhoneNumber } from './phone-number.ts';

export type PhoneDescription = {
  readonly phone: PhoneNumber;
  /** ISO 3166; empty for numbers of no country. */
  readonly country: string;
  readonly callingCode: string;
  /** `mobile`, `fixed_line`, …; `unknown` where the plan has no such range yet. */
  readonly type: string;
  readonly formats: {
    readonly e164: string;
    readonly international: string;
    readonly national: string;
    readonly rfc3966: string;
  };
};

/** Undefined for what is not a possible number. */
export function describePhone(text: string, homeCountry: string): PhoneDescription | undefined {
  const phone = parsePhoneNumber(text, homeCountry);
  const parsed = phone && parsePhoneNumberFromString(`+${phone}`);
  if (phone === undefined || parsed === undefined) return undefined;
  return {
    phone,
    country: countryOf(phone) ?? '',
    callingCode: parsed.countryCallingCode,
    type: parsed.getType()?.toLowerCase() ?? 'unknown',
    formats: {
      e164: `+${phone}`,
      international: parsed.formatInternational(),
      national: parsed.formatNational(),
      rfc3966: parsed.getURI(),
    },
  };
}
