/**
 * Hands events to the thread that delivers them, right after their commit, so that they are not read again: what a
 * turn stores crosses together. While that thread is behind it is told of the lanes alone, and reads the table.
 */
import type { MessagePort } from 'node:worker_threads';
import { atTurnEnd } from '#core/turns.ts';
import type { Job } from '#queue/job.ts';
import { engineOf } from '#queue/lane.ts';
import { jobsOf, type OwedEvent } from '#queue/owed-event.ts';
import { endpointOfLane } from '#webhooks/owed-delivery.ts';
import { eventBytesMax, gapBytesMax, packEvent, packGap } from './packed-events.ts';
import { RingWriter, type SharedRing } from './shared-ring.ts';

/** From one thread to the one that delivers. */
export type EventLine = { readonly ring: SharedRing; readonly wake: MessagePort };

type Ports = {
  readonly line: { readonly ring: SharedRing; readonly wake: Pick<MessagePort, 'postMessage'> };
  /** Says which lanes have jobs in the table. */
  readonly hint: (lanes: ReadonlySet<string>) => void;
};

/** Endpoints whose events were not handed over; of further ones the next look at the table finds them. */
const missedMax = 10_000;

export class EventSender {
  readonly #ring: RingWriter;
  readonly #hint: Ports['hint'];
  /** What is told before anything else is handed over, so that lanes keep their order. */
  readonly #missed = new Set<number>();
  #missedId = 0;
  #isPublishing = false;

  constructor({ line, hint }: Ports) {
    this.#ring = new RingWriter(line.ring, line.wake);
    this.#hint = hint;
  }

  send(events: readonly OwedEvent[]): void {
    const missed = new Set<string>();
    for (const event of events) {
      const jobs = jobsOf(event).filter(isWebhooks);
      if (jobs.length === 0 || this.#hand(event, jobs)) continue;
      this.#missedId = event.id;
      for (const { lane } of jobs) {
        missed.add(lane);
        if (this.#missed.size < missedMax) this.#missed.add(endpointOfLane(lane));
      }
    }
    if (missed.size > 0) this.#hint(missed);
    this.#publishSoon();
  }

  /** False: there is no room. */
  #hand(event: OwedEvent, jobs: readonly Job[]): boolean {
    if (this.#missed.size > 0 && !this.#tellGap()) return false;
    const handed = { event, jobs };
    return this.#ring.write(eventBytesMax(handed), (views, at) => packEvent(handed, views, at));
  }

  /** Not before there is room for more. */
  #tellGap(): boolean {
    if (this.#ring.isHalfFull) return false;
    const told = { lastId: this.#missedId, endpointIds: [...this.#missed] };
    if (!this.#ring.write(gapBytesMax(told), (views, at) => packGap(told, views, at))) return false;
    this.#missed.clear();
    return true;
  }

  #publishSoon(): void {
    if (this.#isPublishing) return;
    this.#isPublishing = true;
    atTurnEnd('send', () => {
      this.#isPublishing = false;
      this.#ring.publish();
    });
  }
}

/** An SMPP user's is delivered where its binds are. */
function isWebhooks({ lane }: Job): boolean {
  return engineOf(lane) === 'webhook';
}
