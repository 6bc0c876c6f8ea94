/**
 * Sub-accounts: accounts under another one, with keys, money and limits of their own. Credit moves
 * between parent and sub-account by transfer: two movements in one commit, so that no money is made
 * or lost. Sub-accounts of other parents are as unknown as none, and none has sub-accounts itself.
 */
import type { Author } from '#core/author.ts';
import type { Idempotency } from '#core/idempotency.ts';
import type { Millionths } from '#core/money.ts';
import type { Account } from './account.ts';
import type { NewApiKey } from './api-key.ts';
import type { Purse } from './ledger.ts';

export type NewSubAccount = {
  readonly parent: Account;
  readonly name: string;
  /** Empty where nobody is to be reached. */
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  /** What the parent gives it to begin with. */
  readonly credit: Millionths;
  readonly purse: Purse;
  readonly key: Omit<NewApiKey, 'accountId' | 'createdAtMs'>;
  /** The key that asked for it, whose own limits bind the new one too; undefined: a person asked. */
  readonly underKeyId?: number | undefined;
  readonly createdAtMs: number;
  /** Who the ledger and the audit name. */
  readonly actor: string;
};

export type Transfer = {
  readonly parentId: number;
  readonly accountId: number;
  /** Above 0. */
  readonly amount: Millionths;
  readonly direction: 'to sub-account' | 'to parent';
  readonly purse: Purse;
} & Author;

export type TransferResult =
  | { readonly kind: 'moved'; readonly parent: Account; readonly account: Account }
  | { readonly kind: 'sub-account is unknown' }
  | { readonly kind: 'credit is not enough'; readonly balance: Millionths };

/** The client's own key for a transfer; another fingerprint under the same key is another request. */
export type TransferKey = Idempotency & { readonly forgottenBeforeMs: number };

/** The client's own key for a sub-account, and the word of chance that its API key follows from. */
export type CreationKey = TransferKey & { readonly chance: string };

export type CreatedOnce =
  /** By this request, or by the first under its key; `chance` is the first one's. */
  | { readonly kind: 'created'; readonly accountId: number; readonly chance: string }
  | { readonly kind: 'credit is not enough' }
  | { readonly kind: 'key was used for another request' };

export type RepeatedTransfer =
  | { readonly kind: 'repeated'; readonly left: CreditLeft }
  | { readonly kind: 'key was used for another request' };

/** What each had right behind a transfer. */
export type CreditLeft = { readonly parent: Millionths; readonly account: Millionths };

export type SubAccountPage = { readonly accounts: readonly Account[]; readonly total: number };
