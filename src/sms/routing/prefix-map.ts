/** Values by what numbers begin with; of several that fit the longest counts. */

export class PrefixMap<Value> {
  readonly #values: ReadonlyMap<string, Value>;
  /** Longest first: only lengths that occur are looked for. */
  readonly #lengths: readonly number[];

  constructor(values: ReadonlyMap<string, Value>) {
    this.#values = values;
    this.#lengths = [...new Set([...values.keys()].map(({ length }) => length))].toSorted(
      (a, b) => b - a,
    );
  }

  find(digits: string): Value | undefined {
    for (const length of this.#lengths) {
      if (length > digits.length) continue;
      const found = this.#values.get(digits.slice(0, length));
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
