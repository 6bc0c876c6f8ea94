/** What routes and prices ask of the storage. They are few, and read whole; each change leaves an audit row. */
import type { Author } from '#core/author.ts';
import type { Millionths } from '#core/money.ts';
import type { RouteReason } from '#model/route-reason.ts';
import type { Move } from './move.ts';
import type { NewRoute, Route } from './route.ts';

/** What a part to a number that begins so costs the customer. */
export type Price = {
  /** 0: of all accounts that have none of their own for as long a prefix. */
  readonly accountId: number;
  readonly prefix: string;
  /** In force from then on, until a later one is; 0: always. */
  readonly fromMs: number;
  readonly price: Millionths;
};

/** The network of numbers that begin so: MCC and MNC. */
export type NetworkPrefix = { readonly prefix: string; readonly network: string };

export type RouteChoice = {
  readonly recipientId: number;
  readonly atMs: number;
  /** Where its parts waited before; null for the first choice. */
  readonly leftOperatorId: number | null;
  readonly operatorId: number;
  readonly reason: RouteReason;
};

export type RouteChange = { readonly set: readonly NewRoute[]; readonly remove: readonly Route[] };

export type PriceChange = { readonly set: readonly Price[]; readonly remove: readonly Price[] };

/** Rows that one call may bring: one commit holds them all. */
export const importMax = 100_000;

export interface RouteStore {
  listRoutes(): Promise<readonly Route[]>;
  /** A route stands once for each prefix, network, grade, senders and operator: the others' values are replaced. */
  setRoutes(routes: readonly NewRoute[], author: Author): Promise<void>;
  removeRoutes(routes: readonly Route[], author: Author): Promise<void>;
  /** Both in one commit: no message finds a table that is half of one and half of the other. */
  changeRoutes(change: RouteChange, author: Author): Promise<void>;
  listPrices(): Promise<readonly Price[]>;
  /** A price stands once for each account, prefix and day. */
  setPrices(prices: readonly Price[], author: Author): Promise<void>;
  removePrices(prices: readonly Price[], author: Author): Promise<void>;
  /** Both in one commit. */
  changePrices(change: PriceChange, author: Author): Promise<void>;
  listNetworks(): Promise<readonly NetworkPrefix[]>;
  /** Takes the place of all that were imported before. */
  replaceNetworks(networks: readonly NetworkPrefix[], author: Author): Promise<void>;
  /** Notes why recipients go where they go; a repeat changes nothing. */
  noteChoices(choices: readonly RouteChoice[]): Promise<void>;
  /** Of one recipient, in the order in which they were made. */
  listChoices(recipientId: number): Promise<readonly RouteChoice[]>;
  /**
   * Moves each recipient whose jobs all stand in the lane that they are moved from, and notes why; the
   * others stay as they are. One answer for each.
   */
  moveParts(moves: readonly Move[]): Promise<readonly boolean[]>;
}
