/** What a send may ask for, whichever door it comes by: its phones, its text and its sender. */
import { isFictionNumber, type PhoneNumber, parsePhoneNumber } from '#core/phone-number.ts';
import { readOwnDigits } from '#model/short-number.ts';
import type { SendRequest } from '#sms/send-request.ts';
import { isSenderWord } from '#sms/text/sender-word.ts';
import { unsendable } from '#sms/text/unsendable.ts';

export const tagCharactersMax = 20;

/** `acceptsFiction`: test keys alone send to numbers for films and examples. */
export type PhoneRules = { readonly homeCountry: string; readonly acceptsFiction: boolean };

export type PhoneFault = 'phone number is not possible' | 'phone number is fiction';

export type PhoneReading =
  | { readonly ok: true; readonly phone: PhoneNumber }
  | { readonly ok: false; readonly why: PhoneFault };

export function readPhone(text: string, { homeCountry, acceptsFiction }: PhoneRules): PhoneReading {
  const phone = parsePhoneNumber(text, homeCountry);
  if (phone === undefined) return { ok: false, why: 'phone number is not possible' };
  return acceptsFiction || !isFictionNumber(phone)
    ? { ok: true, phone }
    : { ok: false, why: 'phone number is fiction' };
}

/** `code` is that of Unicode, `position` counts characters from 1. */
export type TextFault =
  | {
      readonly why: 'text has an unsendable character';
      readonly params: { readonly code: string; readonly position: number };
    }
  | { readonly why: 'text is blank'; readonly params: Readonly<Record<string, never>> };

export function findTextFault(text: string): TextFault | undefined {
  const [found] = unsendable.exec(text) ?? [];
  if (found === undefined) {
    return text.trim() === '' ? { why: 'text is blank', params: {} } : undefined;
  }
  const position = Array.from(text.slice(0, text.search(unsendable))).length + 1;
  const code = found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return { why: 'text has an unsendable character', params: { code, position } };
}

/** Line breaks and euro signs may be written as words. */
export function writeOut(text: string): string {
  if (!text.includes(':')) return text;
  return text.replaceAll(':br:', '\n').replaceAll(':euro:', '€');
}

export type AskedSender = Pick<SendRequest, 'sender' | 'senderAtHome'>;

/** A word, or a number; undefined: it can be neither. */
export function readSender(written: string, homeCountry: string): AskedSender | undefined {
  // UAX #15: what looks alike is one text; the GSM alphabet has letters with their accents alone.
  const sender = written.normalize('NFC');
  return isSenderWord(sender) ? { sender } : readOwnNumber(sender, homeCountry);
}

/**
 * Short numbers are digits alone; long ones may be written as any phone number is. The engine knows whether the number
 * is the account's own.
 */
export function readOwnNumber(text: string, homeCountry: string): AskedSender | undefined {
  const digits = readOwnDigits(text);
  if (digits === undefined) return undefined;
  const phone = parsePhoneNumber(text, homeCountry);
  if (digits.startsWith('0')) return phone && { sender: phone };
  const isOther = phone !== undefined && phone !== digits;
  return { sender: digits, ...(isOther && { senderAtHome: phone }) };
}
