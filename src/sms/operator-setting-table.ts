/** Every setting of an operator, as commands read and explain it. Defaults stand in operator.ts. */
import { isIP } from 'node:net';
import {
  countryCode,
  isHostName,
  listOf,
  octets,
  oneOf,
  onOrOff,
  orNone,
  tableOf,
  timeZone,
  type ValueKind,
  wholeNumber,
} from '#core/value-kind.ts';
import type { Outcome } from './message.ts';
import { type OperatorSettings, receiptAddresses, statusClasses, type TonNpi } from './operator.ts';

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

/** One octet each (SMPP 3.4 §5.2.5). */
const tonNpi: ValueKind<TonNpi> = {
  form: 'two numbers from 0 to 255, such as 5/0',
  read(text) {
    const [ton = '', npi = '', ...more] = text.split('/');
    const fits = [ton, npi].every((each) => /^\d{1,3}$/.test(each) && Number(each) <= 0xff);
    return fits && more.length === 0 ? `${Number(ton)}/${Number(npi)}` : undefined;
  },
};

/** As a flag says it: without a space. */
const outcome: ValueKind<Outcome> = {
  form: 'waiting, delivered or not-delivered',
  read: (text) => outcomes.get(text),
};

const outcomes: ReadonlyMap<string, Outcome> = new Map([
  ['waiting', 'waiting'],
  ['delivered', 'delivered'],
  ['not-delivered', 'not delivered'],
]);

const certificate: ValueKind<string> = {
  form: 'a certificate in PEM',
  read: (text) => (text === '' || text.startsWith('-----BEGIN') ? text : undefined),
};

