/** Every setting of a trunk, as all doors read it. Defaults stand in trunk.ts. */
import { isIP } from 'node:net';
import { z } from 'zod';
import { isInRange, parseAddressRange } from '#core/address-range.ts';
import { asciiOf, listOf, textOf, withDefaults } from '#core/input-form.ts';
import { type Refusal, refuse } from '#core/operation.ts';
import { countryCode, isHostName } from '#core/value-kind.ts';
import { plainFingerprint } from '../sip/transport/shown-certificates.ts';
import { type Trunk, type TrunkSettings, trunkDefaults } from './trunk.ts';
import { certificatesMax, entriesMax, trunkForms } from './words.ts';

const orNone = { orNone: true } as const;

const host = textOf(
  { read: (text) => (isIP(text) > 0 || isHostName(text) ? text : undefined) },
  trunkForms.host,
  orNone,
);

const network = textOf(
  { read: (text) => (parseAddressRange(text) === undefined ? undefined : text) },
  trunkForms.networks,
);

const networks = listOf(network, entriesMax, { form: trunkForms.networks, emptyWord: 'none' });

const prefix = z.string().regex(/^[1-9]\d{0,14}$/);
const prefixes = listOf(prefix, entriesMax, { form: trunkForms.prefixes, emptyWord: 'none' });

const fingerprint = textOf(
  {
    read(text) {
      const plain = plainFingerprint(text);
      return /^[\da-f]{64}$/.test(plain) ? plain : undefined;
    },
  },
  trunkForms.certificates,
);

const digits = textOf(
  { read: (text) => (/^[\d*#]{1,15}$/.test(text) ? text : undefined) },
  trunkForms.digits,
  orNone,
);

const numberFrom = textOf<TrunkSettings['numberFrom']>(
  {
    read(text) {
      if (text === 'ruri' || text === 'to' || text === 'p-called-party-id') return text;
      const name = /^header:(?<name>[A-Za-z0-9-]{1,60})$/.exec(text)?.groups?.['name'];
      return name === undefined ? undefined : `header:${name.toLowerCase()}`;
    },
  },
  trunkForms.numberFrom,
);

/** RFC 3261 §25.1: what stands in a quoted string without being escaped. */
const user = textOf(
  { read: (text) => (/^[\x21\x23-\x5b\x5d-\x7e]{1,64}$/.test(text) ? text : undefined) },
  trunkForms.user,
  orNone,
);

export const settingShape = {
  inbound: z.boolean(),
  outbound: z.boolean(),
  transport: z.enum(['udp', 'tcp', 'tls']),
  host,
  port: z.int().min(1).max(65_535).nullable(),
  certificates: listOf(fingerprint, certificatesMax, {
    form: trunkForms.certificates,
    emptyWord: 'none',
  }),
  sources: networks,
  authInUser: user,
  numberFrom,
  stripPrefix: digits,
  addPrefix: digits,
  homeCountry: textOf(countryCode, trunkForms.country, orNone),
  authUser: user,
  register: z.boolean(),
  from: z.enum(['caller', 'did']),
  pai: z.enum(['caller', 'did', 'none']),
  diversion: z.enum(['stack', 'propagate', 'none']),
  trustedIdentity: z.boolean(),
  numberForm: z.enum(['plus', 'digits', 'zeros']),
  media: z.enum(['relay', 'bypass', 'redirect']),
  mediaSources: networks,
  symmetric: z.boolean(),
  prefixes,
  priority: z.int().min(0).max(1_000),
  weight: z.int().min(1).max(1_000),
  maxCalls: z.int().min(1).max(100_000).nullable(),
  maxCps: z.int().min(1).max(10_000),
  optionsPing: z.boolean(),
} satisfies { readonly [Name in keyof TrunkSettings]: z.ZodType<TrunkSettings[Name]> };

/** Of a new trunk. */
export const defaultedShape = withDefaults(settingShape, trunkDefaults);

const password = asciiOf(0, 64, { isSecret: true }).optional();

/** With which we sign in there, and with which it signs in here; an empty one takes it away. */
export const secretShape = { password, authInPassword: password };

export const conflicts = [
  'trunk has no source',
  'trunk has no host',
  'trunk has no user to register',
  'certificates need TLS',
  'TLS to an address needs a port',
  'source is another trunk’s',
] as const;

type Conflict = Refusal<(typeof conflicts)[number]>;

/** What does not fit together; the other trunks say which networks are taken. */
export function trunkConflict(
  name: string,
  settings: TrunkSettings,
  others: readonly Trunk[],
): Conflict | undefined {
  const { inbound, outbound, sources, host: place, register } = settings;
  const { transport, port, certificates } = settings;
  if (inbound && sources.length === 0 && !register) {
    return refuse('trunk has no source', { field: 'sources' });
  }
  if (outbound && place === '') return refuse('trunk has no host', { field: 'host' });
  if (register && settings.authUser === '') {
    return refuse('trunk has no user to register', { field: 'authUser' });
  }
  if (certificates.length > 0 && transport !== 'tls') {
    return refuse('certificates need TLS', { field: 'certificates' });
  }
  if (transport === 'tls' && isIP(place) > 0 && port === null) {
    return refuse('TLS to an address needs a port', { field: 'port' });
  }
  return inbound ? takenSource(name, sources, others) : undefined;
}

function takenSource(name: string, sources: readonly string[], others: readonly Trunk[]) {
  for (const other of others) {
    if (other.name === name || !other.settings.inbound) continue;
    const source = sources.find((one) => other.settings.sources.some((its) => same(its, one)));
    if (source === undefined) continue;
    const params = { source, trunk: other.name };
    return refuse('source is another trunk’s', { field: 'sources', params });
  }
  return undefined;
}

function same(one: string, other: string): boolean {
  const [a, b] = [parseAddressRange(one), parseAddressRange(other)];
  if (a === undefined || b === undefined || a.hostBits !== b.hostBits) return false;
  return isInRange({ family: a.family, bits: a.network << a.hostBits }, b);
}
