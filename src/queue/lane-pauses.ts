/** Lanes that a person has stopped: what owns one hands nothing out until it is resumed, and nothing is lost. */
import type { LaneStore } from './lane-store.ts';

/** What stands in the table, asked for every job that may leave. */
export class LanePauses {
  readonly #store: Pick<LaneStore, 'listPauses'>;
  #paused: ReadonlySet<string> = new Set();

  constructor(store: Pick<LaneStore, 'listPauses'>) {
    this.#store = store;
  }

  async read(): Promise<void> {
    const pauses = await this.#store.listPauses();
    this.#paused = new Set(pauses.map(({ lane }) => lane));
  }

  has(lane: string): boolean {
    return this.#paused.size > 0 && this.#paused.has(lane);
  }
}
