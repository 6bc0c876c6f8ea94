/** What accounts ask of the storage. Everything about one account takes its id first. */

import type { Author } from '#core/author.ts';
import type { Millionths } from '#core/money.ts';
import type { Account, AccountChange, AccountState, NewAccount } from './account.ts';
import type { ApiKey, KeyChange, ListedKey, NewApiKey } from './api-key.ts';
import type { LedgerStore, Movement, Purse } from './ledger.ts';
import type {
  CreatedOnce,
  CreationKey,
  NewSubAccount,
  RepeatedTransfer,
  SubAccountPage,
  Transfer,
  TransferKey,
  TransferResult,
} from './sub-account-store.ts';

/** The sums that must agree: balance = movements + refunds − costs. */
export type LedgerSums = {
  readonly balance: Millionths;
  readonly movements: Millionths;
  /** Of all messages ever, also of forgotten ones. */
  readonly costs: Millionths;
};

/** An account that has fallen below its alert level, and how many times it had before. */
export type LowBalance = { readonly account: Account; readonly alerts: number };

export interface AccountStore extends LedgerStore, KeyNetworkStore {
  createAccount(account: NewAccount, actor: string): Promise<Account>;
  changeAccount(
    accountId: number,
    change: AccountChange,
    author: Author,
  ): Promise<Account | undefined>;
  findAccount(accountId: number): Promise<Account | undefined>;
  /** Its own state, or its parent's where that one is not active; undefined for none. */
  stateOf(accountId: number): Promise<AccountState | undefined>;
  /** `find`: part of a name or an address. */
  listAccounts(afterId: number, limit: number, find?: string): Promise<readonly Account[]>;
  /** Adds money, or takes it where the amount is negative; answers the account as it is then. */
  move(movement: Movement): Promise<Account | undefined>;
  /** Of which nobody has been told yet. */
  listLowBalances(limit: number): Promise<readonly LowBalance[]>;
  /** It has been told; until the balance is back that is all. */
  noteAlert(accountId: number, atMs: number): Promise<void>;
  /** Those whose balance is back are told again when it falls again. */
  forgetAlerts(): Promise<void>;
  ledgerSums(accountId: number, purse: Purse): Promise<LedgerSums>;
  createKey(key: NewApiKey, actor: string): Promise<ApiKey>;
  /** Undefined where it is here already, in force or revoked, whosever it is. */
  importKey(key: NewApiKey, actor: string): Promise<ApiKey | undefined>;
  listKeys(accountId: number): Promise<readonly ListedKey[]>;
  /** Never turns back. */
  noteKeyUses(keyIds: readonly number[], atMs: number): Promise<void>;
  /** False if the account has no such key in force. */
  changeKey(accountId: number, keyId: number, change: KeyChange, author: Author): Promise<boolean>;
  /** False if the account has no such key in force. */
  revokeKey(accountId: number, keyId: number, author: Author): Promise<boolean>;
  findKeyByHash(hash: string): Promise<{ key: ApiKey; account: Account } | undefined>;

  /** In the order of time, a product's own, without hours in which nothing of it was accepted or given back. */
  listSpentHours(wish: SpendingWish): Promise<readonly SpentHour[]>;

  /** With its first key; undefined where the parent's money does not cover the credit. */
  createSubAccount(wanted: NewSubAccount): Promise<Account | undefined>;
  /** Under a key of the parent: a client that comes again with it hears what came of the first. */
  createSubAccountOnce(wanted: NewSubAccount, once: CreationKey): Promise<CreatedOnce>;
  /** By id, without those that were removed; the first page is 1. */
  listSubAccounts(parentId: number, page: number, pageSize: number): Promise<SubAccountPage>;
  moveCredit(transfer: Transfer): Promise<TransferResult>;
  /** Under a key of the parent: a client that comes again with it hears what came of the first, and nothing more moves. */
  moveCreditOnce(transfer: Transfer, once: TransferKey): Promise<TransferResult | RepeatedTransfer>;
  /** Ends its keys and gives what it has back to the parent; what it sent stays. */
  removeSubAccount(parentId: number, accountId: number, author: Author): Promise<boolean>;
}

/** What accounts have spent on messages and emails, by the hour: told without reading the messages, and after they are forgotten. */
export type SpentHour = {
  /** A whole hour, UTC. */
  readonly startsAtMs: number;
  readonly product: 'sms' | 'email';
  /** Of what was accepted in it, without what was given back in it; below 0 where that was more. */
  readonly cost: Millionths;
  /** Of SMS, or mails, that were accepted in it. */
  readonly parts: number;
};

export type SpendingWish = {
  readonly accountId: number;
  readonly purse: Purse;
  /** Whole hours, the second exclusive. */
  readonly fromMs: number;
  readonly untilMs: number;
};

/** From which networks (IPv4 /16, IPv6 /32) each key was used: one that is new to it is news to its owners. */
export type KeyNetwork = { readonly keyId: number; readonly network: string };

/** Of a key, networks that nobody has been told of yet; the first seen first. */
export type NewNetworks = {
  readonly key: Pick<ApiKey, 'id' | 'label' | 'prefix'>;
  readonly account: Pick<Account, 'id' | 'name' | 'email' | 'currency'>;
  readonly networks: readonly string[];
};

export interface KeyNetworkStore {
  /**
   * Gives those that are news: new to a live key that was used from somewhere before. Each is given once,
   * whichever of several processes notes it first. A key has a thousand at most.
   */
  noteKeyNetworks(seen: readonly KeyNetwork[], atMs: number): Promise<readonly KeyNetwork[]>;
  /** Of keys of which nothing was told since then, so that a key on the move writes no mail a minute. */
  listNewNetworks(toldBeforeMs: number, limit: number): Promise<readonly NewNetworks[]>;
  noteToldNetworks(keyId: number, networks: readonly string[], atMs: number): Promise<void>;
}
