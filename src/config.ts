/**
 * The settings of a process, read once. A flag goes before a variable, a variable before the file of settings, that
 * before the default; a value that does not read stops the start.
 */
import path from 'node:path';
import type { Gateway } from '#core/gateway.ts';
import type { LogLevel } from '#core/log.ts';
import type { Millionths } from '#core/money.ts';
import type { Role } from '#core/role.ts';
import {
  type Option,
  type OptionName,
  optionNames,
  options,
  variableOf,
} from './config/options.ts';
import type { RelayAddress } from './config/relay-addresses.ts';
import { readSecretFiles } from './config/secret-files.ts';
import type {
  DatabaseAddress,
  PortRange,
  ProxyAddress,
  SipListen,
} from './config/setting-kinds.ts';
import { readSettingsFile } from './config/settings-file.ts';
import { unknownSettings } from './config/unknown-settings.ts';
import { type ShownSetting, shownText, writtenValue } from './config/written-settings.ts';

export type Config = {
  readonly port: number;
  /** Where the port is opened: addresses or names, at least one. */
  readonly hosts: readonly string[];
  readonly database: DatabaseAddress;
  /** Holds what is not in the database: the key that seals, and the first link; with SQLite the database, too. */
  readonly dataFolder: string;
  readonly masterKeyFile: string;
  /** Undefined: nobody asks how the process does. */
  readonly metrics: { readonly hosts: readonly string[]; readonly port: number } | undefined;
  /** Of the collector of traces. */
  readonly otlpEndpoint: string | undefined;
  readonly simulator: boolean;
  /** 0: any free port. */
  readonly simulatorPort: number;
  /** Whose clients are served besides our own. */
  readonly adapters: readonly Gateway[];
  /** At which the email API has its base; undefined: it has none of its own. */
  readonly mailHost: string | undefined;
  /** Undefined: it does not run. */
  readonly mailCatcher: Listening | undefined;
  readonly mail: MailConfig;
  /** By which the port speaks HTTPS; undefined: plain HTTP, perhaps behind a proxy that ends TLS. */
  readonly tls: CertificatePaths | undefined;
  /** Of the port. */
  readonly scheme: 'http' | 'https';
  /** Where people reach us, without a slash at its end; undefined: only this machine does. */
  readonly publicUrl: string | undefined;
  /** Proxies in front of us, whose word for the address of a client is taken. */
  readonly trustedProxies: readonly string[];
  /** Where other mail servers report; undefined: nowhere. */
  readonly smtpIn: SmtpInConfig | undefined;
  /** Where customers bind by SMPP. */
  readonly smpp: SmppConfig;
  readonly calls: CallsConfig;
  readonly voicemail: VoicemailConfig;
  readonly homeCountry: string;
  readonly currency: string;
  /** Address ranges and host names that webhooks may reach although they are not public. */
  readonly webhookAllow: readonly string[];
  /** Addresses, some with a port; none: those of the machine. */
  readonly nameServers: readonly string[];
  /** Undefined: webhooks go out directly. */
  readonly webhookProxy: ProxyAddress | undefined;
  /** Where webhooks come from; undefined: the system chooses. */
  readonly webhookSourceAddress: string | undefined;
  readonly logLevel: LogLevel;
  /** What this process does. */
  readonly roles: readonly Role[];
  /** Of a process on a folder. */
  readonly threads: number | 'auto';
  /** A process that has not been heard of for so long gives its share of the work to the others. */
  readonly leaseMs: number;
  /** Parts owed before new messages are told to come back later. */
  readonly queueMax: number;
  /** `auto`: people need a second factor once there is a public URL. */
  readonly mfa: 'auto' | 'required';
  /** What a STOP must be: the whole message, or its first word. */
  readonly stopMatch: 'whole' | 'first-word';
  /** How a message says how to stop it; `{number}` is where to. */
  readonly stopMention: string;
  /** 0: for ever. */
  readonly retentionDays: number;
  /** 0: for ever. */
  readonly eventRetentionDays: number;
  /** Of requests of the HTTP interface; 0: none is kept. */
  readonly requestLogDays: number;
  /** All of the above as they were written, for people: without what lets somebody in. */
  readonly written: readonly ShownSetting[];
};

/** Of PEM files. */
export type CertificatePaths = { readonly tlsCert: string; readonly tlsKey: string };

export type Listening = {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
};

/** How emails leave. */
export type MailConfig = {
  readonly mode: 'catcher' | 'relay' | 'direct';
  readonly relays: readonly RelayAddress[];
  /** Empty: the machine's name. */
  readonly helloName: string;
  readonly sourceAddress: string | undefined;
  readonly ip: 'both' | '4' | '6';
  readonly directPort: number;
  /** Address ranges and host names of mail servers that may be reached although they are not public. */
  readonly allow: readonly string[];
};

