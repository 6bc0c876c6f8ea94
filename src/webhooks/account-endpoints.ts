/** Which endpoint takes an account's reports, or its replies, from memory where it is known. */
import { BoundedMap } from '#core/bounded-map.ts';
import type { EndpointSource, WebhookStore } from './webhook-store.ts';

type EndpointId = number | null;

/** Accounts remembered at once. */
const accountsMax = 10_000;

export class AccountEndpoints {
  readonly #store: Pick<WebhookStore, 'findAccountEndpoint'>;
  readonly #sources: readonly EndpointSource[];
  readonly #known = new BoundedMap<number, EndpointId | Promise<EndpointId>>(accountsMax);

  /** Of several sources the first counts that the account has an endpoint of. */
  constructor(
    store: Pick<WebhookStore, 'findAccountEndpoint'>,
    ...sources: readonly EndpointSource[]
  ) {
    this.#store = store;
    this.#sources = sources;
  }

  /** Null: the account has no such endpoint. */
  find(accountId: number): EndpointId | Promise<EndpointId> {
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
    for (const source of this.#sources) {
      const endpoint = await this.#store.findAccountEndpoint(accountId, source);
      if (endpoint !== undefined) return endpoint.id;
    }
    return null;
  }
}
