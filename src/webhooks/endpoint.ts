/** An endpoint: where an account's events go, which of them, and how. */

import { pduKinds } from '#core/pdu-kinds.ts';
import type { SignatureScheme } from '#core/signature-words.ts';

/**
 * `reply`, `report` and `email` are the URLs an administrator or a client sets for an account, `extra`
 * those that get a copy besides; `request` is the lane of all URLs of one origin (scheme, host, port)
 * that requests have named.
 */
export type EndpointSource = 'reply' | 'report' | 'email' | 'extra' | 'request';

export type Endpoint = {
  readonly id: number;
  readonly accountId: number;
  readonly source: EndpointSource;
  /** The URL, or for `request` the origin alone. */
  readonly url: string;
  /** `paused` by people, `disabled` by us; both go on collecting what is pending. */
  readonly state: 'active' | 'paused' | 'disabled';
  /** Why it is disabled; empty otherwise. */
  readonly reason: string;
  readonly stateSinceMs: number;
  /** Newest first. */
  readonly secrets: readonly EndpointSecret[];
  /** Kinds of events that it takes, whole (`dlr`) or by their first word (`reply`); none: all of them. */
  readonly events: readonly string[];
  readonly settings: DeliverySettings;
  /** Raised where its lane is to forget what it holds: the jobs have changed in the table. */
  readonly generation: number;
  /** No job of its lane expires before. */
  readonly expiryFloorMs: number;
  /** What was owed before is dropped. */
  readonly dropBeforeMs: number;
  readonly createdAtMs: number;
};

/** `whsec_…`, sealed for the place that `secretPlace` in signature.ts names. */
export type EndpointSecret = {
  readonly sealed: string;
  readonly madeAtMs: number;
  /** It signs until then; null: until it is replaced. */
  readonly untilMs: number | null;
  /** Absent where nobody has seen it: it was made for a URL that a request named. */
  readonly shownAtMs?: number;
};

export type DeliverySettings = {
  /** Requests at a time, 1 to 64. */
  readonly inFlightMax: number;
  /** Requests a second; null: as many as it takes. */
  readonly ratePerS: number | null;
  /** `key`: those of one message one after the other. `strict`: one at a time, the oldest first. */
  readonly ordering: 'none' | 'key' | 'strict';
  readonly timeoutMs: number;
  /** Seconds between attempts; none: the usual ones. */
  readonly scheduleS: readonly number[];
  /** A JSON object of header names and values, sealed; empty: none. */
  readonly sealedHeaders: string;
  /** In PEM, in place of the authorities that the machine trusts; empty: those. */
  readonly ca: string;
  /** What we show to a receiver that asks, in PEM, and its key, sealed; empty: nothing. */
  readonly certificate: string;
  readonly sealedKey: string;
  /** Whether it is given up when it has taken nothing for days. */
  readonly autoDisable: boolean;
  /** Besides the usual one. */
  readonly signatures: readonly SignatureScheme[];
  /** Of those that need a key of their own, sealed; empty: none was made. */
  readonly sealedSigningKey: string;
};

export const usualSettings: DeliverySettings = {
  inFlightMax: 8,
  ratePerS: null,
  ordering: 'key',
  timeoutMs: 15_000,
  scheduleS: [],
  sealedHeaders: '',
  ca: '',
  certificate: '',
  sealedKey: '',
  autoDisable: true,
  signatures: [],
  sealedSigningKey: '',
};

/** Whether an endpoint, or a reader by cursors, takes events of a kind: without words all, but no PDUs. */
export function takesKind({ events }: Pick<Endpoint, 'events'>, kind: string): boolean {
  if (kind.startsWith(pduKinds)) return false;
  if (events.length === 0) return true;
  return events.some((word) => word === kind || kind.startsWith(`${word}.`));
}

/** The secret that signs a request-given URL and that nobody was shown; it can be shown once. */
export function secretToShow({
  source,
  secrets: [newest],
}: Pick<Endpoint, 'source' | 'secrets'>): EndpointSecret | undefined {
  return source === 'request' && newest?.shownAtMs === undefined ? newest : undefined;
}

/** Secrets that still sign. */
export function liveSecrets<Secret extends Pick<EndpointSecret, 'untilMs'>>(
  { secrets }: { readonly secrets: readonly Secret[] },
  nowMs: number,
): readonly Secret[] {
  return secrets.filter(({ untilMs }) => untilMs === null || untilMs > nowMs);
}
