/** An operator: the SMSC we bind to, and what is peculiar to it. Every setting has a default. */

import type { Outcome } from '#model/recipient-state.ts';
import { maxPduBytesDefault } from './smpp/framer.ts';
import type { LongMessages } from './text/form.ts';
import type { NationalLanguage } from './text/national-tables.ts';
import type { DefaultAlphabet } from './text/text-decoding.ts';

/** Type of number and numbering plan (SMPP 3.4 §5.2.5, §5.2.6) as people write them: `5/0`. */
export type TonNpi = `${number}/${number}`;

/** What an answer to a submit asks for, as classes of the codes of SMPP 3.4 §5.1.3. */
export const statusClasses = [
  'slow-down',
  'later',
  'again',
  'rebind',
  'setup',
  'sender',
  'refused',
] as const;

export type StatusClass = (typeof statusClasses)[number];

/** What happens to a part of which nobody knows whether the operator took it. */
export type UncertainPolicy = 'resend' | 'hold' | 'fail';

export type LinkSettings = {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  /** PEM of the authority that signed the operator's certificate; empty: the public ones. */
  readonly tlsCa: string;
  readonly systemId: string;
  readonly systemType: string;
  readonly bind: 'trx' | 'tx' | 'rx' | 'tx-rx';
  /** How many connections of this kind are kept open. */
  readonly binds: number;
  /** submit_sm without an answer, for each bind. */
  readonly window: number;
  /** submit_sm a second for each bind; null: as fast as the window allows. */
  readonly ratePerSecond: number | null;
  /** The same of one sender; null: as the bind's. */
  readonly senderRatePerSecond: number | null;
  /** Parts that it may be given in a day and in a month, UTC; null: any number. */
  readonly quotaPerDay: number | null;
  readonly quotaPerMonth: number | null;
  /** 3.3 knows no TLVs. */
  readonly version: '3.3' | '3.4' | '5.0';
  readonly maxPduBytes: number;
  readonly enquireLinkMs: number;
  readonly responseTimeoutMs: number;
};

export type SubmitSettings = {
  readonly longMessages: LongMessages;
  /** Whose shift tables its network takes. */
  readonly nationalTables: readonly NationalLanguage[];
  /** What data_coding 0 means there. */
  readonly defaultAlphabet: DefaultAlphabet;
  /** data_coding of GSM text: 0 nearly everywhere. */
  readonly gsmDataCoding: number;
  readonly recipientTonNpi: TonNpi;
  readonly wordSenderTonNpi: TonNpi;
  readonly longSenderTonNpi: TonNpi;
  readonly shortSenderTonNpi: TonNpi;
  /** In which code a sender in letters travels. */
  readonly senderAlphabet: 'gsm7' | 'latin1';
  readonly serviceType: string;
  /** Sender of messages that name none; empty: the operator sets it. */
  readonly defaultSender: string;
  readonly validityFormat: 'relative' | 'absolute' | 'none';
  /** priority_flag 1 for what is urgent. */
  readonly usePriorityFlag: boolean;
  /** Sends a reference of ours (TLV 0x0204), which some operators refuse with 0xC1. */
  readonly sendReference: boolean;
  readonly uncertain: UncertainPolicy;
  /** How many submits of a part may go unanswered, over all operators: then it is given up. */
  readonly uncertainMax: number;
  /** The operator's own codes (0x400 to 0x4FF) as `0x451`, and what each of them asks for. */
  readonly statusTable: Readonly<Record<string, StatusClass>>;
};

/** `prefer`: of parts with the same id the one to the receipt's phone, else the newest. `require`: no other. */
export const receiptAddresses = ['prefer', 'require', 'ignore'] as const;

export type ReceiptAddress = (typeof receiptAddresses)[number];

export type ReceiptSettings = {
  readonly receipts: 'all' | 'none';
  /** Whether each part of a long text is reported on, or one for all. */
  readonly receiptFor: 'each' | 'one';
  /** What ACCEPTD means: final on paper, intermediate with most. */
  readonly accepted: Outcome;
  /** The operator's own words, upper case, and those it means in another sense. */
  readonly wordTable: Readonly<Record<string, Outcome>>;
  /** Also asks for what happens before the end. */
  readonly intermediate: boolean;
  readonly receiptId: 'asIs' | 'hexInResponse' | 'hexInReceipt';
  readonly stripZeros: boolean;
  readonly ignoreCase: boolean;
  /** What the phone of a receipt says, where an operator uses its ids again. */
  readonly receiptAddress: ReceiptAddress;
  /** In which zone it writes the dates of receipts; empty: not known, so that they are not used. */
  readonly receiptTimeZone: string;
  /** esm_class 0 counts as a receipt if its text reads as one and its id and phone are known. */
  readonly receiptsWithoutClass: boolean;
  /** Time after which a segment without a receipt counts as undelivered. */
  readonly receiptTimeoutHours: number;
};

export type InboundSettings = {
  /** Whose national numbers it writes without a calling code; empty: the installation's own. */
  readonly homeCountry: string;
  /** What data_coding 1 means in messages from phones: ASCII, or GSM septets. */
  readonly ia5: 'ascii' | 'gsm7';
};

export type OperatorSettings = LinkSettings & SubmitSettings & ReceiptSettings & InboundSettings;

/**
 * A paused one sends nothing and keeps what waits. A draining one gets nothing new and sends what waits. A
 * rerouting one also gives away what waits wherever another route takes it. A leaving one does so, too, and
 * is removed when nothing waits.
 */
export type OperatorState = 'active' | 'paused' | 'draining' | 'rerouting' | 'leaving';

export type Operator = {
  readonly id: number;
  readonly name: string;
  /** The simulated one, to which test messages go and nothing else. */
  readonly builtIn: boolean;
  readonly state: OperatorState;
  readonly settings: OperatorSettings;
  readonly sealedPassword: string;
  readonly createdAtMs: number;
};

export type NewOperator = Omit<Operator, 'id'>;

export const operatorDefaults: OperatorSettings = {
  host: '',
  port: 2775,
  tls: false,
  tlsCa: '',
  systemId: '',
  systemType: '',
  bind: 'trx',
  binds: 1,
  window: 10,
  ratePerSecond: null,
  senderRatePerSecond: null,
  quotaPerDay: null,
  quotaPerMonth: null,
  version: '3.4',
  maxPduBytes: maxPduBytesDefault,
  enquireLinkMs: 30_000,
  responseTimeoutMs: 60_000,
  longMessages: 'udh8',
  nationalTables: [],
  defaultAlphabet: 'gsm7',
  gsmDataCoding: 0,
  recipientTonNpi: '1/1',
  wordSenderTonNpi: '5/0',
  longSenderTonNpi: '1/1',
  shortSenderTonNpi: '3/0',
  senderAlphabet: 'gsm7',
  serviceType: '',
  defaultSender: '',
  validityFormat: 'relative',
  usePriorityFlag: false,
  sendReference: true,
  uncertain: 'resend',
  uncertainMax: 3,
  statusTable: {},
  receipts: 'all',
  receiptFor: 'each',
  accepted: 'waiting',
  wordTable: {},
  intermediate: false,
  receiptId: 'asIs',
  stripZeros: false,
  ignoreCase: false,
  receiptAddress: 'prefer',
  receiptTimeZone: '',
  receiptsWithoutClass: false,
  receiptTimeoutHours: 72,
  homeCountry: '',
  ia5: 'ascii',
};

/** Under which a password is sealed: a sealed value cannot be moved to another operator. */
export function operatorPasswordPlace(name: string): string {
  return `operator/${name}/password`;
}
