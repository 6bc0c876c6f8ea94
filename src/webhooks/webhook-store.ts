/** What webhooks ask of the storage. Events themselves are stored by the commit of the fact that caused them. */
import type { Author } from '#core/author.ts';
import type { DueQuery, Job, Owed, Retry } from '#queue/job.ts';

import type { DeliverySettings, Endpoint, EndpointSecret, EndpointSource } from './endpoint.ts';
import type { FaultKind } from './http/fault.ts';

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
  /** What the duration went to. */
  readonly phases: AttemptPhases;
  /** Where it was posted, without what follows the first 2,048 characters; empty if nothing was sent. */
  readonly url: string;
  /** The address that was connected to; empty if none was. */
  readonly ip: string;
  readonly responseHead: string;
  readonly responseBody: string;
};

/** Whole milliseconds; on a kept connection the first three are 0. */
export type AttemptPhases = {
  readonly resolveMs: number;
  readonly connectMs: number;
  readonly tlsMs: number;
  /** From the request to the end of its answer. */
  readonly answerMs: number;
};

export type DeliverySettlement = {
  readonly job: Job;
  readonly attempt: Attempt;
  /** Whose it is; undefined where no webhook is settled. It is told to live pages, and not stored. */
  readonly whose?: Pick<Delivery, 'accountId' | 'test'> | undefined;
  /** What went wrong where no status says it. It is counted, and not stored. */
  readonly fault?: FaultKind | undefined;
  /** Undefined: the job is done with, whatever the outcome was. */
  readonly retry?: Pick<Retry, 'lease' | 'dueAtMs' | 'attempt'> | undefined;
};

/** What a lane's breaker must remember beyond the process. */
export type LaneState = {
  readonly lane: string;
  readonly openUntilMs: number;
  readonly failures: number;
  readonly failingSinceMs: number;
  /** Attempts that failed since the last success. */
  readonly failedAttempts: number;
  /** How many of the warnings before the endpoint is given up have been told. */
  readonly warned: number;
};

/** Attempts at an endpoint in an hour that ended alike, and took about as long. */
export type AttemptCount = {
  readonly endpointId: number;
  /** A whole hour, UTC. */
  readonly startsAtMs: number;
  readonly outcome: 'delivered' | 'failed';
  /** Of `core/delays.ts`; 0: nothing was sent, as the address is not allowed. */
  readonly bucket: number;
  readonly attempts: number;
};

export type NewEndpoint = {
  readonly accountId: number;
  readonly source: EndpointSource;
  readonly url: string;
  /** Newest first. */
  readonly secrets: readonly EndpointSecret[];
  readonly createdAtMs: number;
};

/** What is asked of a lane's table, by `key` unless said otherwise. */
export type DeliveryQuery = DueQuery & { readonly ordering?: DeliverySettings['ordering'] };

/** What of a lane failed so often at least, and has a body that begins so. */
export type PutOffQuery = {
  readonly lane: string;
  readonly attemptsMin: number;
  readonly bodyStart: Uint8Array;
  readonly limit: number;
};

export interface WebhookStore {
  findEndpoint(endpointId: number): Promise<Endpoint | undefined>;
  /** The account's own endpoint of that source. */
  findAccountEndpoint(accountId: number, source: EndpointSource): Promise<Endpoint | undefined>;
  /** All but those of `request`, in the order in which they were made. */
  listAccountEndpoints(accountId: number): Promise<readonly Endpoint[]>;
  /** Makes the account's endpoint, or gives the one it has this URL and makes it active again. */
  saveAccountEndpoint(endpoint: NewEndpoint): Promise<Endpoint>;
  /** How many requests at a time the account's own endpoints get. */
  limitAccountEndpoints(accountId: number, inFlightMax: number): Promise<void>;
  removeAccountEndpoint(accountId: number, source: EndpointSource): Promise<boolean>;
  /** Any of the account's lanes of request-given URLs: all of them share one secret. */
  findRequestEndpoint(accountId: number): Promise<Endpoint | undefined>;
  /** Finds or makes the lane of an origin; undefined when the account has `originsMax` of them. */
  endpointForOrigin(endpoint: NewEndpoint, originsMax: number): Promise<Endpoint | undefined>;
  /** One that is active: what people have decided meanwhile stands. */
  disableEndpoint(
    endpointId: number,
    why: { readonly reason: string; readonly atMs: number },
  ): Promise<void>;
  /** What its requests are signed with besides the usual; false where it is gone. */
  saveSignatures(
    endpoint: Pick<Endpoint, 'id' | 'accountId'>,
    signing: Pick<DeliverySettings, 'signatures' | 'sealedSigningKey'>,
    author: Author,
  ): Promise<boolean>;
  /** By due time; without jobs that an older one with the same order key and 1 to 4 attempts holds back. */
  dueDeliveries(query: DeliveryQuery): Promise<readonly Owed<Delivery>[]>;
  /** Jobs of a lane that failed and hold back others, oldest first: of their key those with 1 to 4 attempts. */
  jobsInRetry(
    lane: string,
    limit: number,
    ordering?: DeliverySettings['ordering'],
  ): Promise<readonly Job[]>;
  /** Oldest first; past `limit` the newest ones. */
  putOffDeliveries(query: PutOffQuery): Promise<readonly Owed<Delivery>[]>;
  /**
   * One commit. A retry of a job whose attempt or whose lease has moved on changes nothing; a success
   * is taken from anybody, because it happened.
   */
  settleDeliveries(settlements: readonly DeliverySettlement[]): Promise<void>;
  findLaneStates(engine: string): Promise<readonly LaneState[]>;
  saveLaneStates(states: readonly LaneState[]): Promise<void>;
  /** Added to what is counted; of these endpoints forgets the hours before `beforeMs`. */
  countAttempts(counts: readonly AttemptCount[], beforeMs: number): Promise<void>;
}
