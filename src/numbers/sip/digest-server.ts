/** Digest authentication, asked by us of a trunk that has no fixed address (RFC 7616, RFC 8760). */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { BoundedMap } from '#core/bounded-map.ts';
import type { Clock } from '#core/clock.ts';
import { type DigestAlgorithm, digestParameters, digestResponse } from './digest.ts';
import { quote } from './fields.ts';
import type { HeaderField } from './headers.ts';
import type { SipRequest } from './message.ts';
import type { Credentials, Source } from './user-agent.ts';

export type DigestVerdict =
  | { readonly kind: 'known'; readonly user: string }
  /** 401 with these fields. */
  | { readonly kind: 'challenge'; readonly headers: readonly HeaderField[] }
  /** 403: no matter who it is, the proof is wrong. */
  | { readonly kind: 'wrong'; readonly user: string };

const nonceMs = 60_000;
const noncesMax = 10_000;

export class DigestServer {
  readonly #realm: string;
  readonly #clock: Clock;
  readonly #secret = randomBytes(32);
  /** By nonce: the highest count that has been used. */
  readonly #counts = new BoundedMap<string, number>(noncesMax);

  constructor(realm: string, clock: Clock) {
    this.#realm = realm;
    this.#clock = clock;
  }

  /** `find` knows the password of a user, or nobody of that name. */
  judge(
    request: SipRequest,
    source: Pick<Source, 'address'>,
    find: (user: string) => Credentials | undefined,
  ): DigestVerdict {
    const given = request.headers.all('authorization').map(digestParameters);
    // RFC 4475 §3.3.11: a scheme that nobody knows counts as no credentials.
    const parameters = given.find((each) => each?.get('realm') === this.#realm);
    if (parameters === undefined) return this.#challenge(source, false);
    const nonce = parameters.get('nonce') ?? '';
    const age = this.#ageOf(nonce, source);
    if (age === undefined) return this.#challenge(source, false);
    const user = parameters.get('username') ?? '';
    const credentials = find(user);
    if (credentials === undefined || !isProof(parameters, request, credentials)) {
      return { kind: 'wrong', user };
    }
    if (age > nonceMs || !this.#countUp(nonce, parameters.get('nc'))) {
      return this.#challenge(source, true);
    }
    return { kind: 'known', user };
  }

  /** Both algorithms, the better one first: who knows only MD5 takes the second. */
  #challenge({ address }: Pick<Source, 'address'>, isStale: boolean): DigestVerdict {
    const nonce = this.#makeNonce(this.#clock.monotonicMs(), address);
    const rest = `realm=${quote(this.#realm)}, nonce="${nonce}", qop="auth"${isStale ? ', stale=true' : ''}`;
    const headers = (['SHA-256', 'MD5'] as const).map(
      (algorithm): HeaderField => ['www-authenticate', `Digest ${rest}, algorithm=${algorithm}`],
    );
    return { kind: 'challenge', headers };
  }

  /** A time and the proof that we said it to that host: nothing need be remembered of those who never come back. */
  #makeNonce(atMs: number, address: string): string {
    const time = Math.floor(atMs).toString(36);
    const proof = createHmac('sha256', this.#secret)
      .update(`${time} ${address}`)
      .digest('base64url');
    return `${time}.${proof}`;
  }

  #ageOf(nonce: string, { address }: Pick<Source, 'address'>): number | undefined {
    const atMs = Number.parseInt(nonce.split('.', 1)[0] ?? '', 36);
    if (!Number.isSafeInteger(atMs) || !isSame(nonce, this.#makeNonce(atMs, address))) {
      return undefined;
    }
    return this.#clock.monotonicMs() - atMs;
  }

  /** A count that was used before is somebody who listened. */
  #countUp(nonce: string, nc: string | undefined): boolean {
    const count = /^[0-9a-f]{8}$/i.test(nc ?? '') ? Number.parseInt(nc ?? '', 16) : 0;
    if (count <= (this.#counts.get(nonce) ?? 0)) return false;
    this.#counts.set(nonce, count);
    return true;
  }
}

function isProof(
  parameters: ReadonlyMap<string, string>,
  request: SipRequest,
  { user, password }: Credentials,
): boolean {
  const algorithm = (parameters.get('algorithm') ?? 'MD5').toUpperCase();
  const nc = parameters.get('nc');
  const cnonce = parameters.get('cnonce');
  if (algorithm !== 'MD5' && algorithm !== 'SHA-256') return false;
  if (parameters.get('qop') !== 'auth' || nc === undefined || cnonce === undefined) return false;
  const wanted = digestResponse({
    algorithm: algorithm satisfies DigestAlgorithm,
    user,
    realm: parameters.get('realm') ?? '',
    password,
    method: request.method,
    // RFC 3261 §22.4: what is hashed is what the client says; a proxy may have changed the line.
    uri: parameters.get('uri') ?? '',
    nonce: parameters.get('nonce') ?? '',
    qop: { nc, cnonce },
  });
  return isSame(wanted, parameters.get('response')?.toLowerCase() ?? '');
}

function isSame(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
