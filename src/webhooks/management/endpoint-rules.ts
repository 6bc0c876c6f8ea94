/** What people may say of an endpoint, field by field, and why a value is refused. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { CheckedUrl, VettedHost } from '#core/address-guard.ts';
import type { Sealer } from '#core/sealed.ts';
import { fillSentence, type Sentence } from '#core/words.ts';
import type { DeliverySettings, Endpoint } from '../endpoint.ts';
import { headersPlace, keyPlace } from '../endpoint-places.ts';
import { endpointReasons as reasons } from './endpoint-reasons.ts';
import { mailFamilies, mailSampleKinds } from './sample-kinds.ts';

/** Undefined: it was not said. */
export type WrittenEndpoint = {
  readonly url?: string | undefined;
  readonly events?: readonly string[] | undefined;
  readonly maxInFlight?: number | undefined;
  /** Null: no limit. */
  readonly ratePerSecond?: number | null | undefined;
  readonly ordering?: DeliverySettings['ordering'] | undefined;
  readonly timeoutMs?: number | undefined;
  /** Seconds between attempts; none: the usual ones. */
  readonly schedule?: readonly number[] | undefined;
  /** All of them; none: no headers of its own. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** In PEM; empty: none. */
  readonly ca?: string | undefined;
  readonly certificate?: string | undefined;
  readonly key?: string | undefined;
  readonly autoDisable?: boolean | undefined;
};

export type EndpointField = keyof WrittenEndpoint | 'secret';

/** `reason` continues the field's name in English: "timeoutMs" "must be 1000 to 30000". */
export type FieldRefusal = { readonly field: EndpointField; readonly reason: Sentence };

export type EndpointReading =
  | {
      readonly ok: true;
      readonly url: string | undefined;
      readonly events: readonly string[] | undefined;
      readonly settings: Partial<DeliverySettings>;
      /** What may be meant so, and is odd. */
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly refusals: readonly FieldRefusal[] };

export type RulePorts = {
  readonly guard: {
    checkUrl(text: string): CheckedUrl;
    vet(hostname: string): Promise<VettedHost>;
  };
  readonly sealer: Pick<Sealer, 'seal'>;
};

export const bounds = {
  maxInFlight: { min: 1, max: 64 },
  ratePerSecond: { min: 1, max: 10_000 },
  timeoutMs: { min: 1_000, max: 30_000 },
};
export const delaysMax = 20;
const scheduleSMax = 72 * 3_600;
export const pemMax = 65_536;

export async function readEndpoint(
  written: WrittenEndpoint,
  place: Pick<Endpoint, 'accountId' | 'source'>,
  ports: RulePorts,
): Promise<EndpointReading> {
  const address = await readUrl(written.url, ports);
  const headers = withAuthorization(written.headers, address.authorization);
  const refusals = [
    ...address.refusals,
    ...refuseEvents(written.events),
    ...refuseBounds(written),
    ...refuseSchedule(written.schedule),
    ...refuseHeaders(headers).map((reason) => ({ field: 'headers', reason }) as const),
    ...refuseCertificates(written),
  ];
  if (refusals.length > 0) return { ok: false, refusals };
  const { sealer } = ports;
  const { key } = written;
  return {
    ok: true,
    url: address.url,
    events: written.events,
    settings: {
      ...(written.maxInFlight !== undefined && { inFlightMax: written.maxInFlight }),
      ...(written.ratePerSecond !== undefined && { ratePerS: written.ratePerSecond }),
      ...(written.ordering !== undefined && { ordering: written.ordering }),
      ...(written.timeoutMs !== undefined && { timeoutMs: written.timeoutMs }),
      ...(written.schedule !== undefined && { scheduleS: written.schedule }),
      ...(headers !== undefined && {
        sealedHeaders:
          Object.keys(headers).length === 0
            ? ''
            : sealer.seal(JSON.stringify(headers), headersPlace(place)),
      }),
      ...(written.ca !== undefined && { ca: written.ca }),
      ...(written.certificate !== undefined && { certificate: written.certificate }),
      ...(key !== undefined && { sealedKey: key === '' ? '' : sealer.seal(key, keyPlace(place)) }),
      ...(written.autoDisable !== undefined && { autoDisable: written.autoDisable }),
    },
    warnings: address.warnings,
  };
}

