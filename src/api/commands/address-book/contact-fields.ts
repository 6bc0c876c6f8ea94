/** A contact as clients write and read it. */
import {
  type Contact,
  type ContactDetails,
  customCharactersMax,
  type NewContact,
  noDetails,
  personNameCharactersMax,
  urlCharactersMax,
} from '#accounts/address-book/contact.ts';
import { isWebAddress, parseContactDate } from '#accounts/address-book/contact-values.ts';
import { formatIsoTime } from '#api/commands/account-time.ts';
import type { Fields } from '#api/parameters/fields.ts';
import { startOf } from '#api/parameters/value.ts';
import type { FieldValue } from '#api/reply.ts';
import { formatPhone, type PhoneNumber, parsePhoneNumber } from '#core/phone-number.ts';

const labels = {
  firstname: personNameCharactersMax,
  lastname: personNameCharactersMax,
  custom1: customCharactersMax,
  custom2: customCharactersMax,
  custom3: customCharactersMax,
  custom4: customCharactersMax,
} as const;

/** Undefined while the phone is missing or wrong, which the fields then say. */
export function readContact(fields: Fields, homeCountry: string): NewContact | undefined {
  const written = fields.requiredText('phoneNumber', 'phone numbers are missing');
  const phone = written === undefined ? undefined : readPhone(written, fields, homeCountry);
  const details = { ...noDetails, ...readDetails(fields) };
  return phone === undefined ? undefined : { phone, details };
}

export function readPhone(
  written: string,
  fields: Fields,
  homeCountry: string,
): PhoneNumber | undefined {
  const phone = parsePhoneNumber(written, homeCountry);
  const details = { number: startOf(written) };
  return phone ?? fields.refuse('phone number is not possible', 'phoneNumber', details);
}

/** What the client names, also where it empties it. */
export function readDetails(fields: Fields): Partial<ContactDetails> {
  const details: { -readonly [Name in keyof ContactDetails]?: string } = {};
  for (const [name, charactersMax] of Object.entries(labels)) {
    const key = name as keyof typeof labels;
    const value = fields.isGiven(name) ? (fields.label(name, charactersMax) ?? '') : undefined;
    if (value !== undefined) details[key] = value;
  }
  if (fields.isGiven('date')) details.date = readDate(fields);
  if (fields.isGiven('url')) details.url = readUrl(fields);
  return details;
}

function readDate(fields: Fields): string {
  const text = fields.text('date');
  if (text === undefined) return '';
  const date = parseContactDate(text);
  if (date === undefined) fields.refuse('value is not a date', 'date');
  return date ?? '';
}

function readUrl(fields: Fields): string {
  const text = fields.label('url', urlCharactersMax);
  if (text === undefined) return '';
  if (!isWebAddress(text)) fields.refuse('value is not a web address', 'url');
  return text;
}

/** As it was written, with its id. */
export function addedContactToJson({ phone, details }: NewContact, contactId: number) {
  return { phoneNumber: formatPhone(phone), ...details, contactId };
}

export function contactToJson(
  contact: Contact,
  isStopped: boolean,
): Readonly<Record<string, FieldValue>> {
  return {
    contactId: contact.id,
    phone: formatPhone(contact.phone),
    ...contact.details,
    createdAt: formatIsoTime(contact.createdAtMs),
    stopSms: isStopped,
    groupId: contact.groupId,
  };
}
