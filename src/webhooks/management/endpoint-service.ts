/** Where people add, change, hold and remove endpoints, and replace their secrets. */
import type { Author } from '#core/author.ts';
import type { Clock } from '#core/clock.ts';
import type { Sealer } from '#core/sealed.ts';
import {
  type Endpoint,
  type EndpointSecret,
  type EndpointSource,
  liveSecrets,
  secretToShow,
  usualSettings,
} from '../endpoint.ts';
import { deliveryLifeMs, laneOfEndpoint } from '../owed-delivery.ts';
import { makeSecret, parseSecret, secretPlace } from '../signature.ts';
import { endpointReasons } from './endpoint-reasons.ts';
import {
  type FieldRefusal,
  type RulePorts,
  readEndpoint,
  type WrittenEndpoint,
} from './endpoint-rules.ts';
import type { EndpointStore } from './endpoint-store.ts';

export type EndpointServicePorts = RulePorts & {
  readonly store: EndpointStore;
  readonly sealer: Sealer;
  readonly clock: Pick<Clock, 'nowMs'>;
};

type Refused = {
  readonly ok: false;
  readonly why: 'fields';
  readonly refusals: readonly FieldRefusal[];
};

type Saved = {
  readonly ok: true;
  readonly endpoint: Endpoint;
  readonly warnings: readonly string[];
};

export type Added =
  | (Saved & { readonly secret: string })
  | Refused
  | { readonly ok: false; readonly why: 'too many' };

export type Changed = Saved | Refused | { readonly ok: false; readonly why: 'unknown' };

/** What to do with what was collected while the endpoint was held. */
export type Backlog =
  | { readonly send: 'all' }
  | { readonly send: 'none' }
  | { readonly send: 'newer'; readonly thanMs: number };

export type Rotated =
  | { readonly ok: true; readonly secret: string; readonly secrets: readonly EndpointSecret[] }
  | { readonly ok: false; readonly why: 'too many secrets' | 'changed meanwhile' }
  | Refused;

export type ShownSecret =
  | { readonly ok: true; readonly secret: string }
  | { readonly ok: false; readonly why: 'shown already' | 'changed meanwhile' };

/** Of an account, beside its own URLs. */
export const extrasMax = 20;
export const secretsMax = 3;
const hourMs = 3_600_000;
/** How long the secret before still signs. */
export const overlap = { usualMs: 24 * hourMs, minMs: hourMs, maxMs: 7 * 24 * hourMs };

export class EndpointService {
  readonly #ports: EndpointServicePorts;

  constructor(ports: EndpointServicePorts) {
    this.#ports = ports;
  }

