/** Tells once, after the work of this turn, that there is room for requests. */
export class ReadySignal {
  readonly #hasRoom: () => boolean;
  readonly #ready: () => void;
  #isDue = false;

  /** `tell` looks at the room again: much may have passed. */
  constructor(hasRoom: () => boolean, tell: () => void) {
    this.#hasRoom = hasRoom;
    this.#ready = () => {
      this.#isDue = false;
      tell();
    };
  }

  schedule(): void {
    if (this.#isDue || !this.#hasRoom()) return;
    this.#isDue = true;
    queueMicrotask(this.#ready);
  }
}
