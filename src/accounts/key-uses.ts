/** Which keys were used since somebody last asked: noted in memory, stored by a loop, away from requests. */
export class KeyUses {
  /** Of keys that exist, so there are no more than those. */
  #used = new Set<number>();

  note(keyId: number): void {
    this.#used.add(keyId);
  }

  take(): readonly number[] {
    const used = [...this.#used];
    this.#used = new Set();
    return used;
  }
}
