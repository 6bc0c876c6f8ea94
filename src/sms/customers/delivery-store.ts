/** What deliveries to SMPP users ask of the storage: the queue of events, with another receiver than a URL. */
import type { DueQuery, Job, Owed } from '#queue/job.ts';

/** An event on its way to a bind. */
export type CustomerDelivery = {
  readonly eventId: number;
  /** A deliver_sm, the same octets on every attempt but for the sequence number. */
  readonly body: Uint8Array;
};

/** `dropped`: there is no such user any more, or no bind could ever take it. */
export type DeliveryOutcome = 'delivered' | 'retry' | 'expired' | 'dropped';

/** How an attempt ended, and with `retry` when the next one comes. */
export type CustomerSettlement = {
  readonly job: Job;
  readonly userId: number;
  readonly atMs: number;
  readonly outcome: DeliveryOutcome;
  /** The customer's command_status; 0 with a delivery and where it gave none. */
  readonly status: number;
  readonly error: string;
  readonly durationMs: number;
  /** Of the bind. */
  readonly address: string;
  readonly retry: { readonly dueAtMs: number; readonly attempt: number } | undefined;
};

export interface CustomerDeliveryStore {
  /** By due time; without jobs that an older one with the same order key and 1 to 4 attempts holds back. */
  dueDeliveries(query: DueQuery): Promise<readonly Owed<CustomerDelivery>[]>;
  /** Jobs of a lane with 1 to 4 failed attempts, oldest first: they hold back the others of their key. */
  jobsInRetry(lane: string, limit: number): Promise<readonly Job[]>;
  /** One commit. A retry of a job whose attempt has moved on changes nothing. */
  settleDeliveries(settlements: readonly CustomerSettlement[]): Promise<void>;
}
