/** What people see of whom they may not know, and who may read facts but no contents. */
import { maskAddress, maskPhone } from '#core/log.ts';
import { mayDo, type Role } from '#core/permissions.ts';
import { formatPhone, type PhoneNumber } from '#core/phone-number.ts';

export function mayRead(role: Role): boolean {
  return mayDo(role, 'read contents');
}

/** Digits of a phone with their plus; names and short numbers as they are. */
export function showPhone(text: string, role: Role): string {
  const isPhone = /^\d{8,15}$/.test(text);
  // Sixteen digits stand in place of a phone that was erased.
  const written = isPhone || /^\d{16}$/.test(text) ? formatPhone(text as PhoneNumber) : text;
  return mayRead(role) || !isPhone ? written : maskPhone(written);
}

/** Null: it is not for this role. */
export function showText(text: string, role: Role): string | null {
  return mayRead(role) ? text : null;
}

/** What an event is about: `307/33639980001`, or an address in place of the phone. */
export function showAbout(orderKey: string, role: Role): string {
  return mayRead(role) ? orderKey : orderKey.split('/').map(maskWord).join('/');
}

function maskWord(word: string, place: number): string {
  if (word.includes('@')) return maskAddress(word);
  return place > 0 && /^\+?\d{6,}$/.test(word) ? maskPhone(word) : word;
}
