/**
 * Browsers in which somebody signed in before: each keeps a token that says as whom, so that guesses
 * from elsewhere do not count against it. It opens nothing.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Under which the key is derived from the master key. */
export const browserKeyUse = 'known browsers of the dashboard';

const form = /^(?<id>[\w-]{22})\.(?<mac>[\w-]{43})$/;

export class KnownBrowsers {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** A new one, for a browser in which this person has signed in. */
  tokenOf(userId: number): string {
    const id = randomBytes(16).toString('base64url');
    return `${id}.${this.#mac(id, userId).toString('base64url')}`;
  }

  /** By what the browser is known; undefined: this person did not sign in there. */
  knownBy(token: string | undefined, userId: number): string | undefined {
    const { id, mac = '' } = form.exec(token ?? '')?.groups ?? {};
    if (id === undefined) return undefined;
    const given = Buffer.from(mac, 'base64url');
    const own = this.#mac(id, userId);
    return given.length === own.length && timingSafeEqual(given, own) ? id : undefined;
  }

  #mac(id: string, userId: number): Buffer {
    return createHmac('sha256', this.#key).update(`${id} ${userId}`).digest();
  }
}
