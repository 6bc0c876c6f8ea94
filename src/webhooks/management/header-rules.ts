/** Headers that an endpoint may ask for besides ours. */
const headersMax = 20;
const charactersMax = 8_192;
/** RFC 9110 §5.6.2: a name is a token. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** RFC 9110 §5.5, without octets above ASCII: receivers disagree on what these are. */
const fieldValue = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$|^$/;

/** What says how a message is framed and who sends it is ours. */
const reserved = new Set([
  'host',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'expect',
  'upgrade',
  'te',
  'trailer',
  'user-agent',
  'signature',
  'signature-input',
  'x-hub-signature-256',
]);
const reservedBeginnings = ['content-', 'proxy-', 'webhook-'];

export function refuseHeaders(
  headers: Readonly<Record<string, string>> | undefined,
): readonly string[] {
  const entries = Object.entries(headers ?? {});
  const whole = refuseAll(entries);
  const reasons =
    whole === undefined ? entries.map(([name, value]) => refuseHeader(name, value)) : [whole];
  return reasons.filter((reason) => reason !== undefined);
}

function refuseAll(entries: readonly (readonly [name: string, value: string])[]) {
  if (entries.length > headersMax) return `has more than ${headersMax} headers`;
  const characters = entries.reduce(
    (sum, [name, value]) => sum + name.length + value.length + 4,
    0,
  );
  if (characters > charactersMax) return `is longer than ${charactersMax} characters`;
  const names = entries.map(([name]) => name.toLowerCase());
  return new Set(names).size < names.length ? 'names a header twice' : undefined;
}

function refuseHeader(name: string, value: string): string | undefined {
  const shown = JSON.stringify(name.slice(0, 40));
  if (!token.test(name)) return `has ${shown}, which is no name of a header`;
  const lower = name.toLowerCase();
  if (reserved.has(lower) || reservedBeginnings.some((start) => lower.startsWith(start))) {
    return `has ${shown}, which Parley sets itself`;
  }
  if (/[\r\n\0]/.test(value))
    return `has a line break or a NUL in ${shown}, which would split the request`;
  return fieldValue.test(value) ? undefined : `has more than visible ASCII in ${shown}`;
}
