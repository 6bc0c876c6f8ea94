/** What the address book asks of the storage. Groups and contacts of other accounts are as unknown as none. */
import type { PhoneNumber } from '#core/phone-number.ts';
import type {
  Contact,
  ContactChange,
  ContactPage,
  Group,
  NewContact,
  NewGroup,
} from './contact.ts';

/** Contacts that are added to a group in one commit. */
export type Addition = {
  readonly accountId: number;
  readonly groupId: number;
  readonly contacts: readonly NewContact[];
  readonly createdAtMs: number;
};

/** By id, from the 1st page on. */
export type ContactQuery = {
  readonly page: number;
  readonly pageSize: number;
  /** Of phones that begin with these digits. */
  readonly begins?: string | undefined;
};

export type ContactSpan = {
  readonly groupId: number;
  readonly afterId: number;
  readonly throughId: number;
};

export type ChangeResult = 'changed' | 'contact is unknown' | 'number is in the group';

export interface AddressBookStore {
  /** Undefined if the account has `groupsMax` groups. */
  createGroup(group: NewGroup, groupsMax: number): Promise<Group | undefined>;
  /** By id; all of them. */
  listGroups(accountId: number): Promise<readonly Group[]>;
  findGroup(accountId: number, groupId: number): Promise<Group | undefined>;
  renameGroup(accountId: number, groupId: number, name: string): Promise<boolean>;
  /** With its contacts, in slices: no commit holds the others up. */
  removeGroup(accountId: number, groupId: number): Promise<boolean>;
  countContacts(groupId: number): Promise<number>;
  /** Of each group that has any. */
  countByGroup(accountId: number): Promise<ReadonlyMap<number, number>>;
  /** For each contact its id, or undefined where its phone is in the group already. */
  addContacts(addition: Addition): Promise<readonly (number | undefined)[]>;
  changeContact(accountId: number, contactId: number, change: ContactChange): Promise<ChangeResult>;
  removeContact(accountId: number, contactId: number): Promise<boolean>;
  findContact(accountId: number, contactId: number): Promise<Contact | undefined>;
  listContacts(groupId: number, asked: ContactQuery): Promise<ContactPage>;
  /** By id, behind one and up to another. */
  contactsBetween(span: ContactSpan, limit: number): Promise<readonly Contact[]>;
  /** 0: it has none. */
  lastContactId(groupId: number): Promise<number>;
  /** Those of these phones that the group has. */
  standingPhones(groupId: number, phones: readonly PhoneNumber[]): Promise<readonly PhoneNumber[]>;
  /** Of a group, at most so many. */
  listPhones(groupId: number, max: number): Promise<readonly PhoneNumber[]>;
}
