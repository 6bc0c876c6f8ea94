/** SIP, SIPS and tel addresses (RFC 3261 §19.1, RFC 3966), read from text and written again. */

export type Parameters = ReadonlyMap<string, string | undefined>;

/** Of most addresses. */
export const noParameters: Parameters = new Map();

export type SipUri = {
  readonly scheme: 'sip' | 'sips';
  /** As written, escapes included: `%40` stays what it is. */
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** In small letters; an IPv6 address without its brackets. */
  readonly host: string;
  readonly port: number | undefined;
  readonly parameters: Parameters;
};

export type TelUri = {
  readonly scheme: 'tel';
  readonly number: string;
  readonly parameters: Parameters;
};

/** Of a scheme that nobody here speaks; a header may carry it. */
export type OtherUri = { readonly scheme: 'other'; readonly name: string };

export type Uri = SipUri | TelUri | OtherUri;

const schemeForm = /^[a-z][a-z0-9+.-]*$/i;
/** Anything printable without quotes, brackets and spaces; what is not ASCII came as UTF-8. */
const textForm = /^[!#-;=?-Z\\\]^-~_[\x80-\xff]*$/;
const escapes = /%(?![0-9a-f]{2})/i;
const hostForm = /^[a-z0-9](?:[a-z0-9._-]*)$/i;
// RFC 5118 §4.10: a third colon in a row is a known slip, and harmless.
const ipv6Form = /^[0-9a-f:.]+(?:%[a-z0-9.]+)?$/i;
const portForm = /^[0-9]{1,5}$/;

export function parseUri(text: string): Uri | undefined {
  if (text.startsWith('sip:')) return parseRest('sip', text.slice(4));
  const colon = text.indexOf(':');
  const name = text.slice(0, Math.max(0, colon));
  return schemeForm.test(name) ? parseRest(name, text.slice(colon + 1)) : undefined;
}

function parseRest(name: string, rest: string): Uri | undefined {
  if (rest === '' || !textForm.test(rest)) return undefined;
  switch (name.toLowerCase()) {
    case 'sip':
      return parseSipUri('sip', rest);
    case 'sips':
      return parseSipUri('sips', rest);
    case 'tel':
      return parseTelUri(rest);
    default:
      return { scheme: 'other', name: name.toLowerCase() };
  }
}

function parseTelUri(rest: string): TelUri | undefined {
  const [number = '', ...parameters] = rest.split(';');
  if (!/^\+?[0-9a-f*#().-]+$/i.test(number)) return undefined;
  return { scheme: 'tel', number, parameters: parametersFrom(parameters) };
}

function parseSipUri(scheme: 'sip' | 'sips', rest: string): SipUri | undefined {
  // A user part may hold `;` and `?`, so the `@` is looked for first; headers behind `?` are not ours to obey.
  const at = rest.indexOf('@');
  const userInfo = at < 0 ? undefined : rest.slice(0, at);
  if (userInfo !== undefined && (userInfo === '' || escapes.test(userInfo))) return undefined;
  const question = rest.indexOf('?', at + 1);
  const address = rest.slice(at + 1, question < 0 ? undefined : question);
  const semicolon = address.indexOf(';');
  const place = parseHostPort(semicolon < 0 ? address : address.slice(0, semicolon));
  if (place === undefined) return undefined;
  const parameters = semicolon < 0 ? [] : address.slice(semicolon + 1).split(';');
  const colon = userInfo?.indexOf(':') ?? -1;
  return {
    scheme,
    user: colon < 0 ? userInfo : userInfo?.slice(0, colon),
    password: colon < 0 ? undefined : userInfo?.slice(colon + 1),
    host: place.host,
    port: place.port,
    parameters: parametersFrom(parameters),
  };
}

function parametersFrom(texts: readonly string[]): Parameters {
  if (texts.length === 0) return noParameters;
  const parameters = new Map<string, string | undefined>();
  for (const text of texts) {
    const equals = text.indexOf('=');
    const name = (equals < 0 ? text : text.slice(0, equals)).trim().toLowerCase();
    if (name === '' || parameters.has(name)) continue;
    parameters.set(name, equals < 0 ? undefined : text.slice(equals + 1).trim());
  }
  return parameters;
}

export type HostPort = { readonly host: string; readonly port: number | undefined };

/**
 * `host`, `host:port`, `[address]:port`. An IPv6 address without brackets is ambiguous, and refused; so is port 0,
 * to which nothing can be sent.
 */
export function parseHostPort(text: string): HostPort | undefined {
  const bracket = text.startsWith('[') ? text.indexOf(']') : -1;
  if (text.startsWith('[') && bracket < 0) return undefined;
  const colon = text.indexOf(':');
  const end = colon < 0 ? text.length : colon;
  const host = bracket > 0 ? text.slice(1, bracket) : text.slice(0, end);
  const behind = text.slice(bracket > 0 ? bracket + 1 : end);
  const isHost = bracket > 0 ? ipv6Form.test(host) : hostForm.test(host);
  if (!isHost || (behind !== '' && !behind.startsWith(':'))) return undefined;
  if (behind === '') return { host: host.toLowerCase(), port: undefined };
  const port = behind.slice(1);
  if (!portForm.test(port) || Number(port) === 0 || Number(port) > 65_535) return undefined;
  return { host: host.toLowerCase(), port: Number(port) };
}

/** A host as it is written in an address: IPv6 in brackets. */
export function writeHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

export function writeHostPort({ host, port }: HostPort): string {
  return port === undefined ? writeHost(host) : `${writeHost(host)}:${port}`;
}

/** `user%40home` → `user@home`; escapes of octets that are no text stay as they are. */
export function unescapeUser(user: string): string {
  try {
    return decodeURIComponent(user);
  } catch {
    return user;
  }
}

/** A user part from any text: what the grammar has no place for is escaped (§25.1 `user`). */
export function escapeUser(text: string): string {
  return encodeURIComponent(text).replace(/%(?:2B|26|3D|24|2C|3B|3F|2F)/g, decodeURIComponent);
}
