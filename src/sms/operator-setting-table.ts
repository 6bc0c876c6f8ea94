/** Every setting of an operator, as commands read and explain it. Defaults stand in operator.ts. */
import { isIP } from 'node:net';
import {
  isHostName,
  octets,
  oneOf,
  onOrOff,
  orNone,
  type ValueKind,
  wholeNumber,
} from '#core/value-kind.ts';
import type { OperatorSettings } from './operator.ts';

export type SettingEntry<Value> = {
  readonly kind: ValueKind<Value>;
  /** What stands behind the flag in the help. */
  readonly shape: string;
  readonly sentence: string;
  /** Where the flag is not the setting's own name. */
  readonly option?: string;
};

const host: ValueKind<string> = {
  form: 'an IP address or a host name',
  read: (text) => (isIP(text) > 0 || isHostName(text) ? text : undefined),
};

const sender: ValueKind<string> = {
  form: '3 to 11 letters and digits, or a number of up to 15 digits',
  read: (text) => (/^(?:[A-Za-z0-9]{3,11}|\+?\d{3,15})?$/.test(text) ? text : undefined),
};

const certificate: ValueKind<string> = {
  form: 'a certificate in PEM',
  read: (text) => (text === '' || text.startsWith('-----BEGIN') ? text : undefined),
};

type SettingTable = {
  readonly [Name in keyof OperatorSettings]: SettingEntry<OperatorSettings[Name]>;
};

export const operatorSettingTable: SettingTable = {
  host: { kind: host, shape: 'HOST', sentence: 'Where it listens.' },
  port: { kind: wholeNumber(1, 65_535), shape: 'PORT', sentence: 'Its SMPP port.' },
  tls: {
    kind: onOrOff,
    shape: 'SWITCH',
    sentence: 'Connects by TLS and verifies the certificate.',
  },
  tlsCa: {
    kind: certificate,
    shape: 'FILE',
    sentence: 'PEM of who signed the certificate, if no public authority did.',
  },
  // SMPP 3.4 §5.2.1: 16 octets with the NUL; §5.2.3: 13.
  systemId: { kind: octets(1, 15), shape: 'ID', sentence: 'As whom to bind.' },
  systemType: {
    kind: octets(0, 12),
    shape: 'TYPE',
    sentence: 'As what to bind, where the operator asks.',
  },
  bind: {
    kind: oneOf('trx', 'tx', 'rx', 'tx-rx'),
    shape: 'MODE',
    sentence: 'trx, tx, rx, or tx-rx for one of each.',
  },
  binds: { kind: wholeNumber(1, 32), shape: 'COUNT', sentence: 'Connections kept open.' },
  window: {
    kind: wholeNumber(1, 2_000),
    shape: 'COUNT',
    sentence: 'Parts without an answer on each bind.',
  },
  ratePerSecond: {
    kind: orNone(wholeNumber(1, 100_000)),
    shape: 'PER_SECOND',
    sentence: 'Parts a second on each bind; none is as fast as the window.',
    option: 'rate',
  },
  enquireLinkMs: {
    kind: wholeNumber(500, 600_000),
    shape: 'MS',
    sentence: 'Silence after which the link is asked whether it lives.',
  },
  responseTimeoutMs: {
    kind: wholeNumber(1_000, 600_000),
    shape: 'MS',
    sentence: 'How long an answer to a submit is waited for.',
  },
  longMessages: {
    kind: oneOf('udh8', 'udh16'),
    shape: 'FORM',
    sentence: 'udh8 or udh16: the width of the reference that joins parts.',
  },
  gsmDataCoding: {
    kind: wholeNumber(0, 255),
    shape: 'OCTET',
    sentence: 'data_coding of GSM text, 0 nearly everywhere.',
  },
  // SMPP 3.4 §5.2.11: 6 octets with the NUL.
  serviceType: { kind: octets(0, 5), shape: 'TYPE', sentence: 'service_type of each submit.' },
  defaultSender: { kind: sender, shape: 'SENDER', sentence: 'Of messages that name none.' },
  validityFormat: {
    kind: oneOf('relative', 'none'),
    shape: 'FORM',
    sentence: 'relative or none: how the operator is told what is left of the validity.',
  },
  uncertain: {
    kind: oneOf('resend', 'hold', 'fail'),
    shape: 'POLICY',
    sentence: 'resend, hold or fail: what becomes of a part whose answer was lost.',
  },
  receipts: {
    kind: oneOf('all', 'none'),
    shape: 'WHICH',
    sentence: 'all or none: whether the operator reports.',
  },
  receiptId: {
    kind: oneOf('asIs', 'hexInResponse', 'hexInReceipt'),
    shape: 'FORM',
    sentence: 'asIs, hexInResponse or hexInReceipt: how ids in receipts match those of answers.',
  },
  stripZeros: {
    kind: onOrOff,
    shape: 'SWITCH',
    sentence: 'Ids of receipts and answers match without their leading zeros.',
  },
  ignoreCase: {
    kind: onOrOff,
    shape: 'SWITCH',
    sentence: 'Ids of receipts and answers match in any letter case.',
  },
  receiptsWithoutClass: {
    kind: onOrOff,
    shape: 'SWITCH',
    sentence: 'Takes a receipt that its esm_class does not mark, if id and phone are known.',
  },
  receiptTimeoutHours: {
    kind: wholeNumber(1, 168),
    shape: 'HOURS',
    sentence: 'Without a report for so long a part is not delivered.',
  },
  ia5: {
    kind: oneOf('ascii', 'gsm7'),
    shape: 'ALPHABET',
    sentence: 'ascii or gsm7: what data_coding 1 means in messages from phones.',
  },
};
