/**
 * The cookies of the dashboard: a session's, and one by which a browser is known in which somebody
 * signed in before. `__Host-` cookies hold for one host alone and leave by https (RFC 6265bis
 * §4.1.3.2); browsers take them on localhost too, but drop them on other plain http hosts.
 */
import type { RequestHead } from '#api/http/http-message.ts';
import type { Cookies, Visit } from '#core/visit.ts';

type Head = Pick<RequestHead, 'headers' | 'isEncrypted'>;

type Kind = { readonly name: string; readonly form: RegExp; readonly lifeS: number | undefined };

/** 256 bits in base64url; gone with the browser. */
const session: Kind = { name: 'parley', form: /^[\w-]{43}$/, lifeS: undefined };
/** A year: who comes less often is a stranger. */
const browser: Kind = {
  name: 'parley-browser',
  form: /^[\w-]{22}\.[\w-]{43}$/,
  lifeS: 365 * 86_400,
};

export function readSessionToken(head: Head, publicUrl: string | undefined): string | undefined {
  return readCookie(session, head, publicUrl);
}

/** Where a request to sign in comes from. */
export function visitOf(head: RequestHead, publicUrl: string | undefined): Visit {
  const { host, origin, 'user-agent': agent = '' } = head.headers;
  const browserToken = readCookie(browser, head, publicUrl);
  return { address: head.address, agent, browserToken, host, origin };
}

/** `Set-Cookie` as names and values in turn. */
export function cookieHeaders(
  { token, browserToken }: Cookies,
  head: Head,
  publicUrl: string | undefined,
): readonly string[] {
  return [
    ...writeCookie(session, token, head, publicUrl),
    ...(browserToken === undefined ? [] : writeCookie(browser, browserToken, head, publicUrl)),
  ];
}

function readCookie({ name, form }: Kind, head: Head, publicUrl: string | undefined) {
  const wanted = fullName(name, head, publicUrl);
  for (const pair of (head.headers['cookie'] ?? '').split(';')) {
    const [given = '', ...value] = pair.split('=');
    const token = value.join('=').trim();
    if (given.trim() === wanted && form.test(token)) return token;
  }
  return undefined;
}

function writeCookie(
  { name, lifeS }: Kind,
  token: string | undefined,
  head: Head,
  publicUrl: string | undefined,
): readonly string[] {
  const full = fullName(name, head, publicUrl);
  const secure = full === name ? '' : '; Secure';
  const ageS = token === undefined ? 0 : lifeS;
  const life = ageS === undefined ? '' : `; Max-Age=${ageS}`;
  return ['Set-Cookie', `${full}=${token ?? ''}; Path=/; HttpOnly; SameSite=Lax${secure}${life}`];
}

function fullName(name: string, head: Head, publicUrl: string | undefined): string {
  return isSecure(head, publicUrl) ? `__Host-${name}` : name;
}

/** TLS ends at our own port, or at a proxy in front of the public URL; else this machine alone reaches us. */
function isSecure({ headers, isEncrypted }: Head, publicUrl: string | undefined): boolean {
  if (isEncrypted || publicUrl?.startsWith('https:') === true) return true;
  return publicUrl === undefined && isLocal(headers['host']);
}

function isLocal(host = ''): boolean {
  return /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i.test(host);
}
