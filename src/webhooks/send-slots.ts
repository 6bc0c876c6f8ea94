/**
 * How much this process sends at once, and in whose turn: lanes take turns of a few requests each, and
 * lanes that fail or do not answer share a quarter, since each of their requests may hold its place for
 * 15 seconds. Where they hold all places, because many fell silent at once, the others have some more.
 * Of lanes that were never heard of, each gets one place once half of all are taken.
 */
import { socketsMax } from '#core/socket-budget.ts';

export class SendSlots {
  readonly #max: number;
  #inFlight = 0;
  #failing = 0;

  /** Each request has a socket of its own. */
  constructor(max: number = socketsMax) {
    this.#max = max;
  }

  /** Requests of all lanes that are in progress. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Of a lane that is not failing until it says so. */
  open(): LaneSlots {
    return new LaneSlots((requests, failing) => {
      this.#inFlight += requests;
      this.#failing += failing;
    });
  }

  /** Requests that a lane may begin now. */
  room({ failing, inFlight, isNew }: Pick<LaneSlots, 'failing' | 'inFlight' | 'isNew'>): number {
    const room = this.#max - this.#inFlight;
    const quarter = this.#max / 4;
    if (failing) return Math.min(room, quarter - this.#failing);
    const most = Math.max(room, quarter - (this.#inFlight - this.#failing));
    return isNew && this.#inFlight >= this.#max / 2 ? Math.min(most, 1 - inFlight) : most;
  }
}

/** What one lane holds. */
export class LaneSlots {
  readonly #changed: (requests: number, failing: number) => void;
  #inFlight = 0;
  #failing = false;
  #isNew = true;

  constructor(changed: (requests: number, failing: number) => void) {
    this.#changed = changed;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get failing(): boolean {
    return this.#failing;
  }

  /** Nothing was ever heard of it. */
  get isNew(): boolean {
    return this.#isNew;
  }

  take(): void {
    this.#inFlight += 1;
    this.#changed(1, this.#failing ? 1 : 0);
  }

  release(): void {
    this.#inFlight -= 1;
    this.#changed(-1, this.#failing ? -1 : 0);
  }

  heard(): void {
    this.#isNew = false;
  }

  /** Counts for all that is in flight, too. */
  mark(failing: boolean): void {
    if (failing === this.#failing) return;
    this.#failing = failing;
    this.#changed(0, failing ? this.#inFlight : -this.#inFlight);
  }
}
