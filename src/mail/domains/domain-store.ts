/** What sending domains and verified senders ask of the storage. Each change raises `settings_version`. */
import type { Author } from '#core/author.ts';
import type { DomainName } from '#core/email-address.ts';
import type { DomainKey, MailDomain, MailSender } from './mail-domain.ts';

export type NewDomain = Pick<MailDomain, 'accountId' | 'name' | 'keys'>;

export type NewSender = Pick<MailSender, 'accountId' | 'address' | 'name'>;

export interface DomainStore {
  /** Undefined: the account has that domain. One that had keys for caught mail alone keeps them. */
  createDomain(domain: NewDomain, author: Author): Promise<MailDomain | undefined>;
  /** Keys for caught mail of a domain that its account has not added: listed and counted nowhere else. */
  keepKeysForCaught(domain: NewDomain, atMs: number): Promise<void>;
  /** Those that accounts have added, by name; of all accounts unless one is named. */
  listDomains(accountId?: number): Promise<readonly MailDomain[]>;
  /** All that have keys: also those of caught mail alone. */
  listSigningDomains(): Promise<readonly MailDomain[]>;
  /** False: it is so already. */
  keepHere(
    domain: Pick<MailDomain, 'id' | 'name' | 'accountId'>,
    staysHere: boolean,
    author: Author,
  ): Promise<boolean>;
  /** The account that has proved it. */
  whoProved(name: DomainName): Promise<number | undefined>;
  /** False: another account has proved it first, or it is gone. */
  verifyDomain(domainId: number, author: Author): Promise<boolean>;
  /** Whether bounces come back here, as the DNS says it. */
  noteReturnPath(domainId: number, comesBack: boolean, author: Author): Promise<void>;
  /** What the DNS said of the keys of a proved domain; nobody has changed anything by that. */
  noteProof(domainId: number, isMissing: boolean, atMs: number): Promise<void>;
  /** It has not been found for long: it may be anybody's now. False: it was not proved. */
  loseProof(domainId: number, author: Author): Promise<boolean>;
  /** False: its keys have been rotated since they were read. */
  rotateKeys(
    domain: Pick<MailDomain, 'id' | 'rotation'>,
    keys: readonly DomainKey[],
    author: Author,
  ): Promise<boolean>;
  /** With the senders of that domain. */
  removeDomain(accountId: number, name: DomainName, author: Author): Promise<boolean>;
  /** A sender added again has the new name; the first one of an account is its default. */
  saveSender(sender: NewSender, author: Author): Promise<MailSender>;
  /** By address; of all accounts unless one is named. */
  listSenders(accountId?: number): Promise<readonly MailSender[]>;
  /** False: the account has no such sender. */
  setDefaultSender(accountId: number, address: string, author: Author): Promise<boolean>;
  removeSender(accountId: number, address: string, author: Author): Promise<boolean>;
}
