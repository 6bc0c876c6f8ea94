/** From which networks (IPv4 /16, IPv6 /32) each key was used: one that is new to it is news to its owners. */
import type { Account } from './account.ts';
import type { ApiKey } from './api-key.ts';

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
   * whoever of several processes notes it first. A key has a thousand at most.
   */
  noteKeyNetworks(seen: readonly KeyNetwork[], atMs: number): Promise<readonly KeyNetwork[]>;
  /** Of keys of which nothing was told since then, so that a key on the move writes no mail a minute. */
  listNewNetworks(toldBeforeMs: number, limit: number): Promise<readonly NewNetworks[]>;
  noteToldNetworks(keyId: number, networks: readonly string[], atMs: number): Promise<void>;
}
