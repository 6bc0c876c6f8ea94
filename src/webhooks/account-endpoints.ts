/** Where an account's events go, from memory where it is known. */
import { BoundedMap } from '#core/bounded-map.ts';
import { type Endpoint, takesKind } from './endpoint.ts';
import type { WebhookStore } from './webhook-store.ts';

/** What the account's own endpoints are for: reports go to the URL of replies where they have none. */
export type Purpose = 'report' | 'reply' | 'email';

type Known = readonly Endpoint[];

/** Accounts remembered at once. */
const accountsMax = 10_000;

export class AccountEndpoints {
  readonly #store: Pick<WebhookStore, 'listAccountEndpoints'>;
  readonly #known = new BoundedMap<number, Known | Promise<Known>>(accountsMax);

  constructor(store: Pick<WebhookStore, 'listAccountEndpoints'>) {
    this.#store = store;
  }

  /** At once where it is known, which is nearly always. */
  find(accountId: number): Known | Promise<Known> {
    const known = this.#known.get(accountId);
    if (known !== undefined) return known;
    const read = this.#store.listAccountEndpoints(accountId);
    this.#known.set(accountId, read);
    return this.#keep(accountId, read);
  }

  /** Called when an endpoint changed anywhere. */
  forget(): void {
    this.#known.clear();
  }

  /** What was read while somebody called `forget` may be old and is not kept. */
  async #keep(accountId: number, read: Promise<Known>): Promise<Known> {
    try {
      const endpoints = await read;
      if (this.#known.get(accountId) === read) this.#known.set(accountId, endpoints);
      return endpoints;
    } catch (error) {
      if (this.#known.get(accountId) === read) this.#known.delete(accountId);
      throw error;
    }
  }
}

/**
 * The endpoints that an event goes to: the one that its request named, or else the account's own; and
 * those that get a copy of its kind.
 */
export function destinationsOf(
  { kind, requestEndpointId }: { readonly kind: string; readonly requestEndpointId: number | null },
  endpoints: readonly Endpoint[],
  purpose: Purpose,
): readonly number[] {
  const own = requestEndpointId === null ? ownEndpoint(endpoints, purpose) : undefined;
  const first = own !== undefined && takesKind(own, kind) ? own.id : requestEndpointId;
  const copies = endpoints.filter((one) => one.source === 'extra' && takesKind(one, kind));
  return [...(first === null ? [] : [first]), ...copies.map(({ id }) => id)];
}

function ownEndpoint(endpoints: readonly Endpoint[], purpose: Purpose): Endpoint | undefined {
  const find = (source: Purpose): Endpoint | undefined =>
    endpoints.find((one) => one.source === source);
  return purpose === 'report' ? (find('report') ?? find('reply')) : find(purpose);
}
