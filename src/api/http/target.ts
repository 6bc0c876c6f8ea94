/** The request target: RFC 9112 §3.2, of which clients send the origin form and, to proxies, the absolute one. */

export type Target = {
  readonly path: string;
  readonly query: string;
  /** Of an absolute form: the host that it names. */
  readonly authority?: string;
};

/** `undefined` for what is neither a path nor an http address. No URL object: this is the hot path. */
export function parseTarget(target: string): Target | undefined {
  if (target.charCodeAt(0) === slash) return split(target);
  // §3.2.4: the asterisk, which is no path, means the server.
  return target === '*' ? split(target) : parseAbsolute(target);
}

const slash = 0x2f;

/** §3.2.2: a server MUST accept the absolute form. RFC 9110 §4.2.4: user names in it are an error. */
function parseAbsolute(target: string): Target | undefined {
  const { authority, rest } =
    /^https?:\/\/(?<authority>[^/?#@]+)(?<rest>(?:[/?#].*)?)$/is.exec(target)?.groups ?? {};
  if (authority === undefined || rest === undefined) return undefined;
  return { ...split(rest.startsWith('/') ? rest : `/${rest}`), authority };
}

function split(target: string): Target {
  const fragment = target.indexOf('#');
  const whole = fragment < 0 ? target : target.slice(0, fragment);
  const mark = whole.indexOf('?');
  return mark < 0
    ? { path: whole, query: '' }
    : { path: whole.slice(0, mark), query: whole.slice(mark + 1) };
}
