/**
 * Ids of events: stream × 2^45 + sequence, below 2^53. A stream has one writer at a time, by its lease,
 * which commits in the order of its ids: a reader with a cursor for each stream never skips an event.
 * Ids of different streams are not in the order of time.
 */
import { IdSource } from './id-source.ts';
import type { HeldLeases, Lease, LeaseHolder } from './lease.ts';

/** As many processes may write events at a time: 2^53 / 2^45. */
const streams = 256;
const idsOfStream = 2 ** 45;
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
    const { reserve } = this.#ports;
    const ids = await IdSource.open(blockSize, (count) => reserve(stream, count));
    this.#writer = { lease, firstId: stream * idsOfStream, ids };
  }

  async handOver(lease: Lease): Promise<void> {
    this.lost(lease);
  }

  lost(lease: Lease): void {
    if (this.#writer?.lease === lease) this.#writer = undefined;
  }
}
