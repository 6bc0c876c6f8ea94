/** An account: who sends, in which currency it pays, and what is left. */
import type { Millionths } from '#core/money.ts';

export const accountStates = ['active', 'disabled', 'blocked'] as const;

export type AccountState = (typeof accountStates)[number];

/** Why an account does nothing; undefined: it does. */
export const closedWords = {
  active: undefined,
  disabled: 'account is disabled',
  blocked: 'account is blocked',
} as const satisfies Readonly<Record<AccountState, string | undefined>>;

/**
 * Whether texts may be written in characters of the GSM alphabet that look alike: signs, or letters
 * without their marks as well.
 */
export const transliterations = ['off', 'punctuation', 'letters'] as const;

export type Transliteration = (typeof transliterations)[number];

/** Where a request may carry its key: in the query too, in body or header, or in a header alone. */
export const keyPlaces = ['any', 'body', 'header'] as const;

export type KeyPlaces = (typeof keyPlaces)[number];

/** Elements that are named like the members of JSON, or that are all called `entry`, in the same order. */
export const xmlForms = ['named', 'positional'] as const;

export type XmlForm = (typeof xmlForms)[number];

/** What test keys of a new account may spend: 100 units, some thousand messages. */
export const testMoney = 100_000_000 as Millionths;

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
  /** Of messages that do not say themselves. */
  readonly transliterate: Transliteration;
  readonly keyPlaces: KeyPlaces;
  readonly xmlForm: XmlForm;
  /** IANA name of the zone whose wall clock its notices tell. */
  readonly timeZone: string;
  readonly balance: Millionths;
  /** Below it the account's people are told, once until it is reached again; null: never. */
  readonly alertLevel: Millionths | null;
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
  readonly transliterate?: Transliteration | undefined;
  readonly keyPlaces?: KeyPlaces | undefined;
  readonly xmlForm?: XmlForm | undefined;
  readonly alertLevel?: Millionths | null | undefined;
  readonly timeZone?: string | undefined;
};
