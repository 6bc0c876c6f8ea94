/**
 * The settings of a process, read once. A flag goes before a variable, a variable before the default; a
 * value that does not read stops the start.
 */
import type { LogLevel } from '#core/log.ts';
import { nearest } from '#core/nearest.ts';
import type { Role } from '#core/role.ts';
import { type Option, options } from './config/options.ts';
import type { DatabasePlace } from './config/setting-kinds.ts';

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

/** Characters of a bad value that are shown. */
const shownMax = 200;

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
