/** `phoneNumbers`: a text, a comma list with spaces, an array, or a number; each phone once. */
import type { Fields } from '#api/parameters/fields.ts';
import { listOf } from '#api/parameters/list.ts';
import { startOf, type Value } from '#api/parameters/value.ts';
import type { PhoneNumber } from '#core/phone-number.ts';
import { recipientsMax } from '#sms/message.ts';
import { type PhoneRules, readPhone } from '#sms/sending/asked-send.ts';

export const phonesField = 'phoneNumbers';

/** One bad number refuses the request: the fields then name every bad one. */
export function readPhones(fields: Fields, rules: PhoneRules): readonly PhoneNumber[] {
  return parseAll(readPhoneTexts(fields), fields, rules);
}

/** The same where others are named elsewhere: none need to be here. */
export function readPhonesIfAny(fields: Fields, rules: PhoneRules): readonly PhoneNumber[] {
  const value = fields.value(phonesField) ?? [];
  return parseAll(gatherTexts(value, fields) ?? [], fields, rules);
}

/** As they are written, each once; none where something is wrong with the list, which the fields then say. */
export function readPhoneTexts(fields: Fields): readonly string[] {
  const value = fields.value(phonesField);
  if (value === undefined) {
    fields.miss('phone numbers are missing', phonesField);
    return [];
  }
  const texts = gatherTexts(value, fields);
  if (texts?.length === 0) fields.refuse('nobody to send to', phonesField);
  return texts ?? [];
}

function gatherTexts(value: Value, fields: Fields): readonly string[] | undefined {
  const gathered: string[] = [];
  if (!gather(value, gathered)) return fields.refuse('value is not text', phonesField);
  const texts = eachOnce(gathered);
  // Counted before a number is parsed: parsing is the dear part.
  if (texts.length <= recipientsMax) return texts;
  return fields.refuse('too many phone numbers', phonesField, { max: recipientsMax });
}

/** False for what is neither a text nor a number nor a list of these. */
function gather(value: Value, texts: string[]): boolean {
  const items = listOf(value);
  if (items !== undefined) return items.every((item) => item === null || gather(item, texts));
  if (typeof value === 'number') texts.push(String(value));
  else if (typeof value !== 'string') return false;
  else for (const text of splitList(value)) texts.push(text);
  return true;
}

/** Most lists are of one: a set would cost more than reading the phone does. */
function eachOnce<Text extends string>(texts: readonly Text[]): readonly Text[] {
  return texts.length > 1 ? [...new Set(texts)] : texts;
}

/**
 * A query string decodes `+33…` to a leading space. In a list the spaces behind the commas are pluses
 * too if the list itself begins with one; otherwise they are only spaces.
 */
function splitList(list: string): readonly string[] {
  if (!list.includes(',')) return list.trim() === '' ? [] : [list];
  const spacesArePluses = list.startsWith(' ');
  return list
    .split(',')
    .map((text) => (spacesArePluses ? text : text.trim()))
    .filter((text) => text.trim() !== '');
}

function parseAll(texts: readonly string[], fields: Fields, rules: PhoneRules) {
  const phones: PhoneNumber[] = [];
  for (const text of texts) {
    const read = readPhone(text, rules);
    if (read.ok) phones.push(read.phone);
    else fields.refuse(read.why, phonesField, { number: startOf(text) });
  }
  return eachOnce(phones);
}
