/**
 * What can be set: one table of options, each a variable and a flag of `parley serve`. A flag goes
 * before a variable, a variable before the default; a value that does not read stops the start.
 */
import { isIP } from 'node:net';
import { parseAddressRange } from '#core/address-range.ts';
import type { LogLevel } from '#core/log.ts';
import { nearest } from '#core/nearest.ts';
import { allRoles, isRole, type Role } from '#core/role.ts';
import {
  countryCode,
  currencyCode,
  isHostName,
  line,
  oneOf,
  type ValueKind,
  wholeNumber,
} from '#core/value-kind.ts';

export type DatabasePlace =
  | { readonly kind: 'folder' }
  /** What stands behind `postgres://` may hold a password: it is shown to nobody. */
  | { readonly kind: 'server'; readonly address: string };

export type Config = {
  readonly port: number;
  /** Where the port is opened: addresses or names, at least one. */
  readonly hosts: readonly string[];
  readonly database: DatabasePlace;
  /** Holds what is not in the database: the key that seals, and the first link; with SQLite the database, too. */
  readonly dataFolder: string;
  readonly masterKeyFile: string;
  readonly simulator: boolean;
  /** 0: any free port. */
  readonly simulatorPort: number;
  /** Where customers bind by SMPP. */
  readonly smpp: SmppConfig;
  readonly homeCountry: string;
  readonly currency: string;
  /** Address ranges and host names that webhooks may reach although they are not public. */
  readonly webhookAllow: readonly string[];
  readonly logLevel: LogLevel;
  /** What this process does. */
  readonly roles: readonly Role[];
  /** A process that has not been heard of for so long gives its share of the work to the others. */
  readonly leaseMs: number;
  /** Parts owed before new messages are told to come back later. */
  readonly queueMax: number;
  /** What a STOP must be: the whole message, or its first word. */
  readonly stopMatch: 'whole' | 'first-word';
  /** How a message says how to stop it; `{number}` is where to. */
  readonly stopMention: string;
  /** 0: for ever. */
  readonly retentionDays: number;
  /** 0: for ever. */
  readonly eventRetentionDays: number;
};

export type SmppConfig = {
  readonly hosts: readonly string[];
  /** Undefined: not opened; 0: any free port. */
  readonly port: number | undefined;
  readonly tlsPort: number | undefined;
  /** Paths of PEM files; empty where there is no TLS. */
  readonly tlsCert: string;
  readonly tlsKey: string;
};

export type Environment = Readonly<Record<string, string | undefined>>;

/** Flags by their names, without the dashes: `{ port: '8080' }`. */
export type Flags = Readonly<Record<string, string | undefined>>;

export type ConfigReading =
  | { readonly ok: true; readonly config: Config }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The environment of this process. */
export const processEnvironment: Environment = process.env;

type Option<Value> = {
  readonly kind: ValueKind<Value>;
  /** As one would write it. */
  readonly fallback: string;
  readonly sentence: string;
};

/** Characters of a bad value that are shown. */
const shownMax = 200;

/** Ten years; what is to stay longer stays for ever. */
const retentionDaysMax = 3_650;

const localhost = 'localhost';

type Place = { readonly database: DatabasePlace; readonly dataFolder: string };

/** Where the key and the first link are kept beside a server. */
const folderBesideServer = './data';

const place: ValueKind<Place> = {
  form: '"file:" and a folder, such as file:./data, or postgres://user:password@host/database',
  read(text) {
    if (/^postgres(?:ql)?:\/\/[^\0]+$/.test(text)) {
      return {
        database: { kind: 'server', address: text },
        dataFolder: folderBesideServer,
      };
    }
    // Two slashes begin a host, which a file of this machine does not have; three begin the path.
    const found = /^file:(?:\/\/(?=\/))?(?<path>(?!\/\/)[^\0]+)$/.exec(text);
    const dataFolder = found?.groups?.['path'];
    return dataFolder === undefined ? undefined : { database: { kind: 'folder' }, dataFolder };
  },
};

const hosts: ValueKind<readonly string[]> = {
  form: 'IP addresses or host names with commas between them',
  read(text) {
    const read = listOf((host) => isIP(host) > 0 || isHostName(host)).read(text);
    if (read === undefined || read.length === 0) return undefined;
    // The name alone would open one of the two, and a browser may take the other.
    const opened = read.flatMap((host) => (host === localhost ? ['127.0.0.1', '::1'] : [host]));
    return Object.freeze(opened);
  },
};

