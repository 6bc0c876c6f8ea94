/** Numbers as an operator writes them: in full, with an exit prefix, or as they are dialled at home. */
import { parseNationalNumber, parsePhoneNumber } from '#core/phone-number.ts';
import { numberDigits } from '#model/short-number.ts';
import type { Address } from '#sms/smpp/pdu.ts';

/** SMPP 3.4 §5.2.5. */
const ton = { unknown: 0, international: 1, national: 2 } as const;

const inFull = /^[1-9]\d{7,14}$/;
const digitsOnly = /^\d+$/;

/**
 * E.164 in digits where the address is a phone of the home country or of another; short numbers and
 * names stay as they came. Two that mean the same phone are the same digits.
 */
export function peerDigits(source: Pick<Address, 'ton' | 'address'>, homeCountry: string): string {
  const { address } = source;
  // Nearly all of them.
  if (source.ton === ton.international && inFull.test(address)) return address;
  const digits = numberDigits(address);
  const exited = digits.length < address.trim().length && /^\s*(?:\+|00)/.test(address);
  if (exited || !digitsOnly.test(digits)) return digits;
  return readHome(digits, source.ton, homeCountry) ?? digits;
}

function readHome(digits: string, kind: number, homeCountry: string): string | undefined {
  if (kind === ton.national) return parseNationalNumber(digits, homeCountry);
  // A zero begins no calling code, whatever the operator calls the number.
  const isDialled = digits.startsWith('0') && kind === ton.international;
  return isDialled || kind === ton.unknown ? parsePhoneNumber(digits, homeCountry) : undefined;
}
