/** What people's changes of endpoints ask of the storage. Each raises the version of the settings and is audited. */

import type { Author } from '#core/author.ts';
import type { ReplySignatureMethod } from '#core/signature-words.ts';
import type { KeyMode } from '#model/key-mode.ts';
import type { Job } from '#queue/job.ts';
import type { DeliverySettings, Endpoint, EndpointSecret } from '../endpoint.ts';
import type {
  Attempt,
  AttemptCount,
  LaneState,
  NewEndpoint,
  WebhookStore,
} from '../webhook-store.ts';
import type { NewReplay, Replay, ReplayStep, ScannedEvent } from './replay-store.ts';

export type EndpointChange = {
  readonly url?: string | undefined;
  readonly events?: readonly string[] | undefined;
  readonly settings?: Partial<DeliverySettings> | undefined;
};

/** Endpoints of all accounts that nothing is sent to. */
export type AtRest = { readonly paused: number; readonly disabled: number };

/** How a held endpoint goes on. */
export type Resumption = {
  /** No job of its lane expires before. */
  readonly expiryFloorMs: number;
  /** What was owed before that is dropped; 0: nothing. */
  readonly dropBeforeMs: number;
};

export type EndpointStanding = {
  readonly owed: number;
  /** When the delivery expires that has been tried longest, or else has waited longest; null: none is owed. */
  readonly headExpiresAtMs: number | null;
  /** Undefined: its lane has never failed. */
  readonly state: LaneState | undefined;
  /** When the first of what is pending is due; null: none is owed. */
  readonly dueAtMs: number | null;
};

/** A delivery that has not ended: it waits for its first attempt, or for another. */
export type PendingDelivery = {
  readonly eventId: number;
  readonly endpointId: number;
  /** Made until now. */
  readonly attempts: number;
  readonly dueAtMs: number;
  readonly endpointState: Endpoint['state'];
  /** Of the lane's circuit breaker. */
  readonly openUntilMs: number;
};

/** An attempt with its place in the log. */
export type LoggedAttempt = Attempt & { readonly id: number };

export type EventSummary = {
  readonly id: number;
  readonly kind: string;
  readonly orderKey: string;
  readonly url: string | null;
  readonly createdAtMs: number;
  readonly test: boolean;
};

/** Received by every endpoint; not received by one, or pending there; or no endpoint subscribed. */
export const eventOutcomes = ['delivered', 'undelivered', 'nobody'] as const;
export type EventOutcome = (typeof eventOutcomes)[number];

export type EventCount = {
  readonly kind: string;
  readonly outcome: EventOutcome;
  readonly events: number;
};

/** A time of an account's events, with the ids that they may have, both inclusive; `untilMs` is exclusive. */
export type EventTime = {
  readonly fromMs?: number | undefined;
  readonly untilMs?: number | undefined;
  readonly spans: readonly { readonly first: number; readonly last: number }[];
};

export type KeptReplySigner = {
  readonly method: ReplySignatureMethod;
  /** Sealed for the place that `replySecretPlace` names. */
  readonly sealedSecret: string;
};

