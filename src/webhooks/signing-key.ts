/** The ed25519 key of an endpoint: it signs with one half, and the verifier needs the other alone. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hash,
  type KeyObject,
  sign,
} from 'node:crypto';
import type { Endpoint } from './endpoint.ts';

/** RFC 8410 §4: what stands before the 32 octets of a public key in its DER form. */
const publicPrefixBytes = 12;

export function signingKeyPlace({
  accountId,
  source,
}: Pick<Endpoint, 'accountId' | 'source'>): string {
  return `webhook_endpoint/${accountId}-${source}/signing-key`;
}

/** As it is kept, sealed. */
export function makeSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519');
  return privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
}

export class SigningKey {
  /** `whpk_…`, as Standard Webhooks writes a public key. */
  readonly publicText: string;
  /** Tells receivers which key it was. */
  readonly id: string;
  readonly #private: KeyObject;

  constructor(kept: string) {
    const key = Buffer.from(kept, 'base64');
    this.#private = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
    const whole = createPublicKey(this.#private).export({ format: 'der', type: 'spki' });
    const octets = whole.subarray(publicPrefixBytes);
    this.publicText = `whpk_${octets.toString('base64')}`;
    this.id = hash('sha256', octets, 'hex').slice(0, 16);
  }

  /** In base64. */
  sign(text: Uint8Array): string {
    return sign(null, text, this.#private).toString('base64');
  }
}
