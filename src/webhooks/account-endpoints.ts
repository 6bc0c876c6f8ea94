/** Which endpoint takes an account's delivery reports, from memory where it is known. */
import { BoundedMap } from '#core/bounded-map.ts';
import type { WebhookStore } from './webhook-store.ts';

type EndpointId = number | null;

/** Accounts remembered at once. */
const accountsMax = 10_000;

export class AccountEndpoints {
  readonly #store: Pick<WebhookStore, 'findAccountEndpoint'>;
  readonly #known = new BoundedMap<number, EndpointId | Promise<EndpointId>>(accountsMax);

  constructor(store: Pick<WebhookStore, 'findAccountEndpoint'>) {
    this.#store = store;
  }

  /** The `report` endpoint, else the `reply` endpoint, else null. */
  forReports(accountId: number): EndpointId | Promise<EndpointId> {
    const known = this.#known.get(accountId);
    if (known !== undefined) return known;
    const read = this.#read(accountId);
    this.#known.set(accountId, read);
    return this.#keep(accountId, read);
  }

  /** Called when an endpoint changed anywhere. */
  forget(): void {
    this.#known.clear();
  }

  /** What was read while somebody called `forget` may be old and is not kept. */
  async #keep(accountId: number, read: Promise<EndpointId>): Promise<EndpointId> {
    try {
      const id = await read;
      if (this.#known.get(accountId) === read) this.#known.set(accountId, id);
      return id;
    } catch (error) {
      if (this.#known.get(accountId) === read) this.#known.delete(accountId);
      throw error;
    }
  }

  async #read(accountId: number): Promise<EndpointId> {
    const endpoint =
      (await this.#store.findAccountEndpoint(accountId, 'report')) ??
      (await this.#store.findAccountEndpoint(accountId, 'reply'));
    return endpoint?.id ?? null;
  }
}