  async add(
    accountId: number,
    written: WrittenEndpoint & { readonly url: string; readonly secret?: string | undefined },
    author: Author,
  ): Promise<Added> {
    const { store, clock } = this.#ports;
    const source: EndpointSource = 'extra';
    const reading = await readEndpoint(written, { accountId, source }, this.#ports);
    const secret = this.#readSecret(written.secret);
    const refusals = [...(reading.ok ? [] : reading.refusals), ...(secret.refusals ?? [])];
    if (!reading.ok || refusals.length > 0) return { ok: false, why: 'fields', refusals };
    const wanted = {
      accountId,
      source,
      url: reading.url ?? written.url,
      events: reading.events ?? [],
      settings: { ...usualSettings, ...reading.settings },
      secrets: [this.#sealed(secret.text, { accountId, source })],
      createdAtMs: clock.nowMs(),
    };
    const endpoint = await store.addEndpoint(wanted, extrasMax, author);
    if (endpoint === undefined) return { ok: false, why: 'too many' };
    return { ok: true, endpoint, secret: secret.text, warnings: reading.warnings };
  }

  async change(endpoint: Endpoint, written: WrittenEndpoint, author: Author): Promise<Changed> {
    const reading = await readEndpoint(written, endpoint, this.#ports);
    if (!reading.ok) return { ok: false, why: 'fields', refusals: reading.refusals };
    const { url, events, settings, warnings } = reading;
    // The lane of an origin stays where it is: its URLs are the requests'.
    const refusals = endpoint.source === 'request' && url !== undefined ? [notOwnUrl] : [];
    if (refusals.length > 0) return { ok: false, why: 'fields', refusals };
    const change = { url, events, settings };
    const changed = await this.#ports.store.changeEndpoint(endpoint.id, change, author);
    return changed === undefined
      ? { ok: false, why: 'unknown' }
      : { ok: true, endpoint: changed, warnings };
  }

  /** False where it is active already. */
  resume(endpointId: number, backlog: Backlog, author: Author): Promise<boolean> {
    const nowMs = this.#ports.clock.nowMs();
    const dropBeforeMs = { all: 0, none: nowMs, newer: 'thanMs' in backlog ? backlog.thanMs : 0 };
    const how = { expiryFloorMs: nowMs + deliveryLifeMs, dropBeforeMs: dropBeforeMs[backlog.send] };
    return this.#ports.store.resumeEndpoint(endpointId, how, author);
  }

  /** The new secret signs at once, the one before until the overlap is over. */
  async rotate(
    endpoint: Endpoint,
    {
      overlapMs,
      secret: own,
    }: { readonly overlapMs: number; readonly secret?: string | undefined },
    author: Author,
  ): Promise<Rotated> {
    const nowMs = this.#ports.clock.nowMs();
    const secret = this.#readSecret(own);
    if (secret.refusals !== undefined)
      return { ok: false, why: 'fields', refusals: secret.refusals };
    const standing = liveSecrets(endpoint, nowMs);
    if (standing.length >= secretsMax) return { ok: false, why: 'too many secrets' };
    const untilMs = nowMs + overlapMs;
    const replaced = standing.map((one) => ({
      ...one,
      untilMs: Math.min(one.untilMs ?? untilMs, untilMs),
    }));
    const secrets = [this.#sealed(secret.text, endpoint), ...replaced];
    const what = { action: 'endpoint.rotate', author } as const;
    return (await this.#ports.store.saveSecrets(endpoint, secrets, what))
      ? { ok: true, secret: secret.text, secrets }
      : { ok: false, why: 'changed meanwhile' };
  }

  /** The secret that a request's URL has brought along, once: nobody saw it being made. */
  async showSecret(endpoint: Endpoint, author: Author): Promise<ShownSecret> {
    const { store, sealer } = this.#ports;
    const unseen = secretToShow(endpoint);
    if (unseen === undefined) return { ok: false, why: 'shown already' };
    const secret = sealer.open(unseen.sealed, secretPlace(endpoint));
    const secrets = [{ ...unseen, shownAtMs: author.atMs }, ...endpoint.secrets.slice(1)];
    const what = { action: 'endpoint.secret-shown', author } as const;
    return (await store.saveSecrets(endpoint, secrets, what))
      ? { ok: true, secret }
      : { ok: false, why: 'changed meanwhile' };
  }

  /** Of all secrets the newest alone signs from now on. */
  async revoke(endpoint: Endpoint, author: Author): Promise<boolean> {
    const [newest] = endpoint.secrets;
    const what = { action: 'endpoint.revoke', author } as const;
    const secrets = newest === undefined ? [] : [newest];
    return this.#ports.store.saveSecrets(endpoint, secrets, what);
  }

  /** Drops the one event that the others of a strict lane wait for; its id, where there was one. */
  async skip(endpoint: Endpoint, author: Author): Promise<number | undefined> {
    const { store, clock } = this.#ports;
    const job = await store.headOfLane(laneOfEndpoint(endpoint.id));
    if (job === undefined) return undefined;
    const attempt = {
      eventId: job.subject,
      endpointId: endpoint.id,
      jobId: job.id,
      n: job.attempt + 1,
      atMs: clock.nowMs(),
      outcome: 'dropped',
      status: 0,
      error: 'skipped',
      durationMs: 0,
      phases: { resolveMs: 0, connectMs: 0, tlsMs: 0, answerMs: 0 },
      url: '',
      ip: '',
      responseHead: '',
      responseBody: '',
    } as const;
    return (await store.skipJob(job, attempt, author)) ? job.subject : undefined;
  }

  #sealed(text: string, place: Pick<Endpoint, 'accountId' | 'source'>): EndpointSecret {
    const { sealer, clock } = this.#ports;
    const nowMs = clock.nowMs();
    const sealed = sealer.seal(text, secretPlace(place));
    return { sealed, madeAtMs: nowMs, untilMs: null, shownAtMs: nowMs };
  }

  /** One of their own, or a new one. */
  #readSecret(own: string | undefined): {
    readonly text: string;
    readonly refusals?: readonly FieldRefusal[];
  } {
    if (own === undefined) return { text: makeSecret() };
    return parseSecret(own) === undefined
      ? { text: '', refusals: [{ field: 'secret', reason: endpointReasons['not a secret'] }] }
      : { text: own };
  }
}

const notOwnUrl: FieldRefusal = {
  field: 'url',
  reason: endpointReasons['URL is named by requests'],
};
