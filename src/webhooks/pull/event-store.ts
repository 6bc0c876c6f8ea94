/** What reading events by cursors asks of the storage, and events that no other fact brings along. */
import type { KeyMode } from '#model/key-mode.ts';
import type { OwedEvent } from '#queue/owed-event.ts';

/** A stream of event ids that has been used. */
export type StreamHead = {
  readonly stream: number;
  /** Of the last event that is stored there; 0 where none is. */
  readonly lastId: number;
};

/** An event without its body. */
export type EventHead = {
  readonly id: number;
  readonly kind: string;
  /** What it is about: `307/33639980001`. */
  readonly orderKey: string;
  readonly createdAtMs: number;
  readonly test: boolean;
  readonly bodyBytes: number;
};

export type EventSpan = {
  readonly accountId: number;
  /** Undefined: those of both. */
  readonly mode?: KeyMode | undefined;
  /** Ids above this … */
  readonly after: number;
  /** … and below that, both of one stream. */
  readonly before: number;
  readonly limit: number;
};

export interface EventStore {
  /** One commit: numbered events and what they owe. */
  addEvents(events: readonly OwedEvent[]): Promise<void>;
  /** Streams from which events were ever stored, with their last ones. */
  listStreams(): Promise<readonly StreamHead[]>;
  /** The last event that was forgotten of each stream, where one was. */
  listForgotten(): Promise<readonly StreamHead[]>;
  /** An account's events in the order of their ids. */
  findEvents(span: EventSpan): Promise<readonly EventHead[]>;
  /** By event id; those that are not there any more are missing. */
  findBodies(eventIds: readonly number[]): Promise<ReadonlyMap<number, Uint8Array>>;
  /** Whose events lie between, in their order, each event once. */
  findAccounts(span: Omit<EventSpan, 'accountId'>): Promise<readonly number[]>;
}
