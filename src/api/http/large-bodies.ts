/** How many large bodies may be in memory at a time: each is there as octets, as text and as values. */

const placesMax = 8;

export class LargeBodies {
  #taken = 0;

  /** What gives the place back, which may be called twice; undefined where none is free. */
  take(): (() => void) | undefined {
    if (this.#taken >= placesMax) return undefined;
    this.#taken += 1;
    let isMine = true;
    return () => {
      if (isMine) this.#taken -= 1;
      isMine = false;
    };
  }
}
