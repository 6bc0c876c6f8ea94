/** What every backend offers. The engines declare their stores; a backend implements all of them. */

import type { AccountStore } from '#accounts/account-store.ts';
import type { AddressBookStore } from '#accounts/address-book/address-book-store.ts';
import type { AuditStore } from '#accounts/audit-store.ts';
import type { ErasureStore } from '#accounts/erasure-store.ts';
import type { LimitStore } from '#accounts/limits/limit-store.ts';
import type { RequestStore } from '#accounts/requests/request-store.ts';
import type { Author } from '#core/author.ts';
import type { Resealed, SealedColumn, SealedRow } from '#core/sealed-values.ts';
import type { ServerRole } from '#core/server-role.ts';
import type { Changes } from '#core/until-changed.ts';
import type { DeliveryStore } from '#mail/delivery/delivery-store.ts';
import type { DomainStore } from '#mail/domains/domain-store.ts';
import type { EmailStore } from '#mail/sending/email-store.ts';
import type { MailAccountStore } from '#mail/sending/mail-account-store.ts';
import type { SuppressionStore } from '#mail/suppression/suppression-store.ts';
import type { CallStore } from '#numbers/calls/call-record.ts';
import type { TrunkStore } from '#numbers/trunks/trunk-store.ts';
import type { VirtualNumberStore } from '#numbers/virtual-number-store.ts';
import type { VoicemailStore } from '#numbers/voicemail/voicemail.ts';
import type { PeopleStore } from '#people/people-store.ts';
import type { Hints } from '#queue/hints.ts';
import type { IdRange } from '#queue/id-source.ts';
import type { JobStore } from '#queue/job.ts';
import type { LaneStore } from '#queue/lane-store.ts';
import type { LeaseStore } from '#queue/lease.ts';
import type { HistoryStore } from '#queue/retention.ts';
import type { SimulatorStore } from '#simulator/simulator-store.ts';
import type { CampaignStore } from '#sms/campaigns/campaign-store.ts';
import type { CustomerStore } from '#sms/customers/customer-store.ts';
import type { InboundStore } from '#sms/inbound/inbound-store.ts';
import type { MessageStore } from '#sms/message-store.ts';
import type { NumberStore } from '#sms/numbers/number-store.ts';
import type { OperatorStore } from '#sms/operator-store.ts';
import type { MessageRecordStore } from '#sms/records/message-record-store.ts';
import type { RouteStore } from '#sms/routing/route-store.ts';
import type { StopStore } from '#sms/stops/stop-store.ts';
import type { WaitingStore } from '#sms/waiting/waiting-store.ts';
import type { EndpointStore } from '#webhooks/management/endpoint-store.ts';
import type { EventStore } from '#webhooks/pull/event-store.ts';
import type { WebhookStore } from '#webhooks/webhook-store.ts';
import type { Database } from './queries/database.ts';

export interface Storage extends AsyncDisposable {
  readonly accounts: AccountStore & LimitStore & RequestStore;
  readonly addressBook: AddressBookStore;
  readonly campaigns: CampaignStore;
  readonly customers: CustomerStore;
  readonly messages: MessageStore & MessageRecordStore;
  readonly inbound: InboundStore;
  readonly numbers: NumberStore;
  readonly domains: DomainStore;
  readonly virtualNumbers: VirtualNumberStore;
  readonly calls: CallStore;
  readonly trunks: TrunkStore;
  readonly voicemails: VoicemailStore;
  readonly stops: StopStore;
  readonly suppressions: SuppressionStore;
  readonly operators: OperatorStore & RouteStore;
  readonly emails: EmailStore & MailAccountStore & DeliveryStore;
  readonly people: PeopleStore;
  readonly audit: AuditStore;
  readonly jobs: JobStore & LaneStore & WaitingStore;
  readonly webhooks: WebhookStore & EndpointStore & EventStore;
  readonly simulator: SimulatorStore;
  readonly settings: SettingStore;
  readonly ids: IdStore;
  readonly erasures: ErasureStore;
  readonly history: HistoryStore;
  /** For work on whole tables: moving them elsewhere, forgetting what is old. */
  readonly database: Database;
  readonly leases: LeaseStore;
  /** One process at a time works on this storage, with all of its threads. */
  readonly isSole: boolean;
  /** Between the processes or threads that work on this storage; undefined where nobody else does. */
  readonly hints: Hints | undefined;
  /** Undefined on a server: its hints tell of what changes. */
  readonly changes: Changes;
  /** Undefined where no server lies between. */
  readonly serverRole: (() => Promise<ServerRole>) | undefined;
}

/**
 * What is done with a database that is older than this program: it is brought up to date; a folder's behind a copy of
 * it; or it is left alone, and opening it throws `OlderSchema`.
 */
export type OlderSchemaWish = 'migrate' | 'copy and migrate' | 'leave';

/** Why no write will succeed in this process any more: only a new one helps. */
export type StorageLoss = {
  readonly why: 'writer ended' | 'writer silent';
  readonly cause?: unknown;
  readonly exitCode?: number;
  readonly waitedMs?: number;
  /** A thread is in a call of SQLite and cannot be stopped: `process.exit` would wait for it. */
  readonly threadHangs: boolean;
};

export interface SettingStore {
  /** Grows with every change of an account, key, operator, route, price, endpoint or number, by any process. */
  settingsVersion(): Promise<number>;
  findSetting(name: string): Promise<string | undefined>;
  saveSetting(name: string, value: string): Promise<void>;
  /** Saves it where there is none of that name; the one that is kept. */
  keepSetting(name: string, value: string): Promise<string>;
  /** False, and nothing is changed, where it is not `from` any more. */
  replaceSetting(
    change: { readonly name: string; readonly from: string; readonly to: string },
    audited: Author & { readonly action: string; readonly details: object },
  ): Promise<boolean>;

  /** Rows that hold something sealed, behind a key, in the order of their keys. */
  listSealed(
    column: SealedColumn,
    after: SealedRow['key'] | undefined,
    limit: number,
  ): Promise<readonly SealedRow[]>;
  /** In one commit; what somebody has changed meanwhile stays as it is. */
  replaceSealed(column: SealedColumn, resealed: readonly Resealed[]): Promise<void>;
}

export interface IdStore {
  /** The first of `count` ids that nobody was or will be given. */
  reserveIds(name: IdName, count: number): Promise<number>;
  /** Takes back a range of which no id was given, if nothing has been reserved behind it. */
  returnIds(name: 'message' | 'email', range: IdRange): Promise<boolean>;
  /** No event with a smaller number is stored in this stream from now on. */
  beginStream(stream: number, first: number): Promise<void>;
  /**
   * From now on ids are given that no installation can have given since it was copied into this database. False,
   * and nothing is changed, where a process has been seen in the last 90 s.
   */
  skipIds(): Promise<boolean>;
}

/** `event` and `event n`: the streams of events, see queue/event-ids.ts. */
export type IdName =
  | 'message'
  | 'email'
  | 'job'
  | 'submitted part'
  | 'process'
  | 'call'
  | 'call process'
  | 'event'
  | `event ${number}`;