export type SmtpInConfig = {
  readonly hosts: readonly string[];
  /** 0: any free port. */
  readonly port: number;
  /** Empty: that of the machine. */
  readonly name: string;
  /** Paths of PEM files; empty: a certificate is made. */
  readonly tlsCert: string;
  readonly tlsKey: string;
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

export type VoicemailConfig = {
  /** The folder of recordings that are in progress. */
  readonly spool: string;
  readonly longestMs: number;
  /** How long messages are kept. */
  readonly days: number;
};

/** How calls are carried. */
export type CallsConfig = {
  readonly listen: SipListen;
  /** Undefined: the address that the system uses towards a peer. */
  readonly publicAddress: string | undefined;
  /** Paths of PEM files; empty where there is no TLS. */
  readonly tlsCert: string;
  readonly tlsKey: string;
  readonly rtpPorts: PortRange;
  readonly perMinuteMax: Millionths;
  readonly spendPerDay: Millionths;
  readonly maxMs: number;
  readonly perAccount: number;
  readonly perAccountASecond: number;
  readonly perNumber: number;
  readonly perPairAMinute: number;
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

type Values = {
  readonly [Name in OptionName]: (typeof options)[Name] extends Option<infer Value> ? Value : never;
};

/** Reads the settings, or says of each that does not read what it must be. */
export function readConfig(given: Environment, flags: Flags): ConfigReading {
  const secretNames = optionNames.filter((name) => options[name].secret !== undefined);
  const { environment, problems: unread } = readSecretFiles(given, secretNames.map(variableOf));
  const file = readSettingsFile(flags['config'] ?? environment[variableOf('config')] ?? '');
  const problems = [...unread, ...file.problems, ...unknownSettings(environment, flags, file)];
  const settings: ShownSetting[] = [];
  const read = optionNames.map((name) => {
    const { kind, fallback, secret }: Option<unknown> = options[name];
    const variable = variableOf(name);
    const places = { environment, flags, file };
    const { text, source, place } = writtenValue({ name, variable, fallback }, places);
    const shown = shownText(text, secret);
    const value = kind.read(text);
    if (value === undefined) {
      problems.push(`${place} is "${shown.slice(0, shownMax)}", but must be ${kind.form}.`);
    }
    settings.push({ name, variable, value: shown, source, secret: secret !== undefined });
    return [name, value];
  });
  if (problems.length > 0) return { ok: false, problems };
  const config = assemble(Object.fromEntries(read) as Values, settings);
  const missing = missingParts(config);
  return missing.length > 0 ? { ok: false, problems: missing } : { ok: true, config };
}

/** Settings that are of no use without others. */
function missingParts({ tls, publicUrl, smpp, mail, smtpIn, calls }: Config): readonly string[] {
  const { tlsPort, tlsCert, tlsKey } = smpp;
  const lacksTls = tlsPort !== undefined && (tlsCert === '' || tlsKey === '');
  const lacksRelay = mail.mode === 'relay' && mail.relays.length === 0;
  const lacksHalf = smtpIn !== undefined && (smtpIn.tlsCert === '') !== (smtpIn.tlsKey === '');
  const { listen } = calls;
  const hasTls = listen.how === 'at' && listen.places.some(({ transport }) => transport === 'tls');
  const lacksSipTls = hasTls && (calls.tlsCert === '' || calls.tlsKey === '');
  const lacksHttpHalf = tls !== undefined && (tls.tlsCert === '' || tls.tlsKey === '');
  const contradicts = tls !== undefined && publicUrl?.startsWith('http:') === true;
  return [
    ...(lacksHttpHalf ? ['--tls-cert and --tls-key need each other.'] : []),
    ...(contradicts ? ['--tls-cert needs a --public-url of https, or none.'] : []),
    ...(lacksSipTls ? ['--sip-listen with tls needs --sip-tls-cert and --sip-tls-key.'] : []),
    ...(lacksTls ? ['--smpp-tls-port needs --smpp-tls-cert and --smpp-tls-key.'] : []),
    ...(lacksHalf ? ['--smtp-in-tls-cert and --smtp-in-tls-key need each other.'] : []),
    ...(lacksRelay ? ['--mail-mode relay needs --mail-relay.'] : []),
  ];
}

function tlsOf(values: Values): CertificatePaths | undefined {
  const files = { tlsCert: values['tls-cert'], tlsKey: values['tls-key'] };
  return files.tlsCert === '' && files.tlsKey === '' ? undefined : files;
}

function assemble(values: Values, settings: readonly ShownSetting[]): Config {
  const { database, dataFolder } = values.database;
  const keyFile = values['master-key-file'];
  return Object.freeze({
    port: values.port,
    hosts: values.host,
    database,
    dataFolder,
    masterKeyFile: keyFile === '' ? `${dataFolder.replace(/\/+$/, '')}/master.key` : keyFile,
    metrics: metricsOf(values),
    otlpEndpoint: values['otlp-endpoint'] || undefined,
    simulator: values.simulator === 'on',
    simulatorPort: values['simulator-port'],
    adapters: values.adapters,
    mailHost: values['mail-host'] || undefined,
    mailCatcher: listeningOf(values['mail-catcher-host'], values['mail-catcher-port']),
    mail: {
      mode: values['mail-mode'],
      relays: values['mail-relay'],
      helloName: values['mail-hello'],
      sourceAddress: values['mail-source-ip'] || undefined,
      ip: values['mail-ip'],
      directPort: values['mail-direct-port'],
      allow: values['mail-allow'],
    },
    tls: tlsOf(values),
    scheme: tlsOf(values) === undefined ? 'http' : 'https',
    publicUrl: values['public-url'] === '' ? undefined : values['public-url'],
    trustedProxies: values['trusted-proxies'],
    smtpIn: smtpInOf(values),
    smpp: {
      hosts: values['smpp-host'],
      port: portOf(values['smpp-port']),
      tlsPort: portOf(values['smpp-tls-port']),
      tlsCert: values['smpp-tls-cert'],
      tlsKey: values['smpp-tls-key'],
    },
    calls: callsOf(values),
    voicemail: {
      spool: values.spool || path.join(dataFolder, 'spool'),
      longestMs: values['voicemail-seconds'] * 1_000,
      days: values['voicemail-days'],
    },
    homeCountry: values['home-country'],
    currency: values.currency,
    webhookAllow: values['webhook-allow'],
    nameServers: values.dns,
    webhookProxy: values['webhook-proxy'] === 'off' ? undefined : values['webhook-proxy'],
    webhookSourceAddress: values['webhook-source-ip'] || undefined,
    logLevel: values.log,
    roles: values.roles,
    threads: values.threads,
    leaseMs: values['lease-seconds'] * 1_000,
    queueMax: values['queue-max'],
    mfa: values.mfa,
    stopMatch: values['stop-match'],
    stopMention: values['stop-mention'],
    retentionDays: values['retention-days'],
    eventRetentionDays: values['event-retention-days'],
    requestLogDays: values['request-log-days'],
    written: Object.freeze(settings),
  });
}

function metricsOf(values: Values): Config['metrics'] {
  const port = portOf(values['metrics-port']);
  return port === undefined ? undefined : { hosts: values['metrics-host'], port };
}

function listeningOf(host: string, written: number | 'off'): Listening | undefined {
  return written === 'off' ? undefined : { host, port: written };
}

function smtpInOf(values: Values): SmtpInConfig | undefined {
  const port = portOf(values['smtp-in']);
  if (port === undefined) return undefined;
  return {
    hosts: values['smtp-in-host'],
    port,
    name: values['smtp-in-name'],
    tlsCert: values['smtp-in-tls-cert'],
    tlsKey: values['smtp-in-tls-key'],
  };
}

function callsOf(values: Values): CallsConfig {
  return {
    listen: values['sip-listen'],
    publicAddress: values['sip-public-address'] || undefined,
    tlsCert: values['sip-tls-cert'],
    tlsKey: values['sip-tls-key'],
    rtpPorts: values['rtp-ports'],
    perMinuteMax: values['call-minute-price-max'],
    spendPerDay: values['call-spend-per-day'],
    maxMs: values['call-minutes-max'] * 60_000,
    perAccount: values['calls-per-account'],
    perAccountASecond: values['calls-per-account-second'],
    perNumber: values['calls-per-number'],
    perPairAMinute: values['calls-per-caller-minute'],
  };
}

function portOf(written: number | 'off'): number | undefined {
  return written === 'off' ? undefined : written;
}

export type OptionDescription = {
  readonly name: string;
  readonly variable: string;
  readonly form: string;
  readonly fallback: string;
  readonly sentence: string;
  /** It carries a password: it may stand in a file that the variable with `_FILE` names. */
  readonly secret: boolean;
};

/** The table as people read it. */
export function describeOptions(): readonly OptionDescription[] {
  return optionNames.map((name) => {
    const { kind, fallback, sentence, secret }: Option<unknown> = options[name];
    const { form } = kind;
    return {
      name,
      variable: variableOf(name),
      form,
      fallback,
      sentence,
      secret: secret !== undefined,
    };
  });
}
