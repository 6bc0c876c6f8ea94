/**
 * Which keys were used since somebody last asked, and from which networks: noted in memory, stored by a
 * loop, away from requests.
 */
import { wideNetworkOf } from '#core/network.ts';

export type KeyUse = { readonly keyId: number; readonly networks: readonly string[] };

/** Of one key in one round: whoever spreads a key over more is told about as many. */
const networksMax = 100;

export class KeyUses {
  /** Of keys that exist, so there are no more than those. */
  #used = new Map<number, Set<string>>();

  note(keyId: number, address: string): void {
    let networks = this.#used.get(keyId);
    if (networks === undefined) {
      networks = new Set();
      this.#used.set(keyId, networks);
    }
    if (networks.size < networksMax) networks.add(wideNetworkOf(address));
  }

  take(): readonly KeyUse[] {
    const used = [...this.#used].map(([keyId, networks]) => ({ keyId, networks: [...networks] }));
    this.#used = new Map();
    return used;
  }
}
