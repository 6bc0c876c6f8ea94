/** Digest authentication (RFC 7616, RFC 8760): the words of it, and our side where somebody asks who we are. */
import { createHash } from 'node:crypto';
import { quote, splitLists, unquote } from './fields.ts';
import type { HeaderField, Headers } from './headers.ts';
import type { SipRequest, SipResponse } from './message.ts';
import type { Tokens } from './tokens.ts';
import type { Credentials } from './user-agent.ts';

export type DigestAlgorithm = 'SHA-256' | 'MD5';

type Challenge = {
  readonly realm: string;
  readonly nonce: string;
  readonly opaque: string | undefined;
  readonly algorithm: DigestAlgorithm;
  /** Without it the old form of RFC 2069. */
  readonly hasQop: boolean;
  readonly isStale: boolean;
};

/** What is hashed, and what travels beside the hash. */
export type DigestInput = {
  readonly algorithm: DigestAlgorithm;
  readonly user: string;
  readonly realm: string;
  readonly password: string;
  readonly method: string;
  readonly uri: string;
  readonly nonce: string;
  readonly qop?: { readonly nc: string; readonly cnonce: string } | undefined;
};

export function digestResponse(input: DigestInput): string {
  const { algorithm, user, realm, password, method, uri, nonce, qop } = input;
  const hash = (text: string): string =>
    createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
      .update(text, 'utf8')
      .digest('hex');
  const who = hash(`${user}:${realm}:${password}`);
  const what = hash(`${method}:${uri}`);
  if (qop === undefined) return hash(`${who}:${nonce}:${what}`);
  return hash(`${who}:${nonce}:${qop.nc}:${qop.cnonce}:auth:${what}`);
}

/** The parameters behind `Digest`; `undefined` for any other scheme. */
export function digestParameters(value: string): ReadonlyMap<string, string> | undefined {
  const rest = /^digest[ \t]+(?<rest>.*)$/i.exec(value.trim())?.groups?.['rest'];
  if (rest === undefined) return undefined;
  const found = new Map<string, string>();
  for (const part of splitLists([rest]) ?? []) {
    const equals = part.indexOf('=');
    if (equals < 0) continue;
    const name = part.slice(0, equals).trim().toLowerCase();
    found.set(name, unquote(part.slice(equals + 1).trim()));
  }
  return found;
}

function readChallenge(value: string): Challenge | undefined {
  const parameters = digestParameters(value);
  const realm = parameters?.get('realm');
  const nonce = parameters?.get('nonce');
  const algorithm = (parameters?.get('algorithm') ?? 'MD5').toUpperCase();
  if (parameters === undefined || realm === undefined || nonce === undefined) return undefined;
  if (algorithm !== 'MD5' && algorithm !== 'SHA-256') return undefined;
  const qop = parameters.get('qop');
  const options = qop?.split(',').map((each) => each.trim().toLowerCase());
  if (options?.includes('auth') === false) return undefined;
  return {
    realm,
    nonce,
    opaque: parameters.get('opaque'),
    algorithm,
    hasQop: options !== undefined,
    isStale: parameters.get('stale')?.toLowerCase() === 'true',
  };
}

/** The best of those that we can answer: SHA-256 before MD5 (RFC 8760 §2.4). */
function chooseChallenge(headers: Headers, name: string): Challenge | undefined {
  const readable = headers
    .all(name)
    .map(readChallenge)
    .filter((each) => each !== undefined);
  return readable.find(({ algorithm }) => algorithm === 'SHA-256') ?? readable[0];
}

/** Answers the challenges of one peer, within one call or registration. */
export class DigestClient {
  readonly #credentials: Credentials;
  readonly #tokens: Tokens;
  readonly #known = new Map<'authorization' | 'proxy-authorization', Challenge>();
  readonly #counts = new Map<string, number>();

  constructor(credentials: Credentials, tokens: Tokens) {
    this.#credentials = credentials;
    this.#tokens = tokens;
  }

  /**
   * Whether trying again may help: the first time, and again only because the nonce was too old.
   * `tries` counts how often this request has carried credentials.
   */
  take(response: SipResponse, tries: number): boolean {
    const isProxy = response.status === 407;
    const challenge = chooseChallenge(
      response.headers,
      isProxy ? 'proxy-authenticate' : 'www-authenticate',
    );
    if (challenge === undefined) return false;
    const field = isProxy ? 'proxy-authorization' : 'authorization';
    const isRepeat = this.#known.get(field)?.nonce === challenge.nonce;
    this.#known.set(field, challenge);
    if (tries === 0) return !isRepeat;
    return tries < 3 && challenge.isStale;
  }

  /** The fields that prove who we are to those who have asked so far. */
  authorize({ method, uri }: Pick<SipRequest, 'method' | 'uri'>): HeaderField[] {
    return [...this.#known].map(([field, challenge]) => [
      field,
      this.#write(challenge, method, uri),
    ]);
  }

  #write({ realm, nonce, opaque, algorithm, hasQop }: Challenge, method: string, uri: string) {
    const count = (this.#counts.get(nonce) ?? 0) + 1;
    if (this.#counts.size > 8) this.#counts.clear();
    this.#counts.set(nonce, count);
    const qop = hasQop
      ? { nc: count.toString(16).padStart(8, '0'), cnonce: this.#tokens() }
      : undefined;
    const { user, password } = this.#credentials;
    const input = { algorithm, user, realm, password, method, uri, nonce, qop };
    const parts = [
      `Digest username=${quote(user)}`,
      `realm=${quote(realm)}`,
      `nonce=${quote(nonce)}`,
      `uri=${quote(uri)}`,
      `response="${digestResponse(input)}"`,
      `algorithm=${algorithm}`,
    ];
    if (opaque !== undefined) parts.push(`opaque=${quote(opaque)}`);
    if (qop !== undefined) parts.push(`qop=auth, nc=${qop.nc}, cnonce="${qop.cnonce}"`);
    return parts.join(', ');
  }
}
