/**
 * A signature inside the body of a reply, as receivers of inbound SMS verify it: `timestamp`, `nonce` and
 * `sig` behind the other fields. The names are sorted and written as `&name=value`, where `&` and `=` of a
 * value become `_`; `md5hash` is the digest of that text and the secret, the others are HMACs of it.
 *
 * It is made once, with the body: neither a later attempt nor another secret changes it.
 */
import { createHmac, hash } from 'node:crypto';
import type { ReplySignatureMethod } from '#core/signature-words.ts';

export type ReplySigner = {
  readonly method: ReplySignatureMethod;
  /** As people have it. */
  readonly secret: string;
};

/** Every value is a text: receivers replace characters in each. */
export type TextFields = Readonly<Record<string, string>>;

export type ReplyMoment = { readonly atMs: number; readonly nonce: string };

export function signReply(
  fields: TextFields,
  signer: ReplySigner,
  { atMs, nonce }: ReplyMoment,
): TextFields {
  const whole = { ...fields, timestamp: String(Math.floor(atMs / 1_000)), nonce };
  return { ...whole, sig: signatureOf(whole, signer) };
}

function signatureOf(fields: TextFields, { method, secret }: ReplySigner): string {
  const names = Object.keys(fields).toSorted();
  const text = names.map((name) => `&${name}=${(fields[name] ?? '').replace(/[&=]/g, '_')}`);
  if (method === 'md5hash') return hash('md5', text.join('') + secret, 'hex');
  return createHmac(method, secret).update(text.join('')).digest('hex').toUpperCase();
}

export function replySecretPlace(accountId: number): string {
  return `reply_signature/${accountId}/secret`;
}
