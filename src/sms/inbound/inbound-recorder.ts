/** Received messages on their way to the storage: one commit for all that a turn brought. */
import { Batcher } from '#queue/batcher.ts';
import type { IdSource } from '#queue/id-source.ts';
import { numberEvents, type OwedEvent } from '#queue/owed-event.ts';
import type { InboundItem, InboundResult, InboundStore } from './inbound-store.ts';

export type InboundRecorderPorts = {
  readonly store: Pick<InboundStore, 'recordInbound'>;
  readonly eventIds: Pick<IdSource, 'take'>;
  /** Takes events whose commit has just been done. */
  readonly eventsStored: (events: readonly OwedEvent[]) => void;
};

export class InboundRecorder {
  readonly #ports: InboundRecorderPorts;
  readonly #batcher: Batcher<InboundItem, InboundResult>;

  constructor(ports: InboundRecorderPorts) {
    this.#ports = ports;
    this.#batcher = new Batcher((items) => this.#store(items));
  }

  record(item: InboundItem): Promise<InboundResult> {
    return this.#batcher.add(item);
  }

  async #store(items: readonly InboundItem[]): Promise<readonly InboundResult[]> {
    const { store, eventIds, eventsStored } = this.#ports;
    const numbered = items.map((item) =>
      item.kind === 'part' ? item : { ...item, events: numberEvents(item.events, eventIds) },
    );
    const results = await store.recordInbound(numbered);
    const events = numbered.flatMap((item, index) =>
      item.kind === 'message' && results[index]?.kind === 'stored' ? item.events : [],
    );
    if (events.length > 0) eventsStored(events);
    return results;
  }
}
