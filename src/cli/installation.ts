/** What commands ask of an installation: its stores, its seal and its guard. The server need not run. */

import type { AccountStore } from '#accounts/account-store.ts';
import type { AuditStore } from '#accounts/audit-store.ts';
import type { ErasureStore } from '#accounts/erasure-store.ts';
import type { Author } from '#core/author.ts';
import type { Pseudonyms } from '#core/erased.ts';
import type { Sealer } from '#core/sealed.ts';
import type { DoctorStores } from '#doctor/stores.ts';
import type { Release, ReleasedMail } from '#mail/delivery/mail-release.ts';
import type { DomainStore } from '#mail/domains/domain-store.ts';
import type { EmailStore } from '#mail/sending/email-store.ts';
import type { InstallationPorts } from '#operations.ts';
import type { PeopleStore } from '#people/people-store.ts';
import type { Post } from '#people/post.ts';
import type { SimulatorStore } from '#simulator/simulator-store.ts';
import type { EndpointManagement } from '#webhooks/management/endpoint-management.ts';

/** Settings that the first administrator's link needs. */
export interface SetupSettings {
  findSetting(name: string): Promise<string | undefined>;
  saveSetting(name: string, value: string): Promise<void>;
}

/** A copy that was just put there, on which no server runs, is brought up to date; any other that is older is left alone. */
export type OpenWish = { readonly isRestored?: boolean };

export interface Installation extends AsyncDisposable {
  readonly storage: DoctorStores & {
    readonly accounts: Pick<AccountStore, 'findAccount'>;
    readonly audit: Pick<AuditStore, 'note'>;
    readonly emails: Pick<EmailStore, 'listLetters' | 'findLetter' | 'removeLetter'>;
    readonly domains: Pick<DomainStore, 'listSigningDomains'>;
    readonly erasures: Pick<ErasureStore, 'find' | 'erase' | 'countUnderWay'>;
    readonly people: PeopleStore;
    readonly settings: SetupSettings;
    readonly ids: { skipIds(): Promise<boolean> };
    readonly simulator: Omit<
      SimulatorStore,
      | 'keepDeliveries'
      | 'forgetDeliveries'
      | 'listDeliveries'
      | 'hastenDeliveries'
      | 'keepMails'
      | 'caughtOf'
      | 'pruneMails'
      | 'keepRequests'
      | 'takePhoneCalls'
      | 'notePhoneCall'
      | 'takeOrders'
    >;
  };
  /** What operations work on. */
  readonly operations: InstallationPorts;
  /** What people do with endpoints. */
  readonly endpoints: EndpointManagement;
  readonly sealer: Sealer;
  /** What those who were erased are called on lists. */
  readonly pseudonyms: Pseudonyms;
  readonly masterKeys: MasterKeys;
  /** Mails people about their way in, where mail can be sent. */
  readonly letters: Pick<Post, 'tell' | 'mailLink'>;
  /** Sends a caught mail on, at once and once: by the relay, or to the servers of that recipient. */
  releaseMail(mail: ReleasedMail): Promise<Release>;
}

/** Undefined is said where somebody else changed the keys at the same moment. */
export interface MasterKeys {
  /** A new one in that file opens the installation, too; its name. */
  rotate(file: string, author: Author): Promise<string | undefined>;
  /** Ends all but the one in use, and has everything sealed again if there was another one. */
  retire(author: Author): Promise<{ readonly isBegun: boolean } | undefined>;
  /** Has everything sealed with a new key; false while that is in progress, or two master keys open the installation. */
  reseal(author: Author): Promise<boolean>;
}
