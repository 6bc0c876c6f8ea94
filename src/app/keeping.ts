/** How the built-in operator's deliveries are kept: many in a commit. */

import { errorFields, type Log } from '#core/log.ts';
import { Batcher } from '#queue/batcher.ts';
import type { Keeping, KeptDelivery } from '#simulator/kept-delivery.ts';
import type { SimulatorStore } from '#simulator/simulator-store.ts';

/** Read at a time. */
const pageMax = 1_000;

export class BatchedKeeping implements Keeping {
  readonly #store: Pick<
    SimulatorStore,
    'keepDeliveries' | 'forgetDeliveries' | 'listDeliveries' | 'hastenDeliveries'
  >;
  readonly #log: Log;
  readonly #kept: Batcher<KeptDelivery, undefined>;
  readonly #forgotten: Batcher<number, undefined>;
  readonly #forgetting = new Set<Promise<void>>();

  constructor(
    store: Pick<
      SimulatorStore,
      'keepDeliveries' | 'forgetDeliveries' | 'listDeliveries' | 'hastenDeliveries'
    >,
    log: Log,
  ) {
    this.#store = store;
    this.#log = log;
    this.#kept = new Batcher<KeptDelivery, undefined>(async (deliveries) => {
      await store.keepDeliveries(deliveries);
      return [];
    });
    this.#forgotten = new Batcher<number, undefined>(async (ids) => {
      await store.forgetDeliveries(ids);
      return [];
    });
  }

  async keep(deliveries: readonly KeptDelivery[]): Promise<void> {
    await Promise.all(deliveries.map((delivery) => this.#kept.add(delivery)));
  }

  forget(id: number): void {
    const forgetting = this.#forgotten.add(id).then(
      () => undefined,
      (error: unknown) => this.#log.warn('simulator.not_forgotten', { id, ...errorFields(error) }),
    );
    this.#forgetting.add(forgetting);
    void forgetting.then(() => this.#forgetting.delete(forgetting));
  }

  hasten(byMs: number): Promise<void> {
    return this.#store.hastenDeliveries(byMs);
  }

  /** What an operator before this one owed, page by page. */
  async *owed(): AsyncGenerator<readonly KeptDelivery[]> {
    for (let afterId = 0; ; ) {
      const page = await this.#store.listDeliveries(afterId, pageMax);
      if (page.length > 0) yield page;
      if (page.length < pageMax) return;
      afterId = page.at(-1)?.id ?? afterId;
    }
  }

  /** What was forgotten by now is not delivered again. */
  async settled(): Promise<void> {
    await Promise.all(this.#forgetting);
  }
}
