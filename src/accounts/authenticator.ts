/** Who is calling: a key becomes an account, through a small cache that never outlives a change. */
import type { Account } from './account.ts';
import type { AccountStore } from './account-store.ts';
import { type ApiBase, type ApiKey, hashApiKey } from './api-key.ts';

export type Caller = { readonly account: Account; readonly key: ApiKey };

/** Unknown keys are remembered too, so that guessing reads nothing; the oldest goes first. */
const cachedMax = 10_000;

export class Authenticator {
  readonly #accounts: Pick<AccountStore, 'findKeyByHash'>;
  readonly #cached = new Map<string, Caller | 'unknown'>();

  constructor(accounts: Pick<AccountStore, 'findKeyByHash'>) {
    this.#accounts = accounts;
  }

  /** `undefined` for a key that is unknown, revoked or made for the other base address. */
  async find(key: string, base: ApiBase): Promise<Caller | undefined> {
    const caller = this.#cached.get(key) ?? (await this.#read(key));
    return caller !== 'unknown' && caller.key.bases.includes(base) ? caller : undefined;
  }

  /** Called when an account or a key changed anywhere. */
  forget(): void {
    this.#cached.clear();
  }

  async #read(key: string): Promise<Caller | 'unknown'> {
    const hash = hashApiKey(key);
    const found = hash === undefined ? undefined : await this.#accounts.findKeyByHash(hash);
    const caller = found ?? 'unknown';
    if (this.#cached.size >= cachedMax) this.#cached.delete(this.#cached.keys().next().value ?? '');
    this.#cached.set(key, caller);
    return caller;
  }
}
