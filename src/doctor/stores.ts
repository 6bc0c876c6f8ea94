/** What the doctor reads in the storage. */
import type { AccountStore } from '#accounts/account-store.ts';
import type { AuditStore } from '#accounts/audit-store.ts';
import type { Sealer } from '#core/sealed.ts';
import type { ServerRole } from '#core/server-role.ts';
import type { DomainStore } from '#mail/domains/domain-store.ts';
import type { ToldNotes } from '#numbers/trunks/told-standings.ts';
import type { TrunkStore } from '#numbers/trunks/trunk-store.ts';
import type { PeopleStore } from '#people/people-store.ts';
import type { LaneStore } from '#queue/lane-store.ts';
import type { LeaseStore } from '#queue/lease.ts';
import type { MessageStore } from '#sms/message-store.ts';
import type { OperatorStore } from '#sms/operator-store.ts';
import type { EndpointStore } from '#webhooks/management/endpoint-store.ts';

export type DoctorStores = {
  readonly accounts: Pick<AccountStore, 'listAccounts' | 'ledgerSums'>;
  readonly audit: Pick<AuditStore, 'auditChain' | 'auditHead' | 'auditStart' | 'auditKey'>;
  readonly operators: Pick<OperatorStore, 'listOperators' | 'listHealth'>;
  readonly messages: Pick<MessageStore, 'countKept' | 'newestKept' | 'newestAwaited'>;
  readonly domains: Pick<DomainStore, 'listDomains'>;
  readonly trunks: Pick<TrunkStore, 'listTrunks'>;
  readonly webhooks: Pick<EndpointStore, 'countAtRest' | 'listFailing'>;
  readonly jobs: Pick<LaneStore, 'findLag'>;
  readonly leases: Pick<LeaseStore, 'view'> & ToldNotes;
  readonly people: Pick<PeopleStore, 'countPasskeys'>;
  readonly settings: { findSetting(name: string): Promise<string | undefined> };
  /** Undefined in a folder. */
  readonly serverRole: (() => Promise<ServerRole>) | undefined;
};

/** What the doctor opens. */
export type DoctorInstallation = { readonly storage: DoctorStores; readonly sealer: Sealer };
