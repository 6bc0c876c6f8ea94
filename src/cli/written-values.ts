/** Kinds of values that only commands take. */
import { emailKind } from '#core/common-inputs.ts';
import { type PhoneNumber, parsePhoneNumber } from '#core/phone-number.ts';
import type { ValueKind } from '#core/value-kind.ts';
import { readOwnDigits } from '#model/short-number.ts';

/** What stores take for an id. */
export const id: ValueKind<number> = {
  form: 'a number as the lists show it',
  read: (text) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined),
};

export const email = emailKind;

/** A number of ours, as people write it; stores take its digits. */
export const ownNumber: ValueKind<string> = {
  form: 'a number of 3 to 15 digits, such as 36180 or +33755000001',
  read: readOwnDigits,
};

/** With its calling code: of no account, so of no home country. */
export const internationalPhone: ValueKind<PhoneNumber> = {
  form: 'a phone with its calling code, such as +33612345678',
  read: (text) => (text.startsWith('+') ? parsePhoneNumber(text, '') : undefined),
};

/** Its content is read by the command. */
export const filePath: ValueKind<string> = {
  form: 'the path of a file',
  read: (text) => (text === '' || text.includes('\0') ? undefined : text),
};

export const filePaths: ValueKind<readonly string[]> = {
  form: 'paths of files, with commas between',
  read(text) {
    const files = text.split(',').map((word) => filePath.read(word.trim()));
    return files.every((file) => file !== undefined) ? files : undefined;
  },
};
