/** The table of options: each a variable and a flag of `parley serve`, with its default and a sentence. */
import { countryCode, currencyCode, oneOf, type ValueKind, wholeNumber } from '#core/value-kind.ts';
import { relays } from './relay-addresses.ts';
import {
  addressRanges,
  allowances,
  anyFile,
  gatewayList,
  helloName,
  host,
  hostName,
  hosts,
  localhost,
  mention,
  moneyAmount,
  nameServers,
  place,
  portOrOff,
  portRange,
  proxyAddress,
  publicAddress,
  roles,
  sipListen,
  sourceAddress,
  threadCount,
  webOrigin,
} from './setting-kinds.ts';

export type Option<Value> = {
  readonly kind: ValueKind<Value>;
  /** As one would write it. */
  readonly fallback: string;
  readonly sentence: string;
  /** Undefined: everybody may see it. A secret may stand in a file, and is shown to nobody. */
  readonly secret: Secrecy | undefined;
};

/** What of a value lets somebody in: all of it, or user and password of the addresses in it. */
export type Secrecy = 'whole' | 'credentials';

/** Ten years; what is to stay longer stays for ever. */
const retentionDaysMax = 3_650;

export const options = {
  port: option(wholeNumber(0, 65_535), '8080', 'The port of the HTTP API; 0 takes any free one.'),
  host: option(hosts, localhost, 'Address of the HTTP port; localhost is 127.0.0.1 and ::1.'),
  'tls-cert': option(
    anyFile,
    '',
    'Certificate for HTTPS in PEM, with its chain; plain HTTP if not set.',
  ),
  'tls-key': option(anyFile, '', 'Private key in PEM; both files are reloaded when they change.'),
  config: option(
    anyFile,
    '',
    'Settings file, one `name = value` per line, named like the flags. Default: parley.conf, if it exists.',
  ),
  'metrics-port': option(
    portOrOff,
    'off',
    'Port for Prometheus metrics; off if not set, 0 for any free port.',
  ),
  'metrics-host': option(hosts, localhost, 'Address of the metrics port.'),
  'otlp-endpoint': option(
    webOrigin,
    '',
    'Collector for traces by OTLP/HTTP at /v1/traces, such as http://127.0.0.1:4318; none if not set.',
  ),
  database: option(
    place,
    'file:./data',
    'The folder that holds the database, or the PostgreSQL server that several processes share.',
    { secret: 'credentials' },
  ),
  'master-key-file': option(
    anyFile,
    '',
    'File of the master key, which encrypts stored secrets. Default: master.key next to the database (./data with PostgreSQL).',
  ),
  simulator: option(oneOf('on', 'off'), 'on', 'The built-in operator for messages of test keys.'),
  'simulator-port': option(
    wholeNumber(0, 65_535),
    '0',
    'SMPP port of the built-in operator, on this machine only; 0 for any free port.',
  ),
  adapters: option(
    gatewayList,
    'none',
    'Other gateways whose HTTP interface is served as well, for programs written for it.',
  ),
  'mail-host': option(
    hostName,
    '',
    'Host name at which /v1 is the email API; at other host names it is /mail/v1.',
  ),
  'mail-catcher-host': option(
    host,
    '127.0.0.1',
    'Address of the mail catcher; emails sent to it are caught and not delivered.',
  ),
  'mail-catcher-port': option(
    portOrOff,
    '2525',
    'SMTP port of the mail catcher; if it is in use, a free port is used. 0 for any free port.',
  ),
  'mail-mode': option(
    oneOf('catcher', 'relay', 'direct'),
    'catcher',
    'How emails are sent: caught here, through a relay, or directly to the recipients’ servers.',
  ),
  'mail-relay': option(
    relays,
    '',
    'Relays for the mode "relay", in the order of attempts, such as smtp://user:password@mail.example.com:587.',
    { secret: 'credentials' },
  ),
  'mail-hello': option(
    helloName,
    '',
    'Name in EHLO, sent to mail servers. Default: the host name.',
  ),
  'mail-source-ip': option(
    sourceAddress,
    '',
    'Local IP address for outgoing email. Default: chosen by the system.',
  ),
  'mail-ip': option(
    oneOf('both', '4', '6'),
    '4',
    'IP versions used to reach the recipients’ servers.',
  ),
  'mail-direct-port': option(
    wholeNumber(1, 65_535),
    '25',
    'Port of the recipients’ servers; change it only for tests.',
  ),
  'mail-allow': option(
    allowances,
    '',
    'Private networks in which recipients’ servers may be, such as 10.20.0.0/16.',
  ),
  'public-url': option(
    webOrigin,
    '',
    'Public URL of the HTTP server, such as https://mail.example.com, used for links in emails.',
  ),
  'trusted-proxies': option(
    addressRanges,
    '',
    'Proxies in front of the HTTP server, such as 127.0.0.1,10.0.0.0/8: their X-Forwarded-For names the client.',
  ),
  mfa: option(
    oneOf('auto', 'required'),
    'auto',
    'Whether a second factor is required in the dashboard: always, or once a public URL is set.',
  ),
  'smtp-in': option(
    portOrOff,
    'off',
    'SMTP port for bounces, complaints and unsubscriptions; 0 for any free port.',
  ),
  'smtp-in-host': option(hosts, localhost, 'Address of that SMTP port.'),
  'smtp-in-name': option(
    hostName,
    '',
    'Name of this mail server in MX records. Default: the host name.',
  ),
  'smtp-in-tls-cert': option(
    anyFile,
    '',
    'Certificate of that SMTP port in PEM; self-signed if not set.',
  ),
  'smtp-in-tls-key': option(anyFile, '', 'Private key of that certificate in PEM.'),
  'smpp-port': option(
    portOrOff,
    'off',
    'SMPP port for customers; off if not set, 0 for any free port.',
  ),
  'smpp-host': option(hosts, localhost, 'Address of the SMPP ports.'),
  'smpp-tls-port': option(portOrOff, 'off', 'SMPP port with TLS; requires the next two settings.'),
  'smpp-tls-cert': option(anyFile, '', 'Certificate for SMPP in PEM, with its chain.'),
  'smpp-tls-key': option(anyFile, '', 'Private key of that certificate in PEM.'),
  'sip-listen': option(
    sipListen,
    'auto',
    'Addresses for SIP. auto is 127.0.0.1:5060, and all addresses once a trunk is on another machine.',
  ),
  'sip-public-address': option(
    publicAddress,
    '',
    'Public IP address in SIP and SDP, if the machine is behind NAT.',
  ),
  'sip-tls-cert': option(anyFile, '', 'Certificate for SIP over TLS in PEM, with its chain.'),
  'sip-tls-key': option(anyFile, '', 'Private key of that certificate in PEM.'),
  'rtp-ports': option(portRange, '10000-19999', 'UDP ports for audio; each call uses four.'),
  'call-minute-price-max': option(moneyAmount, '1', 'Maximum price per minute of a call.'),
  'call-spend-per-day': option(
    moneyAmount,
    '50',
    'What an account may spend on calls per day (UTC).',
  ),
  'call-minutes-max': option(wholeNumber(1, 1_440), '120', 'Maximum length of a call in minutes.'),
  'calls-per-account': option(wholeNumber(1, 100_000), '30', 'Concurrent calls of an account.'),
  'calls-per-account-second': option(
    wholeNumber(1, 100_000),
    '5',
    'New calls of an account per second.',
  ),
  'calls-per-number': option(wholeNumber(1, 100_000), '10', 'Concurrent calls of a number.'),
  'calls-per-caller-minute': option(
    wholeNumber(1, 1_000_000),
    '30',
    'Calls from one caller to one number per minute.',
  ),
  spool: option(
    anyFile,
    '',
    'Folder of unfinished recordings. Default: "spool" in the data folder.',
  ),
  'voicemail-seconds': option(
    wholeNumber(10, 300),
    '180',
    'Maximum length of a voicemail message.',
  ),
  'voicemail-days': option(
    wholeNumber(0, 3_650),
    '30',
    'Retention of voicemail messages in days; 0 for no limit.',
  ),
  'home-country': option(
    countryCode,
    'FR',
    'The country of new accounts and of operators that name none.',
  ),
  currency: option(currencyCode, 'EUR', 'The currency of new accounts that name none.'),
  'webhook-allow': option(
    allowances,
    '',
    'Private networks that webhooks may reach, such as 127.0.0.0/8.',
  ),
  dns: option(nameServers, '', 'Name servers. Default: those of the system.'),
  'webhook-proxy': option(
    proxyAddress,
    'off',
    'Forward proxy for webhooks; it receives checked IP addresses instead of names.',
    { secret: 'credentials' },
  ),
  'webhook-source-ip': option(
    sourceAddress,
    '',
    'Local IP address for webhooks. Default: chosen by the system.',
  ),
  log: option(
    oneOf('debug', 'info', 'warn', 'error', 'silent'),
    'info',
    'Minimum level of log lines.',
  ),
  roles: option(
    roles,
    'all',
    'What this process does, where several share one database: "api" takes requests, "sms" binds to operators, "mail" delivers emails, "webhooks" delivers events, "calls" carries calls.',
  ),
  threads: option(
    threadCount,
    'auto',
    'How many threads share the work of one process, at most. 1 does everything in one; with 2, email, calls and webhooks share the second; with 3, calls have one of their own; from 4 on, each has. "auto": 1 on one core, 2 below four cores, 3 on four, else 4.',
  ),
  'lease-seconds': option(
    wholeNumber(3, 300),
    '15',
    'Time without a heartbeat after which other processes take over the work of a process.',
  ),
  'stop-match': option(
    oneOf('whole', 'first-word'),
    'whole',
    'Where STOP and START are recognized: as the whole message, or as its first word.',
  ),
  'stop-mention': option(
    mention,
    'STOP au {number}',
    'Opt-out text that isStopSms appends; {number} is the number to reply to.',
  ),
  'queue-max': option(
    wholeNumber(1, 1_000_000_000),
    '1000000',
    'Segments in the queue above which new messages are refused.',
  ),
  // A quarter, so that its last bill can still be questioned; beyond that personal data only wait to leak.
  'retention-days': option(
    wholeNumber(0, retentionDaysMax),
    '90',
    'Retention of messages in days after the end of their validity; 0 for no limit.',
  ),
  // As long as events are promised to be listed; most of their octets repeat the messages'.
  'event-retention-days': option(
    wholeNumber(0, retentionDaysMax),
    '30',
    'Retention of webhook bodies and delivery attempts in days; 0 for no limit.',
  ),
  'request-log-days': option(
    wholeNumber(0, retentionDaysMax),
    '30',
    'Retention of the request log in days; 0 turns the log off.',
  ),
};

function option<Value>(
  kind: ValueKind<Value>,
  fallback: string,
  sentence: string,
  { secret }: { readonly secret?: Secrecy } = {},
): Option<Value> {
  return { kind, fallback, sentence, secret };
}

export type OptionName = keyof typeof options;

export const optionNames = Object.keys(options) as OptionName[];

/** `PARLEY_QUEUE_MAX` of `queue-max`. */
export function variableOf(name: string): string {
  return `PARLEY_${name.replaceAll('-', '_').toUpperCase()}`;
}