const allowances: ValueKind<readonly string[]> = {
  ...listOf((entry) => parseAddressRange(entry) !== undefined || isHostName(entry)),
  form: 'address ranges or host names with commas between them, such as 10.20.0.0/16,hooks.example',
};

const roles: ValueKind<readonly Role[]> = {
  form: 'all, or some of api, sms and webhooks with commas between them',
  read(text) {
    if (text === 'all') return allRoles;
    const read = listOf(isRole).read(text);
    return read === undefined || read.length === 0
      ? undefined
      : allRoles.filter((role) => read.includes(role));
  },
};

const anyFile: ValueKind<string> = {
  form: 'the path of a file',
  read: (text) => (text.includes('\0') ? undefined : text),
};

const portOrOff: ValueKind<number | 'off'> = {
  form: 'off or a whole number from 0 to 65535',
  read: (text) => (text === 'off' ? 'off' : wholeNumber(0, 65_535).read(text)),
};

const mention: ValueKind<string> = {
  form: 'one line of at most 100 characters with {number} in it',
  read: (text) => (text.includes('{number}') ? line(100).read(text) : undefined),
};

const options = {
  port: option(wholeNumber(0, 65_535), '8080', 'The port of the HTTP API; 0 takes any free one.'),
  host: option(hosts, localhost, 'Where the port opens; localhost is 127.0.0.1 and ::1.'),
  database: option(
    place,
    'file:./data',
    'The folder that holds the database, or the PostgreSQL server that several processes share.',
  ),
  'master-key-file': option(
    anyFile,
    '',
    'The key that seals stored secrets; master.key beside the database (./data with a server) unless set.',
  ),
  simulator: option(
    oneOf('on', 'off'),
    'on',
    'The built-in operator, to which messages of test keys go.',
  ),
  'simulator-port': option(
    wholeNumber(0, 65_535),
    '0',
    'The SMPP port of the built-in operator, on this machine only; 0 takes any free one.',
  ),
  'smpp-port': option(
    portOrOff,
    'off',
    'The port at which customers bind by SMPP; off unless set, 0 takes any free one.',
  ),
  'smpp-host': option(hosts, localhost, 'Where the SMPP ports open.'),
  'smpp-tls-port': option(portOrOff, 'off', 'The same by TLS, which needs the next two.'),
  'smpp-tls-cert': option(anyFile, '', 'The certificate in PEM, with its chain.'),
  'smpp-tls-key': option(anyFile, '', 'Its key in PEM.'),
  'home-country': option(countryCode, 'FR', 'The country of new accounts that name none.'),
  currency: option(currencyCode, 'EUR', 'The currency of new accounts that name none.'),
  'webhook-allow': option(
    allowances,
    '',
    'What webhooks may reach although it is not public, such as 127.0.0.0/8.',
  ),
  log: option(
    oneOf('debug', 'info', 'warn', 'error', 'silent'),
    'info',
    'The least important lines that the log shows.',
  ),
  roles: option(
    roles,
    'all',
    'What this process does, where several share one database: "api" takes requests, "sms" binds to operators, "webhooks" delivers events.',
  ),
  'lease-seconds': option(
    wholeNumber(3, 300),
    '15',
    'How long after its last sign of life a process loses its share of the work to the others.',
  ),
  'stop-match': option(
    oneOf('whole', 'first-word'),
    'whole',
    'What STOP and START must be: the whole message, or its first word.',
  ),
  'stop-mention': option(
    mention,
    'STOP au {number}',
    'What isStopSms puts behind a text; {number} is the number to answer.',
  ),
  'queue-max': option(
    wholeNumber(1, 1_000_000_000),
    '1000000',
    'Parts that may wait before new messages are told to come back later.',
  ),
  // A quarter, so that its last bill can still be questioned; beyond that personal data only wait to leak.
  'retention-days': option(
    wholeNumber(0, retentionDaysMax),
    '90',
    'Days that messages are kept after the end of their validity; 0 keeps them for ever.',
  ),
  // As long as events are promised to be listed; most of their octets repeat the messages'.
  'event-retention-days': option(
    wholeNumber(0, retentionDaysMax),
    '30',
    'Days that webhook bodies and the attempts to deliver them are kept; 0 keeps them for ever.',
  ),
};

type OptionName = keyof typeof options;

type Values = {
  readonly [Name in OptionName]: (typeof options)[Name] extends Option<infer Value> ? Value : never;
};

const optionNames = Object.keys(options) as OptionName[];

