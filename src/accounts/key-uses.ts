/**
 * Which keys were used since somebody last asked, and from which networks: noted in memory, stored by a
 * loop, away from requests.
 */
import { wideNetworkOf } from '#core/network.ts';

export type KeyUse = { readonly keyId: number; readonly networks: readonly string[] };

/** Of one key in one round: a client that spreads a key over more is told about as many. */
const networksMax = 100;

type Used = { readonly networks: Set<string>; lastAddress: string | undefined };

export class KeyUses {
  /** Of keys that exist, so there are no more than those. */
  #used = new Map<number, Used>();

  note(keyId: number, address: string): void {
    let used = this.#used.get(keyId);
    if (used === undefined) {
      used = { networks: new Set(), lastAddress: undefined };
      this.#used.set(keyId, used);
    }
    // Most requests come from where the one before came from.
    if (used.lastAddress === address) return;
    used.lastAddress = address;
    if (used.networks.size < networksMax) used.networks.add(wideNetworkOf(address));
  }

  take(): readonly KeyUse[] {
    const used = [...this.#used].map(([keyId, { networks }]) => ({
      keyId,
      networks: [...networks],
    }));
    this.#used = new Map();
    return used;
  }
}
