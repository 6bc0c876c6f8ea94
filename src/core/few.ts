/** What is heavy, at most so many times at once; undefined: the others come back later. */
export class Few {
  readonly #max: number;
  #underWay = 0;

  constructor(max: number) {
    this.#max = max;
  }

  async run<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
    if (this.#underWay >= this.#max) return undefined;
    this.#underWay += 1;
    try {
      return await work();
    } finally {
      this.#underWay -= 1;
    }
  }
}
