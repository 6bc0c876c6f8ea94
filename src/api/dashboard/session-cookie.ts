/**
 * The cookie of a session. `__Host-` cookies hold for one host alone and leave by https (RFC 6265bis
 * §4.1.3.2); browsers take them on localhost too, but drop them on other plain http hosts.
 */
import type { RequestHead } from '#api/http/http-message.ts';

const hostOnly = '__Host-parley';
const plain = 'parley';

/** 256 bits in base64url. */
const tokenForm = /^[\w-]{43}$/;

export function readSessionToken(
  { headers }: Pick<RequestHead, 'headers'>,
  publicUrl: string | undefined,
): string | undefined {
  const wanted = cookieName(headers['host'], publicUrl);
  for (const pair of (headers['cookie'] ?? '').split(';')) {
    const [name = '', ...value] = pair.split('=');
    const token = value.join('=').trim();
    if (name.trim() === wanted && tokenForm.test(token)) return token;
  }
  return undefined;
}

/** `Set-Cookie` as a name and a value; without a token it ends the session in the browser. */
export function sessionCookie(
  token: string | undefined,
  { headers }: Pick<RequestHead, 'headers'>,
  publicUrl: string | undefined,
): readonly string[] {
  const name = cookieName(headers['host'], publicUrl);
  const secure = name === hostOnly ? '; Secure' : '';
  const life = token === undefined ? '; Max-Age=0' : '';
  return ['Set-Cookie', `${name}=${token ?? ''}; Path=/; HttpOnly; SameSite=Lax${secure}${life}`];
}

function cookieName(host: string | undefined, publicUrl: string | undefined): string {
  const isSecure = publicUrl === undefined ? isLocal(host) : publicUrl.startsWith('https:');
  return isSecure ? hostOnly : plain;
}

function isLocal(host = ''): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(host);
}
