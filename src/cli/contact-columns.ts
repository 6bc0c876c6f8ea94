/** The columns of a table of contacts, under the names that the interface has for them. */
import {
  type ContactDetails,
  customCharactersMax,
  personNameCharactersMax,
  urlCharactersMax,
} from '#accounts/address-book/contact.ts';
import { isWebAddress, parseContactDate } from '#accounts/address-book/contact-values.ts';
import { type PhoneNumber, parsePhoneNumber } from '#core/phone-number.ts';
import { line, type ValueKind } from '#core/value-kind.ts';

export function contactColumns(homeCountry: string) {
  return { phoneNumber: { kind: phoneOf(homeCountry) }, ...detailColumns };
}

export function detailsOf(row: ContactDetails): ContactDetails {
  const { firstname, lastname, date, url, custom1, custom2, custom3, custom4 } = row;
  return { firstname, lastname, date, url, custom1, custom2, custom3, custom4 };
}

const name = { kind: line(personNameCharactersMax), otherwise: '' };
const custom = { kind: line(customCharactersMax), otherwise: '' };

const date: ValueKind<string> = {
  form: 'a date such as 1990-12-31',
  read: parseContactDate,
};

const url: ValueKind<string> = {
  form: `an address of at most ${urlCharactersMax} characters that begins with http:// or https://`,
  read: (text) => (text.length <= urlCharactersMax && isWebAddress(text) ? text : undefined),
};

const detailColumns = {
  firstname: name,
  lastname: name,
  date: { kind: date, otherwise: '' },
  url: { kind: url, otherwise: '' },
  custom1: custom,
  custom2: custom,
  custom3: custom,
  custom4: custom,
};

function phoneOf(homeCountry: string): ValueKind<PhoneNumber> {
  return {
    form: 'a possible phone number',
    read: (text) => parsePhoneNumber(text, homeCountry),
  };
}
