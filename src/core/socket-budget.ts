/** The sockets of all peers that an engine connects to, together: when there are too many, an idle one gives way to a new one. */

/** Well below the file descriptors a process is usually given. */
export const socketsMax = 2_000;

type Idle = { stop(): void };

export class SocketBudget {
  readonly #max: number;
  #open = 0;
  /** The one idle for longest is first. */
  readonly #idle = new Set<Idle>();

  constructor(max: number = socketsMax) {
    this.#max = max;
  }

  get open(): number {
    return this.#open;
  }

  /** False: as many as there may be; the one that is idle for longest closes, and there may be room later. */
  makeRoom(): boolean {
    if (this.#open < this.#max) return true;
    this.#longestIdle?.stop();
    return false;
  }

  /** A socket is about to be opened. */
  opening(): void {
    if (this.#open >= this.#max) this.#longestIdle?.stop();
    this.#open += 1;
  }

  /** `connection` undefined: it never came about. */
  closed(connection?: Idle): void {
    if (connection !== undefined) this.#idle.delete(connection);
    this.#open -= 1;
  }

  becameIdle(connection: Idle): void {
    this.#idle.add(connection);
  }

  becameBusy(connection: Idle): void {
    this.#idle.delete(connection);
  }

  get #longestIdle(): Idle | undefined {
    return this.#idle.values().next().value;
  }
}
