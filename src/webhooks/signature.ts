/**
 * Signatures of the Standard Webhooks specification, scheme v1: HMAC-SHA256 over
 * `id.timestamp.body`, in base64. While a secret is being replaced a request carries one of each.
 */
import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { EndpointSource } from './endpoint.ts';

/** The specification asks for 24 to 64 bytes. */
const secretBytes = { min: 24, max: 64, ours: 32 };

const writtenSecret = /^whsec_(?<base64>[A-Za-z0-9+/]+={0,2})$/;

export function makeSecret(): string {
  return `whsec_${randomBytes(secretBytes.ours).toString('base64')}`;
}

/** Where an endpoint's secrets stand: request-given URLs of one account share theirs. */
export function secretPlace(endpoint: {
  readonly accountId: number;
  readonly source: EndpointSource;
}): string {
  return `webhook_endpoint/${endpoint.accountId}-${endpoint.source}/secret`;
}

/** The key of a written secret; undefined if it is none or its length is out of bounds. */
export function parseSecret(text: string): KeyObject | undefined {
  const bytes = Buffer.from(writtenSecret.exec(text)?.groups?.['base64'] ?? '', 'base64');
  const fits = bytes.length >= secretBytes.min && bytes.length <= secretBytes.max;
  return fits ? createSecretKey(bytes) : undefined;
}

export type Signed = {
  /** `webhook-id`: has no dots. */
  readonly id: string;
  /** `webhook-timestamp`: of this attempt, since receivers refuse what is older than five minutes. */
  readonly timestampS: number;
  readonly body: Uint8Array;
};

/** The value of `webhook-signature`. Keys come newest first: a known library reads the last one alone. */
export function sign(signed: Signed, keys: readonly KeyObject[]): string {
  const prefix = `${signed.id}.${signed.timestampS}.`;
  let signatures = '';
  for (const key of keys) {
    const mac = macOf(key, prefix, signed.body);
    signatures += signatures === '' ? `v1,${mac}` : ` v1,${mac}`;
  }
  return signatures;
}

/** HMAC-SHA256 of the head and the body behind it, in base64. */
export function macOf(key: KeyObject, head: string, body: Uint8Array): string {
  return createHmac('sha256', key).update(head).update(body).digest('base64');
}