type ReadUrl = {
  readonly url: string | undefined;
  /** Of a URL that carries a user name: it travels sealed, as a header. */
  readonly authorization: string | undefined;
  readonly refusals: readonly FieldRefusal[];
  readonly warnings: readonly string[];
};

async function readUrl(text: string | undefined, { guard }: RulePorts): Promise<ReadUrl> {
  const none = { url: undefined, authorization: undefined, refusals: [], warnings: [] };
  if (text === undefined) return none;
  const refused = (reason: Sentence): ReadUrl => ({
    ...none,
    refusals: [{ field: 'url', reason }],
  });
  const parsed = URL.parse(text);
  const { username = '', password = '' } = parsed ?? {};
  if (parsed !== null) {
    parsed.username = '';
    parsed.password = '';
  }
  const checked = guard.checkUrl(username === '' ? text : (parsed?.href ?? text));
  if (!checked.ok) return refused(checked.reason);
  const vetted = await guard.vet(checked.url.hostname);
  if (!vetted.ok && vetted.why === 'forbidden') {
    return refused(fillSentence(reasons['not reachable'], { reason: vetted.reason }));
  }
  const user = readUser(username, password);
  if (user === undefined) return refused(reasons['user name is not encoded']);
  return {
    url: checked.url.href,
    authorization: username === '' ? undefined : `Basic ${Buffer.from(user).toString('base64')}`,
    refusals: [],
    warnings: vetted.ok ? [] : [`${checked.url.hostname} has no address at the moment`],
  };
}

