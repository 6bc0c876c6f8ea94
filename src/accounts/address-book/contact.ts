/** The address book of an account: groups, and in each group contacts, whose phone stands there once. */
import type { PhoneNumber } from '#core/phone-number.ts';

/** Groups are listed whole, so their number is bounded. */
export const groupsMax = 1_000;
export const groupsOfPage = 20;
/** Checked before a batch is added: two batches at once may pass it by as much as they hold. */
export const contactsOfGroupMax = 100_000;
export const contactsAtOnceMax = 500;
export const contactsOfPage = 20;

export const groupNameCharactersMax = 100;
export const personNameCharactersMax = 32;
export const customCharactersMax = 255;
export const urlCharactersMax = 2_048;

export type Group = {
  readonly id: number;
  readonly accountId: number;
  readonly name: string;
  readonly createdAtMs: number;
};

export type NewGroup = Omit<Group, 'id'>;

/** What a client says of a person; empty where it says nothing. */
export type ContactDetails = {
  readonly firstname: string;
  readonly lastname: string;
  /** `YYYY-MM-DD`: a birthday, the end of a contract. */
  readonly date: string;
  readonly url: string;
  readonly custom1: string;
  readonly custom2: string;
  readonly custom3: string;
  readonly custom4: string;
};

export const noDetails: ContactDetails = {
  firstname: '',
  lastname: '',
  date: '',
  url: '',
  custom1: '',
  custom2: '',
  custom3: '',
  custom4: '',
};

export type NewContact = { readonly phone: PhoneNumber; readonly details: ContactDetails };

export type Contact = NewContact & {
  readonly id: number;
  readonly groupId: number;
  readonly createdAtMs: number;
};

/** What is not named stays as it is. */
export type ContactChange = {
  readonly phone?: PhoneNumber | undefined;
  readonly details: Partial<ContactDetails>;
};

export type ContactPage = { readonly contacts: readonly Contact[]; readonly total: number };
