/**
 * Messages that another process has stored and may not have lived to answer: it was killed between its
 * commit and its OK, and the operator brings them again.
 *
 * Nothing is written for it. A process that hears from an operator over a new link looks at what was stored last
 * of it, and takes each of those once for a repeat, in the first seconds of the link.
 */

import { BoundedMap } from '#core/bounded-map.ts';
import type { Clock } from '#core/clock.ts';
import { keptKey } from '#core/kept-key.ts';
import type { InboundRoute, InboundStore, StoredMessage } from './inbound-store.ts';
import type { LinkKey } from './redeliveries.ts';

/** What an operator keeps is brought again within this. */
const broughtAgainMs = 600_000;
/** Older ones than this before the last were answered while the process lived. */
const inDoubtMs = 10_000;
/** An operator brings again what it holds as soon as it is bound. */
const lookedAtMs = 10_000;
const newestMax = 2_000;
const ownMax = 20_000;

type Doubt = { readonly untilMs: number; readonly counts: Promise<Map<string, number>> };

export class Unanswered {
  readonly #store: Pick<InboundStore, 'newestMessages' | 'answeredUntilMs' | 'saveAnsweredUntil'>;
  readonly #clock: Clock;
  /** Stored by this process, which knows for itself what it has answered. */
  readonly #own: BoundedMap<string, true>;
  readonly #byLink = new WeakMap<LinkKey, Doubt>();

  constructor(
    store: Pick<InboundStore, 'newestMessages' | 'answeredUntilMs' | 'saveAnsweredUntil'>,
    clock: Clock,
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#own = new BoundedMap<string, true>(ownMax);
  }

  /** At once but for the first seconds of a link. Throws `StorageUnavailable` where nobody knows. */
  isRepeat(key: string, operatorId: number, link: LinkKey): boolean | Promise<boolean> {
    const doubt = this.#byLink.get(link) ?? this.#begin(operatorId, link);
    if (this.#clock.monotonicMs() >= doubt.untilMs) return false;
    return doubt.counts.then((counts) => takeOne(counts, key));
  }

  /** This process is about to store it. */
  stores(key: string): void {
    this.#own.set(key, true);
  }

  #begin(operatorId: number, link: LinkKey): Doubt {
    const counts = this.#read(operatorId);
    const doubt = { untilMs: this.#clock.monotonicMs() + lookedAtMs, counts };
    this.#byLink.set(link, doubt);
    // It is asked again with what the operator brings again.
    counts.catch(() => this.#byLink.delete(link));
    return doubt;
  }

  async #read(operatorId: number): Promise<Map<string, number>> {
    const answeredUntilMs = await this.#store.answeredUntilMs();
    const sinceMs = Math.max(this.#clock.nowMs() - broughtAgainMs, answeredUntilMs + 1);
    const stored = await this.#store.newestMessages(operatorId, sinceMs, newestMax);
    const lastMs = Math.max(...stored.map(({ receivedAtMs }) => receivedAtMs));
    const counts = new Map<string, number>();
    for (const message of stored) {
      const key = messageKey(message, message);
      if (message.receivedAtMs < lastMs - inDoubtMs || this.#own.get(key) === true) continue;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return counts;
  }
}

/** All that makes two deliveries different; `place` is that among the parts of a longer text. */
export function messageKey(
  { operatorId, sender, receiver }: InboundRoute,
  { dataCoding, octets }: Pick<StoredMessage, 'dataCoding' | 'octets'>,
  place = '',
): string {
  const said = Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength).toString('latin1');
  return keptKey(`${operatorId} ${sender}>${receiver} ${dataCoding} ${place} ${said}`);
}

function takeOne(counts: Map<string, number>, key: string): boolean {
  const count = counts.get(key) ?? 0;
  if (count > 0) counts.set(key, count - 1);
  return count > 0;
}
