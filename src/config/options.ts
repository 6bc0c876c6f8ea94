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
  host: option(hosts, localhost, 'Where the port opens; localhost is 127.0.0.1 and ::1.'),
  'tls-cert': option(
    anyFile,
    '',
    'The certificate in PEM, with its chain, by which the port speaks HTTPS; plain HTTP unless set.',
  ),
  'tls-key': option(anyFile, '', 'Its key in PEM; both files are read again when they change.'),
  config: option(
    anyFile,
    '',
    'A file of settings, `name = value` a line, named like the flags; parley.conf where it is there, unless set.',
  ),
  'metrics-port': option(
    portOrOff,
    'off',
    'The port of the metrics for Prometheus; off unless set, 0 takes any free one.',
  ),
  'metrics-host': option(hosts, localhost, 'Where that port opens.'),
  'otlp-endpoint': option(
    webOrigin,
    '',
    'A collector that takes traces by OTLP/HTTP at /v1/traces, such as http://127.0.0.1:4318; none unless set.',
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
  adapters: option(
    gatewayList,
    'none',
    'Whose HTTP interface is served besides our own, for programs that were written for it.',
  ),
  'mail-host': option(
    hostName,
    '',
    'A host name at which /v1 is the email API; at any other that is /mail/v1.',
  ),
  'mail-catcher-host': option(
    host,
    '127.0.0.1',
    'Where the mail catcher listens; what programs send there is caught and goes nowhere.',
  ),
  'mail-catcher-port': option(
    portOrOff,
    '2525',
    'The SMTP port of the mail catcher; a free one where it is busy, 0 takes any free one.',
  ),
  'mail-mode': option(
    oneOf('catcher', 'relay', 'direct'),
    'catcher',
    'Where emails leave to: caught here, given to a relay, or brought to the servers of their recipients.',
  ),
  'mail-relay': option(
    relays,
    '',
    'The relays for the mode "relay", in the order in which they are tried, such as smtp://user:password@mail.example.com:587.',
    { secret: 'credentials' },
  ),
  'mail-hello': option(
    helloName,
    '',
    'What this machine calls itself to mail servers; its own name unless set.',
  ),
  'mail-source-ip': option(
    sourceAddress,
    '',
    'The address of this machine that emails leave from; the system chooses unless set.',
  ),
  'mail-ip': option(
    oneOf('both', '4', '6'),
    '4',
    'By which of IPv4 and IPv6 the servers of recipients are reached.',
  ),
  'mail-direct-port': option(
    wholeNumber(1, 65_535),
    '25',
    'The port of the servers of recipients; another one is for tests.',
  ),
  'mail-allow': option(
    allowances,
    '',
    'Servers of recipients that may be reached although they are not public, such as 10.20.0.0/16.',
  ),
  'public-url': option(
    webOrigin,
    '',
    'Where people reach the HTTP server, such as https://mail.example.com: for the links in emails.',
  ),
  'trusted-proxies': option(
    addressRanges,
    '',
    'Proxies in front of the HTTP server, such as 127.0.0.1,10.0.0.0/8: their X-Forwarded-For names the client.',
  ),
  mfa: option(
    oneOf('auto', 'required'),
    'auto',
    'Whether people need a second factor to work in the dashboard: always, or once there is a public URL.',
  ),
  'smtp-in': option(
    portOrOff,
    'off',
    'The port at which bounces, complaints and unsubscriptions come in by SMTP; 0 takes any free one.',
  ),
  'smtp-in-host': option(hosts, localhost, 'Where that port opens.'),
  'smtp-in-name': option(
    hostName,
    '',
    'The name of this mail server, which the MX records name; that of the machine unless set.',
  ),
  'smtp-in-tls-cert': option(
    anyFile,
    '',
    'The certificate that it shows, in PEM; one that it makes itself unless set.',
  ),
  'smtp-in-tls-key': option(anyFile, '', 'Its key in PEM.'),
  'smpp-port': option(
    portOrOff,
    'off',
    'The port at which customers bind by SMPP; off unless set, 0 takes any free one.',
  ),
  'smpp-host': option(hosts, localhost, 'Where the SMPP ports open.'),
  'smpp-tls-port': option(portOrOff, 'off', 'The same by TLS, which needs the next two.'),
  'smpp-tls-cert': option(anyFile, '', 'The certificate in PEM, with its chain.'),
  'smpp-tls-key': option(anyFile, '', 'Its key in PEM.'),
  'sip-listen': option(
    sipListen,
    'auto',
    'Where calls come in by SIP: auto is 127.0.0.1:5060, and every address once a trunk brings calls from other machines.',
  ),
  'sip-public-address': option(
    publicAddress,
    '',
    'The address that carriers reach, where this machine has another one; it stands in SIP and SDP.',
  ),
  'sip-tls-cert': option(anyFile, '', 'The certificate for SIP by TLS in PEM, with its chain.'),
  'sip-tls-key': option(anyFile, '', 'Its key in PEM.'),
  'rtp-ports': option(portRange, '10000-19999', 'The UDP ports of audio; a call takes four.'),
  'call-minute-price-max': option(moneyAmount, '1', 'Calls that cost more a minute are not made.'),
  'call-spend-per-day': option(
    moneyAmount,
    '50',
    'What an account may spend on calls in a day, UTC.',
  ),
  'call-minutes-max': option(wholeNumber(1, 1_440), '120', 'Minutes after which a call is ended.'),
  'calls-per-account': option(wholeNumber(1, 100_000), '30', 'Calls of an account at a time.'),
  'calls-per-account-second': option(
    wholeNumber(1, 100_000),
    '5',
    'New calls of an account a second.',
  ),
  'calls-per-number': option(wholeNumber(1, 100_000), '10', 'Calls of a number at a time.'),
  'calls-per-caller-minute': option(
    wholeNumber(1, 1_000_000),
    '30',
    'Calls from one caller to one number a minute.',
  ),
  spool: option(
    anyFile,
    '',
    'The folder of recordings under way; "spool" in the data folder unless set.',
  ),
  'voicemail-seconds': option(
    wholeNumber(10, 300),
    '180',
    'How long a message may be that a caller leaves.',
  ),
  'voicemail-days': option(
    wholeNumber(0, 3_650),
    '30',
    'Days that messages of callers are kept; 0 for ever.',
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
    'What webhooks may reach although it is not public, such as 127.0.0.0/8.',
  ),
  dns: option(nameServers, '', 'The name servers to ask; those of this machine unless set.'),
  'webhook-proxy': option(
    proxyAddress,
    'off',
    'The forward proxy that webhooks go through; it is asked for vetted addresses, not for names.',
    { secret: 'credentials' },
  ),
  'webhook-source-ip': option(
    sourceAddress,
    '',
    'The address of this machine that webhooks come from; the system chooses unless set.',
  ),
  log: option(
    oneOf('debug', 'info', 'warn', 'error', 'silent'),
    'info',
    'The least important lines that the log shows.',
  ),
  roles: option(
    roles,
    'all',
    'What this process does, where several share one database: "api" takes requests, "sms" binds to operators, "mail" delivers emails, "webhooks" delivers events, "calls" carries calls.',
  ),
  threads: option(
    threadCount,
    'auto',
    'How many threads share the work of one process on a data folder: "auto" is one for each core, 1 does everything in one. From 2 on, email has a thread of its own.',
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
  'request-log-days': option(
    wholeNumber(0, retentionDaysMax),
    '30',
    'Days that requests of the HTTP interface are kept, masked, for the people of their account; 0 keeps none.',
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
