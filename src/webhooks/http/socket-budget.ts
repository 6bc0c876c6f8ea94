/** The sockets of all receivers together: when there are too many, an idle one gives way to a new one. */

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

  /** A socket is about to be opened. */
  opening(): void {
    const [longest] = this.#open >= this.#max ? this.#idle : [];
    longest?.stop();
    this.#open += 1;
  }

  closed(connection: Idle): void {
    this.#idle.delete(connection);
    this.#open -= 1;
  }

  becameIdle(connection: Idle): void {
    this.#idle.add(connection);
  }

  becameBusy(connection: Idle): void {
    this.#idle.delete(connection);
  }
}
