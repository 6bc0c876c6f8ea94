/** Who is calling: a key becomes an account, through a small cache that never outlives a change. */
import { BoundedMap } from '#core/bounded-map.ts';
import type { Account } from './account.ts';
import type { AccountStore } from './account-store.ts';
import { type ApiBase, type ApiKey, hashApiKey } from './api-key.ts';

export type Caller = { readonly account: Account; readonly key: ApiKey };

/** Unknown keys are remembered too, so that guessing reads nothing; the oldest goes first. */
const cachedMax = 10_000;

export class Authenticator {
  readonly #accounts: Pick<AccountStore, 'findKeyByHash'>;
  #cached = openCache();

  constructor(accounts: Pick<AccountStore, 'findKeyByHash'>) {
    this.#accounts = accounts;
  }

  /** `undefined` for a key that is unknown, revoked or made for the other base; at once where it is cached. */
  find(key: string, base: ApiBase): Caller | undefined | Promise<Caller | undefined> {
    const known = this.#cached.get(key);
    if (known !== undefined) return callerFor(base, known);
    return this.#read(key).then((caller) => callerFor(base, caller));
  }

  /** Called when an account or a key changed anywhere. */
  forget(): void {
    // A read under way may have seen what was before: it fills the map that is dropped.
    this.#cached = openCache();
  }

  async #read(key: string): Promise<Caller | 'unknown'> {
    const cached = this.#cached;
    const hash = hashApiKey(key);
    const found = hash === undefined ? undefined : await this.#accounts.findKeyByHash(hash);
    const caller = found ?? 'unknown';
    cached.set(key, caller);
    return caller;
  }
}

function callerFor(base: ApiBase, caller: Caller | 'unknown'): Caller | undefined {
  return caller !== 'unknown' && caller.key.bases.includes(base) ? caller : undefined;
}

function openCache(): BoundedMap<string, Caller | 'unknown'> {
  return new BoundedMap(cachedMax);
}
