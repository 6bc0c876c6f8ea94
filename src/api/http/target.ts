/** The request target: RFC 9112 §3.2, of which clients send the origin form and, to proxies, the absolute one. */

export type Target = { readonly path: string; readonly query: string };

/** `undefined` for what is neither a path nor an http address. No URL object: this is the hot path. */
export function parseTarget(target: string): Target | undefined {
  const origin = target.charCodeAt(0) === slash ? target : originForm(target);
  if (origin === undefined) return undefined;
  const fragment = origin.indexOf('#');
  const whole = fragment < 0 ? origin : origin.slice(0, fragment);
  const mark = whole.indexOf('?');
  return mark < 0
    ? { path: whole, query: '' }
    : { path: whole.slice(0, mark), query: readUtf8(whole.slice(mark + 1)) };
}

const slash = 0x2f;

/** §3.2.2: a server MUST accept the absolute form. §3.2.4: the asterisk, which is no path, means the server. */
function originForm(target: string): string | undefined {
  if (target === '*') return target;
  const rest = /^https?:\/\/[^/?#]+(?<rest>.*)$/is.exec(target)?.groups?.['rest'];
  if (rest === undefined) return undefined;
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** Node reads the request line as Latin-1; a client that did not percent-encode has sent UTF-8. */
function readUtf8(query: string): string {
  return /[\x80-\xff]/.test(query) ? Buffer.from(query, 'latin1').toString('utf8') : query;
}
