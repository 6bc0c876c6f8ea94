/** Our numbers as they stand now: read whole, asked for every message that comes in or names one. */

import type { OwnNumber } from '#model/own-number.ts';
import type { NumberStore } from './number-store.ts';
import type { ShortNumberUse } from './short-number-use.ts';

export class NumberDirectory {
  readonly #byDigits: ReadonlyMap<string, OwnNumber>;
  readonly #byId: ReadonlyMap<number, OwnNumber>;
  readonly #useOfAccount: ReadonlyMap<number, ShortNumberUse>;
  readonly #usesOfNumber: ReadonlyMap<number, readonly ShortNumberUse[]>;

  private constructor(numbers: readonly OwnNumber[], uses: readonly ShortNumberUse[]) {
    this.#byDigits = new Map(numbers.map((number) => [number.digits, number]));
    this.#byId = new Map(numbers.map((number) => [number.id, number]));
    this.#useOfAccount = new Map(uses.map((use) => [use.accountId, use]));
    this.#usesOfNumber = Map.groupBy(uses, ({ numberId }) => numberId);
  }

  static async read(
    store: Pick<NumberStore, 'listNumbers' | 'listShortNumberUses'>,
  ): Promise<NumberDirectory> {
    return new NumberDirectory(await store.listNumbers(), await store.listShortNumberUses());
  }

  /** In digits, as `numberDigits` makes them. */
  find(digits: string): OwnNumber | undefined {
    return this.#byDigits.get(digits);
  }

  /** The one that the account sends from unless it says otherwise. */
  shortNumberOf(accountId: number): OwnNumber | undefined {
    const use = this.#useOfAccount.get(accountId);
    return use && this.#byId.get(use.numberId);
  }

  /** Short numbers of nobody alone, the oldest first: what an account without one answers STOP by. */
  sharedShortNumbers(): readonly OwnNumber[] {
    return [...this.#byId.values()]
      .filter(({ kind, accountId }) => kind === 'short' && accountId === null)
      .filter((number) => takesSms(number))
      .toSorted((a, b) => a.id - b.id);
  }

  /** Every account that the number serves. */
  accountsOf({ id, accountId }: OwnNumber): readonly number[] {
    if (accountId !== null) return [accountId];
    return (this.#usesOfNumber.get(id) ?? []).map((use) => use.accountId);
  }

  /** The account that has this word on the number. */
  accountOfKeyword({ id }: OwnNumber, keyword: string): number | undefined {
    if (keyword === '') return undefined;
    return this.#usesOfNumber.get(id)?.find((use) => use.keyword === keyword)?.accountId;
  }

  /** Whether the account may send from the number. */
  maySendFrom(accountId: number, number: OwnNumber): boolean {
    return takesSms(number) && this.accountsOf(number).includes(accountId);
  }
}

function takesSms({ state, takesSms: isMeantFor }: OwnNumber): boolean {
  return state === 'active' && isMeantFor;
}
