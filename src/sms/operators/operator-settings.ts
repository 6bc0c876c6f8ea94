/** Every setting of an operator, as all doors read it. Defaults stand in operator.ts. */
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { z } from 'zod';
import { nameInput } from '#core/common-inputs.ts';
import { asciiOf, tableOf, textOf, withDefaults } from '#core/input-form.ts';
import { type Refusal, refuse } from '#core/operation.ts';
import { countryCode, isHostName, timeZone } from '#core/value-kind.ts';
import type { Outcome } from '#model/recipient-state.ts';
import {
  type OperatorSettings,
  operatorDefaults,
  receiptAddresses,
  statusClasses,
  type TonNpi,
} from '#sms/operator.ts';
import { operatorForms } from './words.ts';

export const operatorName = nameInput;

/** More than SMPP's eight octets: some operators give longer ones, and take them. */
export const operatorPassword = asciiOf(0, 64, { isSecret: true });

const host = textOf(
  { read: (text) => (isIP(text) > 0 || isHostName(text) ? text : undefined) },
  operatorForms.host,
);

const sender = textOf(
  { read: (text) => (/^(?:[A-Za-z0-9]{3,11}|\+?\d{3,15})?$/.test(text) ? text : undefined) },
  operatorForms.sender,
);

/** One octet each (SMPP 3.4 §5.2.5). */
const tonNpi = textOf<TonNpi>(
  {
    read(text) {
      const [ton = '', npi = '', ...more] = text.split('/');
      const fits = [ton, npi].every((each) => /^\d{1,3}$/.test(each) && Number(each) <= 0xff);
      return fits && more.length === 0 ? `${Number(ton)}/${Number(npi)}` : undefined;
    },
  },
  operatorForms.tonNpi,
);

const certificate = textOf(
  { read: (text) => (text === '' || isCertificate(text) ? text : undefined) },
  operatorForms.certificate,
  { isFile: true },
);

/** A chain of authorities is a few kilobytes. */
const certificateCharactersMax = 65_536;

function isCertificate(pem: string): boolean {
  try {
    return pem.length <= certificateCharactersMax && new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

const outcome = z.enum(['waiting', 'delivered', 'not delivered'] satisfies readonly Outcome[]);
const perSecond = z.int().min(1).max(100_000).nullable();
const quota = z.int().min(1).max(1_000_000_000).nullable();

/** What the trial of a bind needs, and every new operator. */
export const linkShape = {
  host,
  port: z.int().min(1).max(65_535),
  // SMPP 3.4 §5.2.1: 16 octets with the NUL; §5.2.3: 13.
  systemId: asciiOf(1, 15),
};

export const bindMode = z.enum(['trx', 'tx', 'rx', 'tx-rx']);

/** All others, which have a default. */
export const otherShape = {
  tls: z.boolean(),
  tlsCa: certificate,
  systemType: asciiOf(0, 12),
  bind: bindMode,
  binds: z.int().min(1).max(32),
  window: z.int().min(1).max(2_000),
  ratePerSecond: perSecond,
  senderRatePerSecond: perSecond,
  quotaPerDay: quota,
  quotaPerMonth: quota,
  version: z.enum(['3.3', '3.4', '5.0']),
  maxPduBytes: z.int().min(1_024).max(1_048_576),
  enquireLinkMs: z.int().min(500).max(600_000),
  responseTimeoutMs: z.int().min(1_000).max(600_000),
  longMessages: z.enum(['udh8', 'udh16', 'sar', 'payload']),
  nationalTables: z
    .array(z.enum(['turkish', 'spanish', 'portuguese']))
    .refine((words) => new Set(words).size === words.length),
  defaultAlphabet: z.enum(['gsm7', 'gsm7Packed', 'latin1', 'ascii']),
  gsmDataCoding: z.int().min(0).max(255),
  recipientTonNpi: tonNpi,
  wordSenderTonNpi: tonNpi,
  longSenderTonNpi: tonNpi,
  shortSenderTonNpi: tonNpi,
  senderAlphabet: z.enum(['gsm7', 'latin1']),
  // SMPP 3.4 §5.2.11: 6 octets with the NUL.
  serviceType: asciiOf(0, 5),
  defaultSender: sender,
  validityFormat: z.enum(['relative', 'absolute', 'none']),
  usePriorityFlag: z.boolean(),
  sendReference: z.boolean(),
  uncertain: z.enum(['resend', 'hold', 'fail']),
  uncertainMax: z.int().min(1).max(10),
  statusTable: tableOf(/^0x4[0-9a-f]{2}$/, '0x4NN', z.enum(statusClasses)),
  receipts: z.enum(['all', 'none']),
  intermediate: z.boolean(),
  receiptFor: z.enum(['each', 'one']),
  accepted: outcome,
  wordTable: tableOf(/^[A-Z0-9_-]{1,32}$/, 'WORD', outcome),
  receiptId: z.enum(['asIs', 'hexInResponse', 'hexInReceipt']),
  stripZeros: z.boolean(),
  ignoreCase: z.boolean(),
  receiptAddress: z.enum(receiptAddresses),
  receiptTimeZone: textOf(timeZone, operatorForms.timeZone, { orNone: true }),
  receiptsWithoutClass: z.boolean(),
  receiptTimeoutHours: z.int().min(1).max(168),
  homeCountry: textOf(countryCode, operatorForms.country, { orNone: true }),
  ia5: z.enum(['ascii', 'gsm7']),
};

/** Of a new operator. */
export const defaultedShape = withDefaults(otherShape, operatorDefaults);

type Conflict = 'certificate needs TLS' | 'long messages need TLVs';

export const conflicts = ['certificate needs TLS', 'long messages need TLVs'] as const;

/** Settings that contradict each other; `given` are those that it changes. */
export function settingsConflict(
  { tls, version, longMessages }: OperatorSettings,
  { tlsCa = '' }: { readonly tlsCa?: string | undefined },
): Refusal<Conflict> | undefined {
  if (tlsCa !== '' && !tls) return refuse('certificate needs TLS', { field: 'tlsCa' });
  // SMPP 3.4 §3.4: 3.3 has no optional parameters.
  if (version === '3.3' && (longMessages === 'sar' || longMessages === 'payload')) {
    const field = 'longMessages';
    return refuse('long messages need TLVs', { field, params: { longMessages } });
  }
  return undefined;
}
