/** An operator: the SMSC we bind to, and what is peculiar to it. Every setting has a default. */

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
  readonly enquireLinkMs: number;
  readonly responseTimeoutMs: number;
};

export type SubmitSettings = {
  readonly longMessages: 'udh8' | 'udh16';
  /** data_coding of GSM text: 0 nearly everywhere. */
  readonly gsmDataCoding: number;
  readonly serviceType: string;
  /** Sender of messages that name none; empty: the operator sets it. */
  readonly defaultSender: string;
  readonly validityFormat: 'relative' | 'none';
  readonly uncertain: UncertainPolicy;
};

export type ReceiptSettings = {
  readonly receipts: 'all' | 'none';
  readonly receiptId: 'asIs' | 'hexInResponse' | 'hexInReceipt';
  readonly stripZeros: boolean;
  readonly ignoreCase: boolean;
  /** esm_class 0 counts as a receipt if its text reads as one and its id and phone are known. */
  readonly receiptsWithoutClass: boolean;
  /** Without a report for so long a part is not delivered. */
  readonly receiptTimeoutHours: number;
};

export type InboundSettings = {
  /** What data_coding 1 means in messages from phones: ASCII, or GSM septets. */
  readonly ia5: 'ascii' | 'gsm7';
};

export type OperatorSettings = LinkSettings & SubmitSettings & ReceiptSettings & InboundSettings;

/**
 * A paused one sends nothing and keeps what waits. A draining one gets nothing new and sends what waits. A
 * leaving one also gives away what waits, and is removed when nothing does.
 */
export type OperatorState = 'active' | 'paused' | 'draining' | 'leaving';

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
  enquireLinkMs: 30_000,
  responseTimeoutMs: 60_000,
  longMessages: 'udh8',
  gsmDataCoding: 0,
  serviceType: '',
  defaultSender: '',
  validityFormat: 'relative',
  uncertain: 'resend',
  receipts: 'all',
  receiptId: 'asIs',
  stripZeros: false,
  ignoreCase: false,
  receiptsWithoutClass: false,
  receiptTimeoutHours: 72,
  ia5: 'ascii',
};

/** Under which a password is sealed: a sealed value cannot be moved to another operator. */
export function operatorPasswordPlace(name: string): string {
  return `operator/${name}/password`;
}