/** Undefined where an escape is none: `URL` lets a `%` pass that stands alone. */
function readUser(username: string, password: string): string | undefined {
  try {
    return `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  } catch {
    return undefined;
  }
}

function withAuthorization(headers: WrittenEndpoint['headers'], authorization: string | undefined) {
  return authorization === undefined ? headers : { ...headers, Authorization: authorization };
}

const kinds: ReadonlySet<string> = new Set([
  'reply',
  'reply.short',
  'reply.long',
  'stop',
  'dlr',
  'lookup',
  ...mailFamilies,
  ...mailSampleKinds,
]);

/** Whether a word names a kind of event, or the first word of some. */
export function isKindOfEvent(word: string): boolean {
  return kinds.has(word);
}

function refuseEvents(events: readonly string[] | undefined): readonly FieldRefusal[] {
  const unknown = events?.find((word) => !isKindOfEvent(word));
  if (unknown === undefined) return [];
  const known =
    'reply, reply.short, reply.long, stop, dlr, email, email.…, suppression and suppression.…';
  const reason = fillSentence(reasons['event is unknown'], { word: unknown.slice(0, 40), known });
  return [{ field: 'events', reason }];
}

function refuseBounds(written: WrittenEndpoint): readonly FieldRefusal[] {
  return (['maxInFlight', 'ratePerSecond', 'timeoutMs'] as const).flatMap((field) => {
    const value = written[field];
    const { min, max } = bounds[field];
    if (value === undefined || value === null) return [];
    const fits = Number.isInteger(value) && value >= min && value <= max;
    return fits ? [] : [{ field, reason: fillSentence(reasons['out of bounds'], { min, max }) }];
  });
}

function refuseSchedule(schedule: readonly number[] | undefined): readonly FieldRefusal[] {
  if (schedule === undefined) return [];
  const field = 'schedule';
  if (schedule.length > delaysMax) {
    return [{ field, reason: fillSentence(reasons['too many delays'], { max: delaysMax }) }];
  }
  if (schedule.some((delayS) => !Number.isInteger(delayS) || delayS < 1)) {
    return [{ field, reason: reasons['delay is not whole seconds'] }];
  }
  const sumS = schedule.reduce((sum, delayS) => sum + delayS, 0);
  return sumS > scheduleSMax ? [{ field, reason: reasons['schedule is too long'] }] : [];
}

function refuseCertificates({ ca, certificate, key }: WrittenEndpoint): readonly FieldRefusal[] {
  const refusals: FieldRefusal[] = [];
  for (const [field, text] of [
    ['ca', ca],
    ['certificate', certificate],
  ] as const) {
    if (text === undefined || text === '') continue;
    if (text.length > pemMax) refusals.push({ field, reason: tooLong(pemMax) });
    else if (readCertificate(text) === undefined) {
      refusals.push({ field, reason: reasons['not a certificate'] });
    }
  }
  if ((certificate === undefined || certificate === '') !== (key === undefined || key === '')) {
    refusals.push({ field: 'key', reason: reasons['certificate or key is missing'] });
  } else if (refusals.length === 0 && certificate && key && !belongs(certificate, key)) {
    refusals.push({ field: 'key', reason: reasons['key does not belong'] });
  }
  const unusable = refusals.length === 0 ? whyUnusable({ ca, certificate, key }) : undefined;
  if (unusable !== undefined) refusals.push({ field: 'certificate', reason: unusable });
  return refusals;
}

function tooLong(max: number): Sentence {
  return fillSentence(reasons['too many characters'], { max });
}

/** As a connection will use them: of a chain each one, and none with a key that is too short. */
function whyUnusable({ ca, certificate, key }: WrittenEndpoint): Sentence | undefined {
  try {
    createSecureContext({
      ...(ca && { ca }),
      ...(certificate && key && { cert: certificate, key }),
    });
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    return fillSentence(reasons['certificate is unusable'], { why: message.slice(0, 100) });
  }
}

function readCertificate(text: string): X509Certificate | undefined {
  try {
    return new X509Certificate(text);
  } catch {
    return undefined;
  }
}

function belongs(certificate: string, key: string): boolean {
  try {
    return readCertificate(certificate)?.checkPrivateKey(createPrivateKey(key)) ?? false;
  } catch {
    return false;
  }
}

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

function refuseHeaders(headers: Readonly<Record<string, string>> | undefined): readonly Sentence[] {
  const entries = Object.entries(headers ?? {});
  const whole = refuseAll(entries);
  const found =
    whole === undefined ? entries.map(([name, value]) => refuseHeader(name, value)) : [whole];
  return found.filter((reason) => reason !== undefined);
}

function refuseAll(
  entries: readonly (readonly [name: string, value: string])[],
): Sentence | undefined {
  if (entries.length > headersMax) {
    return fillSentence(reasons['too many headers'], { max: headersMax });
  }
  const characters = entries.reduce(
    (sum, [name, value]) => sum + name.length + value.length + 4,
    0,
  );
  if (characters > charactersMax) return tooLong(charactersMax);
  const names = entries.map(([name]) => name.toLowerCase());
  return new Set(names).size < names.length ? reasons['header comes twice'] : undefined;
}

function refuseHeader(name: string, value: string): Sentence | undefined {
  const shown = { name: JSON.stringify(name.slice(0, 40)) };
  if (!token.test(name)) return fillSentence(reasons['not a header name'], shown);
  const lower = name.toLowerCase();
  if (reserved.has(lower) || reservedBeginnings.some((start) => lower.startsWith(start))) {
    return fillSentence(reasons['header is reserved'], shown);
  }
  if (/[\r\n\0]/.test(value)) return fillSentence(reasons['header has a line break'], shown);
  return fieldValue.test(value) ? undefined : fillSentence(reasons['header is not ASCII'], shown);
}
