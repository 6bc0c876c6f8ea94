/**
 * HMAC-SHA256 by a key that signs often: RFC 2104 §2 as two plain digests, 0.8 µs against 1.6 for
 * `createHmac`, which makes objects outside of the heap for each signature.
 */
import { hash } from 'node:crypto';
import { must } from '#core/assert.ts';

/** RFC 2104 §2: B and L of SHA-256. A longer key would have to be hashed first; secrets end at 64 bytes. */
export const macKeyBytesMax = 64;
const digestBytes = 32;

const innerPad = 0x36;
const outerPad = 0x5c;

/** What is signed stands here behind the inner pad; a longer text has a buffer of its own. */
const room = Buffer.alloc(16_384);

export class MacKey {
  readonly #inner: Buffer;
  /** The outer pad, and behind it the inner digest. */
  readonly #outer: Buffer;

  constructor(key: Buffer) {
    must(key.length <= macKeyBytesMax || undefined, 'key of at most one block');
    this.#inner = Buffer.alloc(macKeyBytesMax, innerPad);
    this.#outer = Buffer.alloc(macKeyBytesMax + digestBytes, outerPad);
    for (const [at, octet] of key.entries()) {
      this.#inner[at] = octet ^ innerPad;
      this.#outer[at] = octet ^ outerPad;
    }
  }

  /** Of the head, which is ASCII, and the body behind it; in base64. */
  sign(head: string, body: Uint8Array): string {
    const end = macKeyBytesMax + head.length + body.length;
    const text = end > room.length ? Buffer.allocUnsafe(end) : room;
    text.set(this.#inner);
    text.write(head, macKeyBytesMax, 'latin1');
    text.set(body, macKeyBytesMax + head.length);
    // As text with a character for each octet: a buffer for each digest costs 0.4 µs more.
    this.#outer.write(hash('sha256', text.subarray(0, end), 'binary'), macKeyBytesMax, 'latin1');
    return hash('sha256', this.#outer, 'base64');
  }
}
