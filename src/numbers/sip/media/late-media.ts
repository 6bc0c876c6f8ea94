/** Media that is opened with its first call: most processes carry none, and a thread costs memory. */
import type { Media, MediaCall, MediaHandlers, MediaOrder } from './media.ts';

export class LateMedia implements Media {
  readonly #open: () => Media;
  #media: Media | undefined;
  #isOver = false;
  #refused = 0;

  constructor(open: () => Media) {
    this.#open = open;
  }

  get counts(): Media['counts'] {
    return this.#media?.counts ?? { calls: 0, ports: 0 };
  }

  /** Calls that were to have ports, and for which none was left. */
  get refused(): number {
    return this.#refused;
  }

  async open(order: MediaOrder, handlers: MediaHandlers): Promise<MediaCall | undefined> {
    if (this.#isOver) return undefined;
    this.#media ??= this.#open();
    const call = await this.#media.open(order, handlers);
    if (call === undefined) this.#refused += 1;
    return call;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    await this.#media?.[Symbol.asyncDispose]();
  }
}