/** Reads the settings, or says of each that does not read what it must be. */
export function readConfig(environment: Environment, flags: Flags): ConfigReading {
  const problems = [...unknownVariables(environment), ...unknownFlags(flags)];
  const read = optionNames.map((name) => {
    const { text, source } = writtenValue(name, environment, flags);
    const { kind }: Option<unknown> = options[name];
    const value = kind.read(text);
    if (value === undefined) {
      problems.push(`${source} is "${withoutCredentials(text)}", but must be ${kind.form}.`);
    }
    return [name, value];
  });
  if (problems.length > 0) return { ok: false, problems };
  const config = assemble(Object.fromEntries(read) as Values);
  const { tlsPort, tlsCert, tlsKey } = config.smpp;
  return tlsPort !== undefined && (tlsCert === '' || tlsKey === '')
    ? { ok: false, problems: ['--smpp-tls-port needs --smpp-tls-cert and --smpp-tls-key.'] }
    : { ok: true, config };
}

function assemble(values: Values): Config {
  const { database, dataFolder } = values.database;
  const keyFile = values['master-key-file'];
  return Object.freeze({
    port: values.port,
    hosts: values.host,
    database,
    dataFolder,
    masterKeyFile: keyFile === '' ? `${dataFolder.replace(/\/+$/, '')}/master.key` : keyFile,
    simulator: values.simulator === 'on',
    simulatorPort: values['simulator-port'],
    smpp: {
      hosts: values['smpp-host'],
      port: portOf(values['smpp-port']),
      tlsPort: portOf(values['smpp-tls-port']),
      tlsCert: values['smpp-tls-cert'],
      tlsKey: values['smpp-tls-key'],
    },
    homeCountry: values['home-country'],
    currency: values.currency,
    webhookAllow: values['webhook-allow'],
    logLevel: values.log,
    roles: values.roles,
    leaseMs: values['lease-seconds'] * 1_000,
    queueMax: values['queue-max'],
    stopMatch: values['stop-match'],
    stopMention: values['stop-mention'],
    retentionDays: values['retention-days'],
    eventRetentionDays: values['event-retention-days'],
  });
}

function portOf(written: number | 'off'): number | undefined {
  return written === 'off' ? undefined : written;
}

/** A variable without text counts as not set: that is how compose files leave one out. */
function writtenValue(
  name: OptionName,
  environment: Environment,
  flags: Flags,
): { readonly text: string; readonly source: string } {
  const flag = flags[name];
  if (flag !== undefined) return { text: flag, source: `--${name}` };
  const variable = environment[variableOf(name)] ?? '';
  return variable === ''
    ? { text: options[name].fallback, source: `--${name}` }
    : { text: variable, source: variableOf(name) };
}

/** The address of a database may carry a password, and this is printed. */
function withoutCredentials(text: string): string {
  return text.replace(/:\/\/.*@/s, '://…@').slice(0, shownMax);
}

function unknownVariables(environment: Environment): string[] {
  const known = optionNames.map(variableOf);
  return Object.keys(environment)
    .filter((name) => name.startsWith('PARLEY_') && !known.includes(name))
    .map((name) => `There is no setting ${name}. The nearest is ${nearest(name, known)}.`);
}

function unknownFlags(flags: Flags): string[] {
  return Object.keys(flags)
    .filter((name) => !optionNames.some((known) => known === name))
    .map((name) => `There is no option --${name}. The nearest is --${nearest(name, optionNames)}.`);
}

export type OptionDescription = {
  readonly name: string;
  readonly variable: string;
  readonly form: string;
  readonly fallback: string;
  readonly sentence: string;
};

/** The table as people read it. */
export function describeOptions(): readonly OptionDescription[] {
  return optionNames.map((name) => {
    const { kind, fallback, sentence } = options[name];
    return { name, variable: variableOf(name), form: kind.form, fallback, sentence };
  });
}

/** `PARLEY_QUEUE_MAX` of `queue-max`. */
function variableOf(name: string): string {
  return `PARLEY_${name.replaceAll('-', '_').toUpperCase()}`;
}

function option<Value>(kind: ValueKind<Value>, fallback: string, sentence: string): Option<Value> {
  return { kind, fallback, sentence };
}

function listOf(isGood: (entry: string) => boolean): ValueKind<readonly string[]> {
  return {
    form: 'a list with commas between its entries',
    read(text) {
      const entries = text === '' ? [] : text.split(',').map((entry) => entry.trim());
      return entries.every((entry) => isGood(entry)) ? Object.freeze(entries) : undefined;
    },
  };
}