/** Written `none` as well, which a table of words cannot leave empty. */
function noneOr({ form, read }: ValueKind<string>): ValueKind<string> {
  return {
    form: `${form}, or none`,
    read: (text) => (text === 'none' || text === '' ? '' : read(text)),
  };
}

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
  senderRatePerSecond: {
    kind: orNone(wholeNumber(1, 100_000)),
    shape: 'PER_SECOND',
    sentence: 'Parts a second of one sender on each bind; its further ones wait, others pass them.',
    option: 'senderRate',
  },
  quotaPerDay: {
    kind: orNone(wholeNumber(1, 1_000_000_000)),
    shape: 'PARTS',
    sentence: 'Parts that it is given in a day, UTC; past it messages take other routes.',
  },
  quotaPerMonth: {
    kind: orNone(wholeNumber(1, 1_000_000_000)),
    shape: 'PARTS',
    sentence: 'Parts that it is given in a month, UTC; past it messages take other routes.',
  },
  version: {
    kind: oneOf('3.3', '3.4', '5.0'),
    shape: 'VERSION',
    sentence: 'Of SMPP: 3.3, 3.4 or 5.0.',
  },
  maxPduBytes: {
    kind: wholeNumber(1_024, 1_048_576),
    shape: 'BYTES',
    sentence: 'The longest PDU that is taken from it.',
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
    kind: oneOf('udh8', 'udh16', 'sar', 'payload'),
    shape: 'FORM',
    sentence:
      'How parts are joined: udh8 or udh16 by a header, sar by TLVs, payload is one submit with all of it.',
  },
  nationalTables: {
    kind: listOf('turkish', 'spanish', 'portuguese'),
    shape: 'LANGUAGES',
    sentence: 'Whose shift tables the network takes, so that a text needs fewer parts.',
  },
  defaultAlphabet: {
    kind: oneOf('gsm7', 'gsm7Packed', 'latin1', 'ascii'),
    shape: 'ALPHABET',
    sentence: 'What data_coding 0 means there: gsm7, gsm7Packed, latin1 or ascii.',
  },
  gsmDataCoding: {
    kind: wholeNumber(0, 255),
    shape: 'OCTET',
    sentence: 'data_coding of GSM text, 0 nearly everywhere.',
  },
  recipientTonNpi: { kind: tonNpi, shape: 'TON/NPI', sentence: 'Of the phone that is written to.' },
  wordSenderTonNpi: { kind: tonNpi, shape: 'TON/NPI', sentence: 'Of a sender in letters.' },
  longSenderTonNpi: {
    kind: tonNpi,
    shape: 'TON/NPI',
    sentence: 'Of a sender of eight digits or more.',
  },
  shortSenderTonNpi: { kind: tonNpi, shape: 'TON/NPI', sentence: 'Of a short number as sender.' },
  senderAlphabet: {
    kind: oneOf('gsm7', 'latin1'),
    shape: 'ALPHABET',
    sentence: 'In which code a sender in letters travels: gsm7 or latin1.',
  },
  // SMPP 3.4 §5.2.11: 6 octets with the NUL.
  serviceType: { kind: octets(0, 5), shape: 'TYPE', sentence: 'service_type of each submit.' },
  defaultSender: { kind: sender, shape: 'SENDER', sentence: 'Of messages that name none.' },
  validityFormat: {
    kind: oneOf('relative', 'absolute', 'none'),
    shape: 'FORM',
    sentence: 'How the operator is told what is left of the validity: relative, absolute or none.',
  },
  usePriorityFlag: {
    kind: onOrOff,
    shape: 'SWITCH',
    sentence: 'Marks what is urgent with priority_flag 1.',
  },
  sendReference: {
    kind: onOrOff,
    shape: 'SWITCH',
    sentence: 'Sends user_message_reference; off for an operator that answers 0xC1.',
  },
  uncertain: {
    kind: oneOf('resend', 'hold', 'fail'),
    shape: 'POLICY',
    sentence: 'resend, hold or fail: what becomes of a part whose answer was lost.',
  },
  uncertainMax: {
    kind: wholeNumber(1, 10),
    shape: 'COUNT',
    sentence:
      'With --uncertain resend: how many submits of a part may go unanswered, the last by another route if there is one.',
  },
  statusTable: {
    kind: tableOf(/^0x4[0-9a-f]{2}$/, '0x4NN', oneOf(...statusClasses)),
    shape: 'TABLE',
    sentence: `What codes of its own ask for, such as 0x451=later: ${statusClasses.join(', ')}.`,
  },
  receipts: {
    kind: oneOf('all', 'none'),
    shape: 'WHICH',
    sentence: 'all or none: whether the operator reports.',
  },
  intermediate: {
    kind: onOrOff,
    shape: 'SWITCH',
    sentence: 'Asks for reports of what happens before the end, too.',
  },
  receiptFor: {
    kind: oneOf('each', 'one'),
    shape: 'PARTS',
    sentence: 'each or one: whether every part of a long text is reported on.',
  },
  accepted: {
    kind: outcome,
    shape: 'OUTCOME',
    sentence: 'What ACCEPTD means there: waiting, delivered or not-delivered.',
  },
  wordTable: {
    kind: tableOf(/^[A-Z0-9_-]{1,32}$/, 'WORD', outcome),
    shape: 'TABLE',
    sentence: 'What words of its receipts mean, such as SENT=waiting,LOST=not-delivered.',
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
  receiptAddress: {
    kind: oneOf(...receiptAddresses),
    shape: 'WHICH',
    sentence:
      'prefer, require or ignore: whether a receipt must come from the phone of its part, where ids are used again.',
  },
  receiptTimeZone: {
    kind: noneOr(timeZone),
    shape: 'ZONE',
    sentence: 'In which zone it writes the dates of receipts, such as Europe/Paris; none: unknown.',
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
  homeCountry: {
    kind: noneOr(countryCode),
    shape: 'COUNTRY',
    sentence:
      'Whose numbers it may write in national form, such as FR; none: PARLEY_HOME_COUNTRY says so.',
  },
  ia5: {
    kind: oneOf('ascii', 'gsm7'),
    shape: 'ALPHABET',
    sentence: 'ascii or gsm7: what data_coding 1 means in messages from phones.',
  },
};

/** Settings that contradict each other, in the words of a command; `given` are those that it changes. */
export function settingsConflict(
  { tls, version, longMessages }: OperatorSettings,
  given: Partial<OperatorSettings>,
): string | undefined {
  if (given.tlsCa !== undefined && !tls) return '--tls-ca goes with --tls';
  // SMPP 3.4 §3.4: 3.3 has no optional parameters.
  if (version === '3.3' && (longMessages === 'sar' || longMessages === 'payload')) {
    return `--long-messages ${longMessages} needs TLVs, which version 3.3 does not know`;
  }
  return undefined;
}
