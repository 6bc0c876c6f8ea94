/** What commands ask of an installation: its stores, its seal and its guard. The server need not run. */
import type { AccountStore } from '#accounts/account-store.ts';
import type { AddressBookStore } from '#accounts/address-book/address-book-store.ts';
import type { AuditStore } from '#accounts/audit-store.ts';
import type { LimitStore } from '#accounts/limits/limit-store.ts';
import type { SubAccountStore } from '#accounts/sub-account-store.ts';
import type { CheckedUrl } from '#core/address-guard.ts';
import type { Role } from '#core/role.ts';
import type { Sealer } from '#core/sealed.ts';
import type { CustomerStore } from '#sms/customers/customer-store.ts';
import type { NumberStore } from '#sms/numbers/number-store.ts';
import type { OperatorStore } from '#sms/operator-store.ts';
import type { HealthStore } from '#sms/routing/health.ts';
import type { RouteStore } from '#sms/routing/route-store.ts';
import type { StopStore } from '#sms/stops/stop-store.ts';

/** Where an account's webhooks go: replies and, unless they have a URL of their own, delivery reports. */
export type WebhookPurpose = 'reply' | 'report';

type WebhookEndpoint = {
  readonly url: string;
  readonly state: 'active' | 'paused' | 'disabled';
  /** Why it is disabled; empty otherwise. */
  readonly reason: string;
  /** Newest first. */
  readonly sealedSecrets: readonly string[];
  /** Requests at a time. */
  readonly inFlightMax: number;
};

type NewWebhookEndpoint = {
  readonly accountId: number;
  readonly source: WebhookPurpose;
  readonly url: string;
  /** Kept only if the account has no such endpoint yet. */
  readonly sealedSecret: string;
  readonly createdAtMs: number;
};

interface EndpointStore {
  findAccountEndpoint(
    accountId: number,
    source: WebhookPurpose,
  ): Promise<WebhookEndpoint | undefined>;
  saveAccountEndpoint(endpoint: NewWebhookEndpoint): Promise<WebhookEndpoint>;
  limitAccountEndpoints(accountId: number, inFlightMax: number): Promise<void>;
  removeAccountEndpoint(accountId: number, source: WebhookPurpose): Promise<boolean>;
}

interface OwedWork {
  /** Rows owed in lanes whose name starts so, counted no further than `max`. */
  countOwed(lanePrefix: string, max: number): Promise<number>;
}

/** Who works on what, as the storage has it. */
export type ClusterView = {
  readonly processes: readonly {
    readonly id: number;
    readonly host: string;
    readonly pid: number;
    readonly version: string;
    readonly roles: readonly Role[];
    readonly startedAtMs: number;
    readonly seenAtMs: number;
    readonly draining: boolean;
  }[];
  readonly leases: readonly {
    readonly name: string;
    readonly epoch: number;
    readonly owner: number | null;
    readonly isFree: boolean;
  }[];
  /** The storage's clock. */
  readonly nowMs: number;
};

export type WorkLag = { readonly owed: number; readonly lateMs: number | undefined };

interface SharedWork {
  view(): Promise<ClusterView>;
  drain(processId: number, draining: boolean): Promise<boolean>;
}

interface LateWork {
  findLag(engine: string, owedMax: number): Promise<WorkLag>;
}

/** Settings that the first administrator's link needs. */
export interface SetupSettings {
  saveSetting(name: string, value: string): Promise<void>;
  countAdministrators(): Promise<number>;
}

export interface Installation extends AsyncDisposable {
  readonly storage: {
    readonly accounts: Omit<AccountStore, 'findKeyByHash'>;
    readonly subAccounts: Pick<SubAccountStore, 'listSubAccounts'>;
    readonly addressBook: Pick<
      AddressBookStore,
      'createGroup' | 'listGroups' | 'findGroup' | 'countContacts' | 'addContacts' | 'listContacts'
    >;
    readonly customers: Pick<
      CustomerStore,
      'listCustomers' | 'createSmppUser' | 'changeSmppUser' | 'removeSmppUser' | 'listBinds'
    >;
    readonly operators: Omit<OperatorStore, 'saveBuiltInOperator'>;
    readonly routes: Omit<RouteStore, 'noteChoices'>;
    readonly limits: LimitStore;
    readonly audit: AuditStore;
    readonly health: Pick<HealthStore, 'listHealth'>;
    readonly numbers: NumberStore;
    readonly stops: Pick<StopStore, 'addStop' | 'removeStop' | 'listStops' | 'countStops'>;
    readonly webhooks: EndpointStore;
    readonly jobs: OwedWork;
    readonly lag: LateWork;
    readonly leases: SharedWork;
    readonly settings: SetupSettings;
    /** What a running server has its built-in operator do. */
    readonly simulatorOrders: { addOrder(order: string, atMs: number): Promise<void> };
  };
  readonly sealer: Pick<Sealer, 'seal'>;
  /** What can be told of a webhook's URL without asking anybody. */
  checkUrl(text: string): CheckedUrl;
  /** A new signing secret, in clear. */
  makeSecret(): string;
  /** Where the secret of an account's endpoint stands, for its seal. */
  secretPlace(endpoint: { readonly accountId: number; readonly source: WebhookPurpose }): string;
}
