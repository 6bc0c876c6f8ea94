/**
 * What passkeys sign: chance, an end and a MAC over both and the purpose. Nothing is kept of a challenge
 * before it was answered, so asking for many costs nothing, and any process takes the answer.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '#core/clock.ts';

/** Under which the key is derived from the master key. */
export const challengeKeyUse = 'challenges of passkeys';

export const challengeMs = 5 * 60_000;

const nonceBytes = 16;
const endBytes = 8;
const macBytes = 32;

/** It is good once: the commit that it lets through keeps it until it ends by itself. */
export type AnsweredChallenge = { readonly challenge: string; readonly endsAtMs: number };

export class Challenges {
  readonly #key: Buffer;
  readonly #clock: Pick<Clock, 'nowMs'>;

  constructor(key: Buffer, clock: Pick<Clock, 'nowMs'>) {
    this.#key = key;
    this.#clock = clock;
  }

  /** In base64url. */
  make(purpose: string): string {
    const end = Buffer.alloc(endBytes);
    end.writeBigUInt64BE(BigInt(this.#clock.nowMs() + challengeMs));
    const head = Buffer.concat([randomBytes(nonceBytes), end]);
    return Buffer.concat([head, this.#mac(head, purpose)]).toString('base64url');
  }

  /** Undefined for one that is not ours, was made for something else, or is over. */
  read(challenge: string, purpose: string): AnsweredChallenge | undefined {
    const octets = Buffer.from(challenge, 'base64url');
    if (octets.length !== nonceBytes + endBytes + macBytes) return undefined;
    const head = octets.subarray(0, nonceBytes + endBytes);
    if (!timingSafeEqual(octets.subarray(head.length), this.#mac(head, purpose))) return undefined;
    const endsAtMs = Number(head.readBigUInt64BE(nonceBytes));
    // Written again: the same octets have more than one form in base64url.
    const written = octets.toString('base64url');
    return this.#clock.nowMs() < endsAtMs ? { challenge: written, endsAtMs } : undefined;
  }

  /** How authenticators know a person: it tells nobody who that is. */
  handleOf(email: string): string {
    return createHmac('sha256', this.#key).update(`person ${email}`).digest('base64url');
  }

  #mac(head: Buffer, purpose: string): Buffer {
    return createHmac('sha256', this.#key).update(head).update(`for ${purpose}`).digest();
  }
}
