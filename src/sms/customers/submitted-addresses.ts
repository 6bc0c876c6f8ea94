/** To whom and from whom a customer submits. */
import { isFictionNumber, type PhoneNumber, parsePhoneNumber } from '#core/phone-number.ts';
import type { Address } from '#sms/smpp/pdu.ts';
import type { Customer } from './smpp-user.ts';

/** SMPP 3.4 §5.2.5. */
const international = 1;
const alphanumeric = 5;

/** The phone, by the rules of every request; undefined for an address that is none. */
export function readDestination(
  { ton, address }: Address,
  { user, account }: Customer,
): PhoneNumber | undefined {
  if (ton === alphanumeric) return undefined;
  const written = ton === international ? `+${address.replace(/^(?:\+|00)/, '')}` : address;
  const phone = parsePhoneNumber(written, account.homeCountry);
  // Nobody's phone: test users may send there.
  if (phone !== undefined && user.mode === 'live' && isFictionNumber(phone)) return undefined;
  return phone;
}

/** As a request would name it; undefined where the message leaves it to us. */
export function readSender({ ton, address }: Address): string | undefined {
  if (address === '') return undefined;
  const digits = address.replace(/^(?:\+|00)/, '');
  return ton !== alphanumeric && /^\d+$/.test(digits) ? digits : address;
}
