/**
 * Names of a mail that the world sees: in its Message-ID, its return path and its links.
 *
 * 29 characters of base32 that survive lower-casing: the mail's id in 64 bits, and 80 bits of an HMAC
 * over it and the purpose. So nothing is looked up to refuse a forged one, and a token that was made for
 * one purpose opens no other. A mail's token is the same whenever it is made.
 */
import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { readBase32, writeBase32 } from '#core/base32.ts';

/** What a token was made for, and its octet in the MAC. A released octet never changes. */
const purposeOctets = { bounce: 1, unsubscribe: 2, 'read-online': 3, tracking: 4 } as const;

/** Of what is sealed, apart from all of those. */
const sealOctet = 5;

export type TokenPurpose = keyof typeof purposeOctets;

/** What `Sealer.deriveKey` makes the key for. */
export const tokenKeyUse = 'parley mail tokens';

/** Who wants no mail of what: all that is needed once the mail itself is forgotten. */
export type LastingSubscription = {
  readonly mailId: number;
  readonly accountId: number;
  readonly stream: string;
  readonly address: string;
};

const sealName = 'aes-256-ctr';
const sealMacBytes = 16;
/** An address, a stream, and room to spare. */
const sealedMax = 1_024;

const idBytes = 8;
const macBytes = 10;

export class MailTokens {
  readonly #key: Buffer;
  readonly #sealKey: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
    this.#sealKey = createHmac('sha256', key).update('lasting subscription').digest();
  }

  makeToken(purpose: TokenPurpose, mailId: number): string {
    const token = Buffer.alloc(idBytes + macBytes);
    token.writeBigUInt64BE(BigInt(mailId));
    this.#macOf(purpose, token.subarray(0, idBytes)).copy(token, idBytes);
    return writeBase32(token);
  }

  /** The mail's id; undefined for what was not made here for this purpose. Any case. */
  readToken(purpose: TokenPurpose, text: string): number | undefined {
    const token = readBase32(text.toLowerCase());
    if (token?.length !== idBytes + macBytes) return undefined;
    const [id, mac] = [token.subarray(0, idBytes), token.subarray(idBytes)];
    if (!timingSafeEqual(this.#macOf(purpose, id), mac)) return undefined;
    return Number(id.readBigUInt64BE());
  }

  /**
   * For links that never expire, case and all. Nobody reads an address in it: the MAC of what is sealed is
   * the cipher's counter too, so the same is the same whenever it is made (as RFC 5297 does it).
   */
  sealSubscription({ mailId, accountId, stream, address }: LastingSubscription): string {
    const text = Buffer.from(JSON.stringify([mailId, accountId, stream, address]));
    const mac = this.#sealMac(text);
    const cipher = createCipheriv(sealName, this.#sealKey, mac);
    return Buffer.concat([mac, cipher.update(text), cipher.final()]).toString('base64url');
  }

  openSubscription(sealed: string): LastingSubscription | undefined {
    if (sealed.length > sealedMax || !/^[\w-]{24,}$/.test(sealed)) return undefined;
    const octets = Buffer.from(sealed, 'base64url');
    const mac = octets.subarray(0, sealMacBytes);
    if (octets.toString('base64url') !== sealed || mac.length < sealMacBytes) return undefined;
    const cipher = createDecipheriv(sealName, this.#sealKey, mac);
    const text = Buffer.concat([cipher.update(octets.subarray(sealMacBytes)), cipher.final()]);
    if (!timingSafeEqual(this.#sealMac(text), mac)) return undefined;
    const [mailId, accountId, stream, address] = JSON.parse(text.toString()) as [
      number,
      number,
      string,
      string,
    ];
    return { mailId, accountId, stream, address };
  }

  #sealMac(text: Buffer): Buffer {
    const mac = createHmac('sha256', this.#key).update(Buffer.of(sealOctet)).update(text);
    return mac.digest().subarray(0, sealMacBytes);
  }

  #macOf(purpose: TokenPurpose, id: Buffer): Buffer {
    const said = Buffer.of(purposeOctets[purpose]);
    return createHmac('sha256', this.#key).update(said).update(id).digest().subarray(0, macBytes);
  }
}
