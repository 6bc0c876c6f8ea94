/** Who is calling: a key becomes an account, through a small cache that never outlives a change. */

import { BoundedMap } from '#core/bounded-map.ts';
import type { KeyReach } from '#model/key-mode.ts';
import type { Account } from './account.ts';
import type { AccountStore } from './account-store.ts';
import { type ApiBase, type ApiKey, digestApiKey, mayBeKey } from './api-key.ts';

export type Caller = { readonly account: Account; readonly key: ApiKey };

export function reachOf({ account, key }: Caller): KeyReach {
  return { accountId: account.id, mode: key.mode };
}

const callersMax = 10_000;
/** Unknown keys are remembered too, so that guessing one again reads nothing. */
const unknownMax = 10_000;

/**
 * Entries are found by the digest of their key: 32 octets each, whatever a stranger sent, and nothing of the
 * request stays in memory. Guesses have a map of their own, so that they push out no caller.
 */
class CallerCache {
  readonly callers = new BoundedMap<string, Caller>(callersMax);
  readonly unknown = new BoundedMap<string, true>(unknownMax);
}

export class Authenticator {
  readonly #accounts: Pick<AccountStore, 'findKeyByHash'>;
  #cache = new CallerCache();

  constructor(accounts: Pick<AccountStore, 'findKeyByHash'>) {
    this.#accounts = accounts;
  }

  /** `undefined` for a key that is unknown, revoked or made for the other base; at once where it is cached. */
  find(key: string, base: ApiBase): Caller | undefined | Promise<Caller | undefined> {
    const digest = digestApiKey(key);
    if (digest === undefined) return undefined;
    const known = this.#cache.callers.get(digest);
    if (known !== undefined) return callerFor(base, known);
    if (!mayBeKey(key) || this.#cache.unknown.get(digest) === true) return undefined;
    return this.#read(digest).then((caller) => caller && callerFor(base, caller));
  }

  /** Called when an account or a key changed anywhere. */
  forget(): void {
    // A read in progress may have seen what was before: it fills the cache that is dropped.
    this.#cache = new CallerCache();
  }

  async #read(digest: string): Promise<Caller | undefined> {
    const cache = this.#cache;
    const hash = Buffer.from(digest, 'latin1').toString('hex');
    const caller = await this.#accounts.findKeyByHash(hash);
    if (caller === undefined) cache.unknown.set(digest, true);
    else cache.callers.set(digest, caller);
    return caller;
  }
}

function callerFor(base: ApiBase, caller: Caller): Caller | undefined {
  return caller.key.bases.includes(base) ? caller : undefined;
}
