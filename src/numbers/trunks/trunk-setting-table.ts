/** Every setting of a trunk, as commands read and explain it. Defaults stand in trunk.ts. */
import { isIP } from 'node:net';
import { isInRange, parseAddressRange } from '#core/address-range.ts';
import {
  countryCode,
  isHostName,
  oneOf,
  onOrOff,
  orNone,
  type ValueKind,
  wholeNumber,
} from '#core/value-kind.ts';
import { plainFingerprint } from '../sip/transport/shown-certificates.ts';
import type { Trunk, TrunkSettings } from './trunk.ts';

type SettingEntry<Value> = {
  readonly kind: ValueKind<Value>;
  /** What stands behind the flag in the help. */
  readonly shape: string;
  readonly sentence: string;
};

type SettingTable = {
  readonly [Name in keyof TrunkSettings]: SettingEntry<TrunkSettings[Name]>;
};

const listMax = 100;
/** The one that is used, the next one, and those of several hosts. */
const certificatesMax = 10;

const host: ValueKind<string> = {
  form: 'an IP address or a host name, or none',
  read: (text) => (text === 'none' ? '' : isIP(text) > 0 || isHostName(text) ? text : undefined),
};

const networks: ValueKind<readonly string[]> = {
  form: `networks such as 192.0.2.0/24, up to ${listMax} with commas between, or none`,
  read: (text) => readList(text, (each) => parseAddressRange(each) !== undefined),
};

const prefixes: ValueKind<readonly string[]> = {
  form: `digits that numbers begin with, up to ${listMax} with commas between, or none`,
  read: (text) => readList(text, (each) => /^[1-9]\d{0,14}$/.test(each)),
};

function readList(text: string, fits: (each: string) => boolean): readonly string[] | undefined {
  if (text === 'none') return [];
  const entries = text.split(',').map((each) => each.trim());
  return entries.length <= listMax && entries.every(fits) ? entries : undefined;
}

const fingerprints: ValueKind<readonly string[]> = {
  form: 'SHA-256 of certificates in hex, as openssl x509 -fingerprint -sha256 prints it, up to 10 with commas between, or none',
  read(text) {
    const found = readList(text, (each) => /^[\da-f]{64}$/.test(plainFingerprint(each)));
    return found !== undefined && found.length <= certificatesMax
      ? found.map(plainFingerprint)
      : undefined;
  },
};

