/**
 * URLs that requests name are grouped by origin (scheme, host, port): clients put ids into the query
 * string, and a lane for each full URL would be a lane for each message.
 */
import { BoundedMap } from '#core/bounded-map.ts';
import type { Clock } from '#core/clock.ts';
import type { Sealer } from '#core/sealed.ts';
import type { Endpoint, EndpointSecret } from './endpoint.ts';
import { makeSecret, secretPlace } from './signature.ts';
import type { NewEndpoint, WebhookStore } from './webhook-store.ts';

export type RequestEndpointPorts = {
  readonly store: Pick<WebhookStore, 'findRequestEndpoint' | 'endpointForOrigin'>;
  readonly sealer: Sealer;
  readonly clock: Clock;
};

/** Lanes that one account may open by naming URLs. */
export const originsMax = 1_000;

/** Origins remembered at once, of all accounts. */
const originsKnownMax = 20_000;

export class RequestEndpoints {
  readonly #ports: RequestEndpointPorts;
  readonly #known = new BoundedMap<string, number>(originsKnownMax);
  /** One at a time for each account, so that two first URLs do not make two secrets. */
  readonly #making = new Map<number, Promise<unknown>>();

  constructor(ports: RequestEndpointPorts) {
    this.#ports = ports;
  }

  /** The endpoint of a vetted URL's origin; undefined if the account has too many origins. */
  async find(accountId: number, url: URL): Promise<number | undefined> {
    const key = `${accountId} ${url.origin}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const endpoint = await this.#afterOthers(accountId, () => this.#make(accountId, url.origin));
    if (endpoint !== undefined) this.#known.set(key, endpoint.id);
    return endpoint?.id;
  }

  /** Called when an endpoint changed anywhere. */
  forget(): void {
    this.#known.clear();
  }

  async #afterOthers(accountId: number, make: () => Promise<Endpoint | undefined>) {
    const before = this.#making.get(accountId) ?? Promise.resolve();
    const made = before.then(make, make);
    this.#making.set(accountId, made);
    try {
      return await made;
    } finally {
      if (this.#making.get(accountId) === made) this.#making.delete(accountId);
    }
  }

  async #make(accountId: number, origin: string): Promise<Endpoint | undefined> {
    const { store, clock } = this.#ports;
    const standing = await store.findRequestEndpoint(accountId);
    const endpoint: NewEndpoint = {
      accountId,
      source: 'request',
      url: origin,
      secrets: standing?.secrets ?? [this.#newSecret(accountId, clock.nowMs())],
      createdAtMs: clock.nowMs(),
    };
    return store.endpointForOrigin(endpoint, originsMax);
  }

  #newSecret(accountId: number, madeAtMs: number): EndpointSecret {
    const place = secretPlace({ accountId, source: 'request' });
    return { sealed: this.#ports.sealer.seal(makeSecret(), place), madeAtMs, untilMs: null };
  }
}
