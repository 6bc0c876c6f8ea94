/** What webhooks ask of the storage. Events themselves are stored by the commit of the fact that caused them. */
import type { DueQuery, Job, Owed, Retry } from '#queue/job.ts';

/**
 * `reply` and `report` are the two URLs an administrator or a client sets for an account; `request` is
 * the lane of all URLs of one origin (scheme, host, port) that requests have named.
 */
export type EndpointSource = 'reply' | 'report' | 'request';

export type Endpoint = {
  readonly id: number;
  readonly accountId: number;
  readonly source: EndpointSource;
  /** The URL, or for `request` the origin alone. */
  readonly url: string;
  readonly state: 'active' | 'paused' | 'disabled';
  /** Why it is disabled; empty otherwise. */
  readonly reason: string;
  /** `whsec_…`, newest first, each sealed for the place that `secretPlace` in signature.ts names. */
  readonly sealedSecrets: readonly string[];
  /** Requests at a time, 1 to 64. */
  readonly inFlightMax: number;
};

/** What one attempt needs besides its job and its endpoint. */
export type Delivery = {
  readonly eventId: number;
  readonly accountId: number;
  readonly kind: string;
  readonly url: string | null;
  readonly body: Uint8Array;
  readonly createdAtMs: number;
  readonly test: boolean;
};

export type AttemptOutcome =
  | 'delivered'
  | 'retry'
  | 'expired'
  | 'superseded'
  | 'gone'
  | 'dropped'
  | 'forbidden';

/** One line of the attempt log; the last one of a job is its result. */
export type Attempt = {
  readonly eventId: number;
  readonly endpointId: number;
  readonly jobId: number;
  /** 1 is the first. */
  readonly n: number;
  readonly atMs: number;
  readonly outcome: AttemptOutcome;
  /** The HTTP status; 0 where none came. */
  readonly status: number;
  /** In words; empty for a success. */
  readonly error: string;
  readonly durationMs: number;
  /** The address that was connected to; empty if none was. */
  readonly ip: string;
  readonly responseHead: string;
  readonly responseBody: string;
};

export type DeliverySettlement = {
  readonly job: Job;
  readonly attempt: Attempt;
  /** Undefined: the job is done with, whatever the outcome was. */
  readonly retry?: Pick<Retry, 'lease' | 'dueAtMs' | 'attempt'> | undefined;
};

/** What a lane's breaker must remember beyond the process. */
export type LaneState = {
  readonly lane: string;
  readonly openUntilMs: number;
  readonly failures: number;
  readonly failingSinceMs: number;
};

export type NewEndpoint = {
  readonly accountId: number;
  readonly source: EndpointSource;
  readonly url: string;
  readonly sealedSecret: string;
  readonly createdAtMs: number;
};

export interface WebhookStore {
  findEndpoint(endpointId: number): Promise<Endpoint | undefined>;
  /** The account's own endpoint of that source. */
  findAccountEndpoint(accountId: number, source: EndpointSource): Promise<Endpoint | undefined>;
  /** Makes the account's endpoint, or gives the one it has this URL and makes it active again. */
  saveAccountEndpoint(endpoint: NewEndpoint): Promise<Endpoint>;
  /** How many requests at a time the account's own endpoints get. */
  limitAccountEndpoints(accountId: number, inFlightMax: number): Promise<void>;
  removeAccountEndpoint(accountId: number, source: EndpointSource): Promise<boolean>;
  /** Any of the account's lanes of request-given URLs: all of them share one secret. */
  findRequestEndpoint(accountId: number): Promise<Endpoint | undefined>;
  /** Finds or makes the lane of an origin; undefined when the account has `originsMax` of them. */
  endpointForOrigin(endpoint: NewEndpoint, originsMax: number): Promise<Endpoint | undefined>;
  disableEndpoint(endpointId: number, reason: string): Promise<void>;
  /** By due time; without jobs that an older one with the same order key and 1 to 4 attempts holds back. */
  dueDeliveries(query: DueQuery): Promise<readonly Owed<Delivery>[]>;
  /** Jobs of a lane with 1 to 4 failed attempts, oldest first: they hold back the others of their key. */
  jobsInRetry(lane: string, limit: number): Promise<readonly Job[]>;
  /**
   * One commit. A retry of a job whose attempt or whose lease has moved on changes nothing; a success
   * is taken from anybody, because it happened.
   */
  settleDeliveries(settlements: readonly DeliverySettlement[]): Promise<void>;
  findLaneStates(engine: string): Promise<readonly LaneState[]>;
  saveLaneStates(states: readonly LaneState[]): Promise<void>;
}
