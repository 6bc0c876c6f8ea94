/** Which account sends from a short number. */

/** The short number that an account sends from. */
export type ShortNumberUse = {
  readonly accountId: number;
  readonly numberId: number;
  /** A first word, in capitals, that leads a message on a shared number to this account; empty: none. */
  readonly keyword: string;
};
