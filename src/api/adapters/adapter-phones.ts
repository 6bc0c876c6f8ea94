/** The phones of a request as its user may name them, and what stood in front of their calling codes. */
import { isFictionNumber, type PhoneNumber, parsePhoneNumber } from '#core/phone-number.ts';
import type { Customer } from '#sms/customers/smpp-user.ts';
import type { PhonePrefix } from '#sms/submission.ts';

export function readPhone(written: string, { account, user }: Customer): PhoneNumber | undefined {
  const phone = parsePhoneNumber(written, account.homeCountry);
  return phone !== undefined && user.mode === 'live' && isFictionNumber(phone) ? undefined : phone;
}

export function prefixOf(written: string): PhonePrefix {
  if (written.startsWith('+')) return '+';
  return written.startsWith('00') ? '00' : '';
}
