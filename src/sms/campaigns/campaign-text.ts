/** `#FIRSTNAME#` in the text of a campaign: each contact gets its own details, in capitals or not. */
import { type ContactDetails, noDetails } from '#accounts/address-book/contact.ts';

const fieldForm = /#(?<name>[A-Za-z][A-Za-z0-9]{0,31})#/g;

/** As they are written in texts. */
export const campaignFields: readonly string[] = Object.keys(noDetails).map(
  (name) => `#${name.toUpperCase()}#`,
);

/** The first word between two # that no contact has. */
export function findUnknownField(text: string): string | undefined {
  const written = text.match(fieldForm) ?? [];
  return written.find((word) => !campaignFields.includes(word.toUpperCase()));
}

/** What a contact says nothing of is left out. */
export function fillText(text: string, details: ContactDetails): string {
  return text.replace(fieldForm, (_, name: string) => detailOf(details, name));
}

/** Whether the text names something that is not said of the contact. */
export function lacksField(text: string, details: ContactDetails): boolean {
  return [...text.matchAll(fieldForm)].some(
    ({ groups }) => detailOf(details, groups?.['name'] ?? '') === '',
  );
}

function detailOf(details: ContactDetails, name: string): string {
  const field = name.toLowerCase();
  return isField(field) ? details[field] : '';
}

function isField(name: string): name is keyof ContactDetails {
  return Object.hasOwn(noDetails, name);
}
