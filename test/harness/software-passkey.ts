/**
 * An authenticator in software: what a phone or a key would say (Web Authentication Level 3 §6), true or
 * not, as the test wants it.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { must } from '#core/assert.ts';
import type { Assertion, NewCredential } from '#people/passkeys/passkey.ts';

type Asked = { readonly challenge: string; readonly rpId?: string; readonly rp?: { id: string } };

export type Saying = {
  readonly origin: string;
  /** Nobody showed a finger or a PIN. */
  readonly isUnverified?: boolean;
  readonly host?: string;
  readonly counter?: number;
};

const present = 0x01;
const verified = 0x04;
const withKey = 0x40;

export class SoftwarePasskey {
  readonly id = randomBytes(16);
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;

  constructor() {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.#privateKey = pair.privateKey;
    this.#publicKey = pair.publicKey;
  }

  make(asked: Asked, saying: Saying): NewCredential {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, this.#coseKey()]);
    const authData = Buffer.concat([this.#head(asked, saying, withKey), attested]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return {
      id: this.id.toString('base64url'),
      clientDataJSON: clientData('webauthn.create', asked, saying).toString('base64url'),
      attestationObject: cbor(attestation).toString('base64url'),
    };
  }

  answer(asked: Asked, saying: Saying): Assertion {
    const authenticatorData = this.#head(asked, saying, 0);
    const client = clientData('webauthn.get', asked, saying);
    const signed = Buffer.concat([authenticatorData, sha256(client)]);
    return {
      id: this.id.toString('base64url'),
      clientDataJSON: client.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: sign('sha256', signed, this.#privateKey).toString('base64url'),
    };
  }

  /** §6.1: hash of the host, flags, counter. */
  #head({ rpId, rp }: Asked, saying: Saying, more: number): Buffer {
    const host = saying.host ?? must(rpId ?? rp?.id, 'host of the options');
    const flags = present | (saying.isUnverified === true ? 0 : verified) | more;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(saying.counter ?? 0);
    return Buffer.concat([sha256(Buffer.from(host)), Buffer.of(flags), counter]);
  }

  /** RFC 9053 §7.1.1. */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    return cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
  }
}

function clientData(type: string, { challenge }: Asked, { origin }: Saying): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function sha256(octets: Uint8Array): Buffer {
  return createHash('sha256').update(octets).digest();
}

/** RFC 8949, as far as passkeys go: small integers, texts, octets and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const map = value as ReadonlyMap<unknown, unknown>;
  const pairs = [...map].flatMap(([key, one]) => [cbor(key), cbor(one)]);
  return Buffer.concat([head(5, map.size), ...pairs]);
}

function head(kind: number, count: number): Buffer {
  if (count < 24) return Buffer.of((kind << 5) | count);
  return count < 256
    ? Buffer.of((kind << 5) | 24, count)
    : Buffer.of((kind << 5) | 25, count >> 8, count & 255);
}
