/** The table of options: each a variable and a flag of `parley serve`, with its default and a sentence. */
import { countryCode, currencyCode, oneOf, type ValueKind, wholeNumber } from '#core/value-kind.ts';
import {
  allowances,
  anyFile,
  hosts,
  localhost,
  mention,
  place,
  portOrOff,
  roles,
} from './setting-kinds.ts';

export type Option<Value> = {
  readonly kind: ValueKind<Value>;
  /** As one would write it. */
  readonly fallback: string;
  readonly sentence: string;
};

/** Ten years; what is to stay longer stays for ever. */
const retentionDaysMax = 3_650;

export const options = {
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

function option<Value>(kind: ValueKind<Value>, fallback: string, sentence: string): Option<Value> {
  return { kind, fallback, sentence };
}
