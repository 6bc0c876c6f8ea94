/** What commands ask of an installation: its stores, its seal and its guard. The server need not run. */

import type { AccountStore } from '#accounts/account-store.ts';
import type { AddressBookStore } from '#accounts/address-book/address-book-store.ts';
import type { AuditStore } from '#accounts/audit-store.ts';
import type { ErasureStore } from '#accounts/erasure-store.ts';
import type { LimitStore } from '#accounts/limits/limit-store.ts';
import type { Author } from '#core/author.ts';
import type { Pseudonyms } from '#core/erased.ts';
import type { Sealer } from '#core/sealed.ts';
import type { ServerRole } from '#core/server-role.ts';
import type { DeliveryStore } from '#mail/delivery/delivery-store.ts';
import type { Release, ReleasedMail } from '#mail/delivery/mail-release.ts';
import type { DomainStore } from '#mail/domains/domain-store.ts';
import type { EmailStore } from '#mail/sending/email-store.ts';
import type { MailAccountStore } from '#mail/sending/mail-account-store.ts';
import type { CallStore } from '#numbers/calls/call-record.ts';
import type { ToldNotes } from '#numbers/trunks/told-standings.ts';
import type { TrunkStore } from '#numbers/trunks/trunk-store.ts';
import type { VirtualNumberStore } from '#numbers/virtual-number-store.ts';
import type { VoicemailStore } from '#numbers/voicemail/voicemail.ts';
import type { InstallationPorts } from '#operations.ts';
import type { PeopleStore, SessionStore } from '#people/people-store.ts';
import type { Post } from '#people/post.ts';
import type { LaneStore } from '#queue/lane-store.ts';
import type { LeaseStore } from '#queue/lease.ts';
import type { SimulatorStore } from '#simulator/simulator-store.ts';
import type { NumberStore } from '#sms/numbers/number-store.ts';
import type { OperatorStore } from '#sms/operator-store.ts';
import type { KeptReceiptStore } from '#sms/receipts/kept-receipt-store.ts';
import type { RouteStore } from '#sms/routing/route-store.ts';
import type { TestTimePorts } from '#sms/waiting/test-time.ts';
import type { EndpointManagement } from '#webhooks/management/endpoint-management.ts';
import type { EndpointStore as EndpointStandings } from '#webhooks/management/endpoint-store.ts';

interface OwedWork {
  /** Rows owed in lanes whose name starts so, counted no further than `max`. */
  countOwed(lanePrefix: string, max: number): Promise<number>;
  lanesWithWork(engine: string, nowMs: number): Promise<readonly { readonly lane: string }[]>;
}

/** Settings that the first administrator's link needs. */
export interface SetupSettings {
  findSetting(name: string): Promise<string | undefined>;
  saveSetting(name: string, value: string): Promise<void>;
}

/** A copy that was just put there, on which no server runs, is brought up to date; any other that is older is left alone. */
export type OpenWish = { readonly isRestored?: boolean };

export interface Installation extends AsyncDisposable {
  readonly storage: {
    readonly accounts: Omit<AccountStore, 'findKeyByHash'>;
    readonly addressBook: Pick<
      AddressBookStore,
      'createGroup' | 'listGroups' | 'findGroup' | 'countContacts' | 'addContacts' | 'listContacts'
    >;
    readonly operators: Omit<OperatorStore, 'saveBuiltInOperator'>;
    readonly routes: Omit<RouteStore, 'noteChoices'>;
    readonly emails: Pick<
      EmailStore,
      | 'findEmail'
      | 'findContent'
      | 'mailsOf'
      | 'findCancellable'
      | 'cancelEmail'
      | 'factsOf'
      | 'listLetters'
      | 'findLetter'
      | 'removeLetter'
    >;
    readonly mailAccounts: Pick<
      MailAccountStore,
      'listMailPrices' | 'setMailPrice' | 'removeMailPrice' | 'listHeldMails' | 'releaseMails'
    >;
    readonly limits: LimitStore;
    readonly audit: Pick<
      AuditStore,
      'note' | 'listAudit' | 'auditChain' | 'auditHead' | 'auditStart' | 'auditKey'
    >;
    readonly keptReceipts: KeptReceiptStore;
    readonly numbers: NumberStore;
    readonly domains: DomainStore;
    readonly virtualNumbers: Omit<
      VirtualNumberStore,
      'listVirtualNumbers' | 'rent' | 'setLabel' | 'listUnpaid' | 'payRent' | 'deactivate'
    >;
    readonly calls: Pick<
      CallStore,
      | 'listCalls'
      | 'findCall'
      | 'listCallPrices'
      | 'setCallPrice'
      | 'removeCallPrice'
      | 'listCallCountries'
      | 'setCallCountries'
      | 'listRiskyRanges'
      | 'saveRiskyRange'
      | 'removeRiskyRange'
    >;
    readonly voicemails: Pick<
      VoicemailStore,
      | 'listVoicemails'
      | 'findVoicemail'
      | 'readVoice'
      | 'noteListened'
      | 'markHeard'
      | 'removeVoicemail'
      | 'saveGreeting'
      | 'removeGreeting'
    >;
    readonly trunks: TrunkStore;
    readonly erasures: Pick<ErasureStore, 'find' | 'erase' | 'countUnderWay'>;
    readonly mailDelivery: Pick<DeliveryStore, 'findLaneOrders' | 'attemptsOf'>;
    readonly endpoints: Pick<EndpointStandings, 'countAtRest' | 'listFailing'>;
    readonly jobs: OwedWork;
    readonly lanes: Pick<LaneStore, 'findLag'>;
    readonly waiting: TestTimePorts['waiting'];
    /** Who works on what, and what servers tell of how binds and trunks do. */
    readonly leases: Pick<LeaseStore, 'view'> & ToldNotes;
    readonly people: PeopleStore;
    readonly sessions: Pick<SessionStore, 'countPasskeys'>;
    readonly settings: SetupSettings;
    readonly ids: { skipIds(): Promise<boolean> };
    readonly serverRole: (() => Promise<ServerRole>) | undefined;
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
  /** Ends all but the one in use, and has everything sealed anew if there was another one. */
  retire(author: Author): Promise<{ readonly isBegun: boolean } | undefined>;
  /** Has everything sealed with a new key; false while that is under way, or two master keys open the installation. */
  reseal(author: Author): Promise<boolean>;
}