const digits: ValueKind<string> = {
  form: 'up to 15 digits, or none',
  read: (text) => (text === 'none' ? '' : /^[\d*#]{1,15}$/.test(text) ? text : undefined),
};

const numberFrom: ValueKind<TrunkSettings['numberFrom']> = {
  form: 'ruri, to, p-called-party-id, or header:NAME',
  read(text) {
    if (text === 'ruri' || text === 'to' || text === 'p-called-party-id') return text;
    const name = /^header:(?<name>[A-Za-z0-9-]{1,60})$/.exec(text)?.groups?.['name'];
    return name === undefined ? undefined : `header:${name.toLowerCase()}`;
  },
};

/** RFC 3261 §25.1: what stands in a quoted string without being escaped. */
const user: ValueKind<string> = {
  form: 'up to 64 letters, digits and signs without quotes, or none',
  read: (text) =>
    text === 'none' ? '' : /^[\x21\x23-\x5b\x5d-\x7e]{1,64}$/.test(text) ? text : undefined,
};

const homeCountry: ValueKind<string> = {
  form: `${countryCode.form}, or none`,
  read: (text) => (text === 'none' ? '' : countryCode.read(text)),
};

export const trunkSettingTable: SettingTable = {
  inbound: { kind: onOrOff, shape: 'SWITCH', sentence: 'on or off: calls come from it.' },
  outbound: { kind: onOrOff, shape: 'SWITCH', sentence: 'on or off: calls go to it.' },
  transport: { kind: oneOf('udp', 'tcp', 'tls'), shape: 'NAME', sentence: 'udp, tcp or tls.' },
  host: { kind: host, shape: 'HOST', sentence: 'Where calls go to.' },
  port: {
    kind: orNone(wholeNumber(1, 65_535)),
    shape: 'PORT',
    sentence: 'Its port; none asks the DNS.',
  },
  certificates: {
    kind: fingerprints,
    shape: 'SHA256',
    sentence: 'By TLS it must show one of these certificates, or one that they have signed.',
  },
  sources: { kind: networks, shape: 'NETWORKS', sentence: 'Where its calls come from.' },
  authInUser: { kind: user, shape: 'NAME', sentence: 'As whom it must sign in to call us.' },
  numberFrom: {
    kind: numberFrom,
    shape: 'PLACE',
    sentence: 'Where the dialled number stands: ruri, to, p-called-party-id or header:NAME.',
  },
  stripPrefix: { kind: digits, shape: 'DIGITS', sentence: 'Taken off a dialled number.' },
  addPrefix: { kind: digits, shape: 'DIGITS', sentence: 'Put before a dialled number.' },
  homeCountry: {
    kind: homeCountry,
    shape: 'CODE',
    sentence: 'Whose numbers it may give in national form.',
  },
  authUser: { kind: user, shape: 'NAME', sentence: 'As whom we sign in there.' },
  register: { kind: onOrOff, shape: 'SWITCH', sentence: 'on or off: we register there.' },
  from: {
    kind: oneOf('caller', 'did'),
    shape: 'WHO',
    sentence: 'Whose number stands in From: caller, or did for ours.',
  },
  pai: {
    kind: oneOf('caller', 'did', 'none'),
    shape: 'WHO',
    sentence: 'Whose stands in P-Asserted-Identity: caller, did or none.',
  },
  diversion: {
    kind: oneOf('stack', 'propagate', 'none'),
    shape: 'HOW',
    sentence: 'Diversion: stack puts ours on top, propagate passes theirs on, none.',
  },
  trustedIdentity: {
    kind: onOrOff,
    shape: 'SWITCH',
    sentence: 'on or off: its P-Asserted-Identity is believed, and private callers shown to it.',
  },
  numberForm: {
    kind: oneOf('plus', 'digits', 'zeros'),
    shape: 'FORM',
    sentence: 'How numbers are written to it: plus (+33…), digits (33…) or zeros (0033…).',
  },
  media: {
    kind: oneOf('relay', 'bypass', 'redirect'),
    shape: 'WAY',
    sentence:
      'relay sends audio through us, bypass leaves it to the two ends, redirect answers its calls 302 for a proxy to lead on.',
  },
  mediaSources: {
    kind: networks,
    shape: 'NETWORKS',
    sentence: 'Where its audio may come from, besides its sources.',
  },
  symmetric: {
    kind: onOrOff,
    shape: 'SWITCH',
    sentence: 'on or off: audio goes back to where it comes from.',
  },
  prefixes: { kind: prefixes, shape: 'DIGITS', sentence: 'Which numbers go there; none is all.' },
  priority: {
    kind: wholeNumber(0, 1_000),
    shape: 'RANK',
    sentence: 'The lower goes first among trunks that fit alike.',
  },
  weight: {
    kind: wholeNumber(1, 1_000),
    shape: 'SHARE',
    sentence: 'Its share among trunks of one priority.',
  },
  maxCalls: {
    kind: orNone(wholeNumber(1, 100_000)),
    shape: 'COUNT',
    sentence: 'Calls at a time; none is any number.',
  },
  maxCps: {
    kind: wholeNumber(1, 10_000),
    shape: 'PER_SECOND',
    sentence: 'New calls a second; beyond them it hears 503.',
  },
  optionsPing: {
    kind: onOrOff,
    shape: 'SWITCH',
    sentence:
      'on or off: it is asked OPTIONS every 30 s, and without an answer calls go to it last.',
  },
};

/** What does not fit together: the setting that is wrong, and why, by a word and as commands say it. */
export type TrunkConflict = {
  readonly setting: keyof TrunkSettings;
  readonly why:
    | 'trunk has no source'
    | 'trunk has no host'
    | 'trunk has no user to register'
    | 'certificates need TLS'
    | 'TLS to an address needs a port'
    | 'source is another trunk’s';
  readonly sentence: string;
  /** Of a source that is taken. */
  readonly shared?: string;
  readonly other?: string;
};

/** The other trunks say which networks are taken. */
export function trunkConflict(
  name: string,
  settings: TrunkSettings,
  others: readonly Trunk[],
): TrunkConflict | undefined {
  const { inbound, outbound, sources, host: place, register } = settings;
  const { transport, port, certificates } = settings;
  if (inbound && sources.length === 0 && !register) {
    const sentence = 'A trunk that calls come from needs --sources, or --register on';
    return { setting: 'sources', why: 'trunk has no source', sentence };
  }
  if (outbound && place === '') {
    const sentence = 'A trunk that calls go to needs a --host';
    return { setting: 'host', why: 'trunk has no host', sentence };
  }
  if (register && settings.authUser === '') {
    const sentence = 'To register it needs an --auth-user';
    return { setting: 'authUser', why: 'trunk has no user to register', sentence };
  }
  if (certificates.length > 0 && transport !== 'tls') {
    const sentence = 'Certificates are shown by TLS alone: say --transport tls';
    return { setting: 'certificates', why: 'certificates need TLS', sentence };
  }
  if (transport === 'tls' && isIP(place) > 0 && port === null) {
    const sentence = 'With an address instead of a name say its --port';
    return { setting: 'port', why: 'TLS to an address needs a port', sentence };
  }
  return inbound ? takenSource(name, sources, others) : undefined;
}

function takenSource(
  name: string,
  sources: readonly string[],
  others: readonly Trunk[],
): TrunkConflict | undefined {
  for (const other of others) {
    if (other.name === name || !other.settings.inbound) continue;
    const shared = sources.find((source) =>
      other.settings.sources.some((its) => same(its, source)),
    );
    if (shared === undefined) continue;
    const sentence = `${shared} is a source of ${other.name} already`;
    return {
      setting: 'sources',
      why: 'source is another trunk’s',
      sentence,
      shared,
      other: other.name,
    };
  }
  return undefined;
}

function same(one: string, other: string): boolean {
  const [a, b] = [parseAddressRange(one), parseAddressRange(other)];
  if (a === undefined || b === undefined || a.hostBits !== b.hostBits) return false;
  return isInRange({ family: a.family, bits: a.network << a.hostBits }, b);
}

/** A value as commands write it, which the table reads. */
export function writtenSetting(value: TrunkSettings[keyof TrunkSettings]): string {
  if (value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'object') return value.length === 0 ? 'none' : value.join(',');
  return String(value);
}
