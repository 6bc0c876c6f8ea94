/** Lanes that a person has stopped: what owns one hands nothing out until it is resumed, and nothing is lost. */
import type { Author } from '#core/author.ts';

export type LanePause = {
  readonly lane: string;
  readonly sinceMs: number;
  /** Who stopped it. */
  readonly actor: string;
};

export interface LanePauseStore {
  listPauses(): Promise<readonly LanePause[]>;
  /** False where it is paused already. Every process hears of it as of a setting. */
  pauseLane(lane: string, author: Author): Promise<boolean>;
  /** False where it is not paused. */
  resumeLane(lane: string, author: Author): Promise<boolean>;
}

/** What stands in the table, asked for every job that may leave. */
export class LanePauses {
  readonly #store: Pick<LanePauseStore, 'listPauses'>;
  #paused: ReadonlySet<string> = new Set();

  constructor(store: Pick<LanePauseStore, 'listPauses'>) {
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
