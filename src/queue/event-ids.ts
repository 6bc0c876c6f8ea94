/**
 * Ids for new events (model/event-ids.ts). A stream has one writer at a time, by its lease, which commits in the
 * order of its ids: a reader with a cursor for each stream never skips an event.
 *
 * Two things would break that order: a commit whose answer was lost may still be in progress when the next
 * one begins, and a writer that was stopped wakes up with ids in its hands. So each transaction with events
 * of a stream holds one row (storage/queries/stream-fence.ts).
 */
import { eventIdOf, streams } from '#model/event-ids.ts';
import { IdSource } from './id-source.ts';
import type { HeldLeases, Lease, LeaseHolder } from './lease.ts';

/** Reserved without being used, at most, when a stream changes hands. */
const blockSize = 100_000;

/** The leases of all streams. */
export const streamLeases: readonly string[] = Array.from({ length: streams }, (_, n) =>
  streamLease(n),
);

function streamLease(stream: number): string {
  return `events#${stream}`;
}

export type EventIdPorts = {
  readonly leases: HeldLeases;
  /** The first of so many numbers of the stream that nobody was or will be given. */
  readonly reserve: (stream: number, count: number) => Promise<number>;
  /**
   * Nothing below this number is stored in the stream from now on. Waits for a transaction that the last
   * writer may have left behind; of later ones of his nothing is kept.
   */
  readonly begin: (stream: number, first: number) => Promise<void>;
};

type Writer = { readonly lease: Lease; readonly firstId: number; readonly ids: IdSource };

export class EventIds implements LeaseHolder {
  readonly #ports: EventIdPorts;
  #writer: Writer | undefined;

  constructor(ports: EventIdPorts) {
    this.#ports = ports;
  }

  /** Undefined while no stream is ours, or its next numbers are on their way. */
  take(): number | undefined {
    const writer = this.#writer;
    if (writer === undefined || !this.#ports.leases.holds(writer.lease)) return undefined;
    const sequence = writer.ids.take();
    return sequence === undefined ? undefined : writer.firstId + sequence;
  }

  async taken(lease: Lease): Promise<void> {
    const stream = streamLeases.indexOf(lease.name);
    const { reserve, begin } = this.#ports;
    const first = await reserve(stream, blockSize);
    await begin(stream, first);
    const ids = IdSource.from(first, blockSize, (count) => reserve(stream, count));
    this.#writer = { lease, firstId: eventIdOf(stream, 0), ids };
  }

  async handOver(lease: Lease): Promise<void> {
    this.lost(lease);
  }

  lost(lease: Lease): void {
    if (this.#writer?.lease === lease) this.#writer = undefined;
  }
}
