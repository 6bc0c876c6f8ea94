/** Reads the fields of one PDU. It never throws: past the end it answers blanks and remembers that. */

/** Reused by every empty field, so that the common PDU allocates nothing for them. */
export const noOctets: Buffer = Buffer.alloc(0);

export class OctetReader {
  readonly #octets: Buffer;
  #at: number;
  /** The octets ended inside a field. */
  cutShort = false;

  constructor(octets: Buffer, at: number) {
    this.#octets = octets;
    this.#at = at;
  }

  get left(): number {
    return this.#octets.length - this.#at;
  }

  octet(): number {
    if (this.left < 1) return this.#end();
    return this.#octets[this.#at++] ?? 0;
  }

  short(): number {
    return this.octet() * 0x100 + this.octet();
  }

  long(): number {
    return this.short() * 0x1_0000 + this.short();
  }

  /** Up to the NUL; without one, up to the end, which then cut the field short. */
  text(): string {
    const octets = this.#octets;
    const from = this.#at;
    let to = from;
    // Faster than indexOf, which costs a call into the runtime: most fields are short or empty.
    while (to < octets.length && octets[to] !== 0) to++;
    if (to === octets.length) this.cutShort = true;
    this.#at = Math.min(to + 1, octets.length);
    return from === to ? '' : octets.toString('latin1', from, to);
  }

  /** A copy: what is read outlives the chunk of the socket that it came in. */
  octets(count: number): Buffer {
    const taken = Math.min(count, this.left);
    if (taken < count) this.cutShort = true;
    if (taken === 0) return noOctets;
    const copy = Buffer.allocUnsafe(taken);
    this.#octets.copy(copy, 0, this.#at, this.#at + taken);
    this.#at += taken;
    return copy;
  }

  /** Back by a negative count: what was read there is left for others. */
  step(octets: number): void {
    this.#at += octets;
  }

  #end(): number {
    this.cutShort = true;
    this.#at = this.#octets.length;
    return 0;
  }
}
