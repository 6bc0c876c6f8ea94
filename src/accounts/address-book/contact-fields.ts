/** The details of a contact as operations take them, one by one and as the columns of a table. */
import { z } from 'zod';
import { lineInput } from '#core/common-inputs.ts';
import { textOf } from '#core/input-form.ts';
import { parsePhoneNumber } from '#core/phone-number.ts';
import { readerOf } from '#core/table-input.ts';
import {
  customCharactersMax,
  noDetails,
  personNameCharactersMax,
  urlCharactersMax,
} from './contact.ts';
import { isWebAddress, parseContactDate } from './contact-values.ts';
import { contactForms } from './words.ts';

const name = lineInput(0, personNameCharactersMax);
const custom = lineInput(0, customCharactersMax);
const orEmpty = (read: (text: string) => string | undefined) => ({
  read: (text: string) => (text.trim() === '' ? '' : read(text)),
});

/** Empty: nothing is said. */
const detailShape = {
  firstname: name,
  lastname: name,
  date: textOf(orEmpty(parseContactDate), contactForms.date),
  url: textOf(
    orEmpty((text) => (text.length <= urlCharactersMax && isWebAddress(text) ? text : undefined)),
    contactForms.url,
  ),
  custom1: custom,
  custom2: custom,
  custom3: custom,
  custom4: custom,
};

/** What is not named stays as it is, or is empty of a new contact. */
export const optionalDetails = z.object(detailShape).partial().shape;

export const phoneInput = z.string().max(40);

/** A phone is read as it is dialled where the account is at home. */
export function contactColumns(homeCountry: string) {
  const details = Object.entries(detailShape).map(([column, schema]) => [
    column,
    { ...readerOf(schema), otherwise: noDetails[column as keyof typeof noDetails] },
  ]);
  const phoneNumber = {
    form: contactForms.phone,
    read: (text: string) => parsePhoneNumber(text, homeCountry),
  };
  return { phoneNumber, ...(Object.fromEntries(details) as DetailColumns) };
}

type DetailColumns = {
  readonly [Name in keyof typeof detailShape]: {
    readonly form: { readonly en: string; readonly fr: string };
    readonly read: (text: string) => string | undefined;
    readonly otherwise: string;
  };
};
