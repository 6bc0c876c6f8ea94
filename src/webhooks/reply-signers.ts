/** Which accounts have their replies signed inside, from memory where it is known. */

import { BoundedMap } from '#core/bounded-map.ts';
import type { Sealer } from '#core/sealed.ts';
import type { EndpointStore } from '#webhooks/management/endpoint-store.ts';
import { type ReplySigner, replySecretPlace } from './reply-signature.ts';

/** Accounts remembered at once. */
const accountsMax = 10_000;

export class ReplySigners {
  readonly #store: Pick<EndpointStore, 'findReplySigner'>;
  readonly #sealer: Pick<Sealer, 'open'>;
  /** Null: the account wants none. */
  readonly #known = new BoundedMap<number, ReplySigner | null>(accountsMax);
  /** Grows when somebody calls `forget`: what was read before may be old. */
  #round = 0;

  constructor(store: Pick<EndpointStore, 'findReplySigner'>, sealer: Pick<Sealer, 'open'>) {
    this.#store = store;
    this.#sealer = sealer;
  }

  /** Null: the account wants none. */
  find(accountId: number): ReplySigner | null | Promise<ReplySigner | null> {
    const known = this.#known.get(accountId);
    return known === undefined ? this.#read(accountId) : known;
  }

  /** Called when it may have changed anywhere. */
  forget(): void {
    this.#round += 1;
    this.#known.clear();
  }

  async #read(accountId: number): Promise<ReplySigner | null> {
    const round = this.#round;
    const kept = await this.#store.findReplySigner(accountId);
    const signer =
      kept === undefined
        ? null
        : {
            method: kept.method,
            secret: this.#sealer.open(kept.sealedSecret, replySecretPlace(accountId)),
          };
    if (round === this.#round) this.#known.set(accountId, signer);
    return signer;
  }
}
