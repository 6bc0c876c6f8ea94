/**
 * An event as the engine that caused it sees it: rendered before the transaction, stored in the same
 * commit as its fact, and handed to its lane after it. Only webhooks/ makes one and reads its body.
 */
import { type IdSource, takeId } from './id-source.ts';
import type { Job } from './job.ts';

/**
 * The id of an event, and the subject of its job, until its commit is about to be made: ids follow the
 * order of the commits, so that a reader with a cursor never skips one.
 */
export const unnumbered = 0;

/** The events as their commit stores them. Throws `StorageUnavailable` where no ids are left. */
export function numberEvents(
  events: readonly OwedEvent[],
  ids: Pick<IdSource, 'take'>,
): readonly OwedEvent[] {
  return events.map((event) => {
    const id = takeId(ids);
    const { job, copies } = event;
    const numbered = { ...event, id, job: job && { ...job, subject: id } };
    if (copies === undefined) return numbered;
    return { ...numbered, copies: copies.map((copy) => ({ ...copy, subject: id })) };
  });
}

export type OwedEvent = {
  readonly id: number;
  readonly accountId: number;
  readonly kind: string;
  readonly orderKey: string;
  /** Only if the request named one; else the endpoint's own. */
  readonly url: string | null;
  /** The exact bytes of the request, the same on every attempt. */
  readonly body: Uint8Array;
  readonly createdAtMs: number;
  /** A report of a simulated message. */
  readonly test: boolean;
  /** The delivery that is owed; null where the account has no endpoint. */
  readonly job: Job | null;
  /** Further deliveries of it, to others that want it too. */
  readonly copies?: readonly Job[] | undefined;
};

/** All deliveries that an event owes. */
export function jobsOf({ job, copies }: Pick<OwedEvent, 'job' | 'copies'>): readonly Job[] {
  if (copies === undefined) return job === null ? [] : [job];
  return job === null ? copies : [job, ...copies];
}
