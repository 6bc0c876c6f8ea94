/** Counts all that happens, keeps the first of each kind, and gives of them no more than a page can show. */

export type Happening = { readonly kind: string; readonly atMs: number };

export type Taken<One> = {
  /** In the order of time; where something was left out, some of each kind. */
  readonly shown: readonly One[];
  readonly seen: number;
  readonly kinds: readonly string[];
};

type OfKind<One> = { seen: number; readonly kept: One[] };

export class Tally<One extends Happening> {
  readonly #max: number;
  readonly #kinds = new Map<string, OfKind<One>>();

  /** `max`: shown at a time, and kept of each kind. */
  constructor(max: number) {
    this.#max = max;
  }

  get isEmpty(): boolean {
    return this.#kinds.size === 0;
  }

  add(one: One): void {
    const ofKind = this.#kinds.get(one.kind) ?? { seen: 0, kept: [] };
    this.#kinds.set(one.kind, ofKind);
    ofKind.seen += 1;
    if (ofKind.kept.length < this.#max) ofKind.kept.push(one);
  }

  /** Begins again. */
  take(): Taken<One> {
    const all = [...this.#kinds.values()];
    const kinds = [...this.#kinds.keys()];
    this.#kinds.clear();
    const seen = all.reduce((sum, ofKind) => sum + ofKind.seen, 0);
    const shown = inTurn(all, this.#max).toSorted((a, b) => a.atMs - b.atMs);
    return { shown, seen, kinds };
  }
}

/** One of each kind after the other: a reply is not lost among a thousand reports. */
function inTurn<One>(all: readonly OfKind<One>[], max: number): readonly One[] {
  const shown: One[] = [];
  for (let round = 0; round < max; round += 1) {
    for (const { kept } of all) {
      const one = kept[round];
      if (one !== undefined && shown.length < max) shown.push(one);
    }
  }
  return shown;
}
