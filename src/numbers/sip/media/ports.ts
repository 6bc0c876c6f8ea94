/** UDP ports for audio: pairs of an even one for RTP and the next for RTCP, the longest free one first. */

export type PortRange = { readonly first: number; readonly last: number };

/** Moving the list down for each port would cost its length each time. */
const compactAfter = 1_024;

export class PortPairs {
  readonly #random: () => number;
  #free: number[];
  #head = 0;
  #taken = 0;

  /**
   * Begins somewhere in the range: several programs on one machine then seldom try the same ports one
   * after the other, and no stranger knows the next one.
   */
  constructor({ first, last }: PortRange, random: () => number = () => 0) {
    const pairs: number[] = [];
    for (let port = first + (first % 2); port + 1 <= last; port += 2) pairs.push(port);
    this.#free = pairs;
    this.#random = random;
    this.#jump();
  }

  get taken(): number {
    return this.#taken;
  }

  get left(): number {
    return this.#free.length - this.#head;
  }

  /** The RTP port of a pair. */
  take(): number | undefined {
    const port = this.#free[this.#head];
    if (port === undefined) return undefined;
    this.#head += 1;
    this.#taken += 1;
    if (this.#head >= compactAfter) {
      this.#free.splice(0, this.#head);
      this.#head = 0;
    }
    return port;
  }

  /**
   * One that somebody else holds goes to the end, and the next one is taken elsewhere: another program
   * on this range holds its ports side by side.
   */
  passOver(port: number): void {
    this.release(port);
    this.#jump();
  }

  /** Goes to the end: packets of the call before may still come for a while. */
  release(port: number): void {
    this.#free.push(port);
    this.#taken -= 1;
  }

  #jump(): void {
    const at = this.#head + Math.floor(this.#random() * this.left);
    this.#free = [...this.#free.slice(at), ...this.#free.slice(this.#head, at)];
    this.#head = 0;
  }
}

/** So many pairs at the end of the range, of a small one half of it, and the rest. */
export function cutPorts(
  { first, last }: PortRange,
  pairs: number,
): { readonly rest: PortRange; readonly end: PortRange } {
  const even = first + (first % 2);
  const all = Math.floor((last - even + 1) / 2);
  const cut = even + (all - Math.min(pairs, Math.floor(all / 2))) * 2;
  return { rest: { first: even, last: cut - 1 }, end: { first: cut, last } };
}

/** The range in even slices, one for each worker. */
export function slicePorts({ first, last }: PortRange, slices: number): PortRange[] {
  const even = first + (first % 2);
  const pairs = Math.floor((last - even + 1) / 2 / slices);
  return Array.from({ length: slices }, (_, at) => ({
    first: even + at * pairs * 2,
    last: even + (at + 1) * pairs * 2 - 1,
  }));
}
