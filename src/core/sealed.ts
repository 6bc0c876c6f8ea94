/**
 * Secrets that must be read back (webhook secrets, operator passwords) are stored sealed.
 *
 * AES-256-GCM under a key of the ring (`sealing-ring.ts`), bound to the place they stand in (`table/row/column`), so that a
 * sealed value copied to another row does not open there. Text form: `v1.<key id>.<nonce>.<data>`.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

export interface Sealer {
  seal(text: string, place: string): string;
  /** Throws `SealBroken` if it was sealed with another key, for another place, or changed since. */
  open(sealed: string, place: string): string;
  /** A key of 32 octets for one use, the same whenever it is asked for; it tells nothing of the others. */
  deriveKey(use: string): Buffer;
}

/** What was read is not what was sealed here, or not with this key. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

export const masterKeyBytes = 32;

const cipherName = 'aes-256-gcm';
/** NIST SP 800-38D §8.3: random nonces of 96 bits serve 2^32 seals under one key. */
const nonceBytes = 12;
const tagBytes = 16;

const form = /^v1\.(?<keyId>[0-9a-f]{8})\.(?<nonce>[\w-]{16})\.(?<data>[\w-]{22,})$/;

/** Tells keys apart, and tells nothing of them. */
export function keyIdOf(key: Uint8Array): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 8);
}

/** The key that something was sealed with; undefined where it is no sealed text. */
export function sealedWith(text: string): string | undefined {
  return form.exec(text)?.groups?.['keyId'];
}

export function createSealer(masterKey: Uint8Array): Sealer {
  const keyId = keyIdOf(masterKey);
  return {
    seal(text, place) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(cipherName, masterKey, nonce, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(place));
      const data = [cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return `v1.${keyId}.${nonce.toString('base64url')}.${Buffer.concat(data).toString('base64url')}`;
    },
    open(sealed, place) {
      const { keyId: named, nonce = '', data = '' } = form.exec(sealed)?.groups ?? {};
      if (named === undefined) throw new SealBroken(`${place} is not sealed text`);
      if (named !== keyId) {
        throw new SealBroken(`${place} was sealed with key ${named}, the one in use is ${keyId}`);
      }
      return openWith(masterKey, { nonce, data, place });
    },
    deriveKey: (use) => Buffer.from(hkdfSync('sha256', masterKey, '', use, masterKeyBytes)),
  };
}

function openWith(
  masterKey: Uint8Array,
  sealed: { readonly nonce: string; readonly data: string; readonly place: string },
): string {
  const nonce = Buffer.from(sealed.nonce, 'base64url');
  const data = Buffer.from(sealed.data, 'base64url');
  const cipher = createDecipheriv(cipherName, masterKey, nonce, { authTagLength: tagBytes });
  cipher.setAAD(Buffer.from(sealed.place));
  cipher.setAuthTag(data.subarray(-tagBytes));
  try {
    return Buffer.concat([cipher.update(data.subarray(0, -tagBytes)), cipher.final()]).toString();
  } catch (error) {
    throw new SealBroken(`${sealed.place} does not hold what was sealed for it`, { cause: error });
  }
}