export interface EndpointStore extends Pick<WebhookStore, 'findEndpoint'> {
  countAtRest(): Promise<AtRest>;
  /** Endpoints of all accounts that have taken nothing since a failure, by their ids. */
  listFailing(): Promise<readonly number[]>;
  /** With those of URLs that requests have named. */
  listEndpoints(accountId: number, limit: number): Promise<readonly Endpoint[]>;
  /** Undefined where the account has `max` of them. */
  addEndpoint(
    endpoint: NewEndpoint & Required<EndpointChange>,
    max: number,
    author: Author,
  ): Promise<Endpoint | undefined>;
  changeEndpoint(
    endpointId: number,
    change: EndpointChange,
    author: Author,
  ): Promise<Endpoint | undefined>;
  /** What it is owed is dropped by the owner of its lane. */
  removeEndpoint(endpointId: number, author: Author): Promise<boolean>;
  /** False where it is paused already. */
  pauseEndpoint(endpointId: number, author: Author): Promise<boolean>;
  /** False where it is active already. Its lane begins again. */
  resumeEndpoint(endpointId: number, how: Resumption, author: Author): Promise<boolean>;
  /** False where its secrets are others by now. Endpoints of requests share theirs within their account. */
  saveSecrets(
    endpoint: Pick<Endpoint, 'id' | 'accountId' | 'source' | 'secrets'>,
    secrets: readonly EndpointSecret[],
    what: {
      readonly action: 'endpoint.rotate' | 'endpoint.revoke' | 'endpoint.secret-shown';
      readonly author: Author;
    },
  ): Promise<boolean>;
  /** Settles a job unsent, and has the lane's owner forget what it holds; false where it was gone. */
  skipJob(job: Job, attempt: Attempt, author: Author): Promise<boolean>;
  /** The job that the others of a lane wait for. */
  headOfLane(lane: string): Promise<Job | undefined>;
  /** How each of these endpoints does, in one query; what is pending is counted no further than `owedMax`. */
  standingsOf(
    endpointIds: readonly number[],
    owedMax: number,
  ): Promise<ReadonlyMap<number, EndpointStanding>>;
  /** Of one mode alone, where it is named. */
  findEvent(accountId: number, eventId: number, mode?: KeyMode): Promise<EventSummary | undefined>;
  /**
   * Newest first, of those before an id; of one mode and of some families alone, where they are named.
   * With `afterId` the oldest first, of those above it.
   */
  listEvents(
    accountId: number,
    beforeId: number,
    limit: number,
    only?: {
      readonly mode?: KeyMode;
      readonly families?: readonly string[] | undefined;
      readonly time?: EventTime;
      readonly afterId?: number | undefined;
    },
  ): Promise<readonly EventSummary[]>;
  /** Where events of a time are; sought once, for all pages of a list. */
  eventTime(accountId: number, within: Omit<EventTime, 'spans'>): Promise<EventTime>;
  /** How many of the newest `max` events of a time are of each kind. */
  countKinds(accountId: number, max: number, time: EventTime): Promise<ReadonlyMap<string, number>>;
  /** The same, told apart by what became of their deliveries as well. */
  countOutcomes(accountId: number, max: number, time: EventTime): Promise<readonly EventCount[]>;
  /** Those with these ids, oldest first. */
  eventsOf(accountId: number, ids: readonly number[]): Promise<readonly EventSummary[]>;
  /** Of an event, or of several; oldest first. */
  attemptsOf(eventIds: readonly number[], limit: number): Promise<readonly LoggedAttempt[]>;
  /** What endpoints are still owed of these events, in the order in which it was owed. */
  pendingOf(eventIds: readonly number[], limit: number): Promise<readonly PendingDelivery[]>;
  /** Attempts at an endpoint, newest first, of the newest 2,000 events of its account. */
  lastAttempts(
    endpoint: Pick<Endpoint, 'id' | 'accountId'>,
    limit: number,
  ): Promise<readonly LoggedAttempt[]>;
  /** Attempts of an endpoint that were not received, newest first, of those before an id. */
  failedAttempts(
    endpointId: number,
    beforeId: number,
    limit: number,
    mode?: KeyMode,
  ): Promise<readonly LoggedAttempt[]>;
  /** In the order of their hours; `untilMs` is exclusive. */
  attemptCounts(
    endpointId: number,
    fromMs: number,
    untilMs: number,
  ): Promise<readonly AttemptCount[]>;

  /** Undefined where one is in progress for that endpoint. */
  createReplay(replay: NewReplay): Promise<Replay | undefined>;
  /** An account's last ones, newest first; of one mode, those that a key of it has begun. */
  listReplays(accountId: number, limit: number, mode?: KeyMode): Promise<readonly Replay[]>;
  runningReplays(limit: number): Promise<readonly Replay[]>;
  /** What is made stays owed; false where it is not in progress, or not of the mode that is named. */
  cancelReplay(replay: Pick<Replay, 'id' | 'accountId' | 'mode'>, author: Author): Promise<boolean>;
  /** In the order of their ids. */
  scanEvents(accountId: number, afterId: number, limit: number): Promise<readonly ScannedEvent[]>;
  /** Of these events, those that the endpoint has received, and those that it is still owed. */
  standingOf(
    endpointId: number,
    lane: string,
    events: readonly ScannedEvent[],
  ): Promise<{ readonly received: ReadonlySet<number>; readonly owed: ReadonlySet<number> }>;
  /** Of the jobs with these ids, how many are still owed. */
  countJobs(firstId: number, lastId: number): Promise<number>;
  putJobs(jobs: readonly Job[]): Promise<void>;
  /** One commit; false where another process has gone on meanwhile, and nothing was done. */
  advanceReplay(replay: Replay, step: ReplayStep, jobs: readonly Job[]): Promise<boolean>;

  findReplySigner(accountId: number): Promise<KeptReplySigner | undefined>;
  /** Null takes it away. */
  saveReplySigner(accountId: number, signer: KeptReplySigner | null, author: Author): Promise<void>;
}
