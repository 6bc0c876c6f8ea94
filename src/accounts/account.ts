/** An account: who sends, in which currency it pays, and what is left. */
import type { Millionths } from '#core/money.ts';

export type AccountState = 'active' | 'disabled' | 'blocked';

export type Account = {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  /** ISO 4217. */
  readonly currency: string;
  /** ISO 3166, upper case: national numbers are read as numbers of this country. */
  readonly homeCountry: string;
  readonly state: AccountState;
  readonly balance: Millionths;
  /** What test keys spend. */
  readonly testBalance: Millionths;
  readonly createdAtMs: number;
  /** The account that it stands under; null for one of its own. */
  readonly parentId: number | null;
  /** Since when it is no more; its messages stay. */
  readonly removedAtMs: number | null;
};

/** What an administrator says of a new account. */
export type NewAccount = {
  readonly name: string;
  readonly email: string;
  readonly currency: string;
  readonly homeCountry: string;
  readonly balance: Millionths;
  readonly testBalance: Millionths;
  readonly createdAtMs: number;
};

export type AccountChange = {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  readonly state?: AccountState | undefined;
  readonly homeCountry?: string | undefined;
};
