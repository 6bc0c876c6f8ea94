/** A field of a change of the audit, and its value, as people read them. */
import { formatDuration, formatNumber, formatTime } from '../../components/format.ts';
import type { auditTexts } from '../../texts/audit.ts';
import type { auditFields } from '../../texts/audit-fields.ts';
import type { Language } from '../../texts/texts.ts';
import { isDetails } from './differences.ts';

type Texts = (typeof auditTexts)['en'];

export type AuditReader = {
  readonly texts: Texts;
  readonly fields: (typeof auditFields)['en'];
  readonly language: Language;
  readonly nowMs: number;
};

/** A field that has no text stands as it is written. */
export function fieldText(field: string, { fields }: Pick<AuditReader, 'fields'>): string {
  return Object.hasOwn(fields, field) ? fields[field as keyof typeof fields] : field;
}

/** Amounts are stored in millionths of the currency. */
const amounts: ReadonlySet<string> = new Set(
  'alertLevel amount balance buyPrice credit level minutePrice monthlyPrice per_minute price'.split(
    ' ',
  ),
);

/** Stored as 0 and 1. */
const switches: ReadonlySet<string> = new Set([
  'costly_numbers',
  'marketing',
  'refund_undelivered',
]);

const durations: Readonly<Record<string, number>> = {
  byMs: 1,
  byS: 1_000,
  delayMs: 1,
  enquireLinkMs: 1,
  first_s: 1_000,
  forMs: 1,
  next_s: 1_000,
  responseTimeoutMs: 1,
  ring_ms: 1,
  seconds: 1_000,
  timeoutMs: 1,
};

const instants: ReadonlySet<string> = new Set(
  `atMs beforeMs dropBeforeMs endsAtMs expiresAtMs failingSinceMs fromMs givenUpAtMs madeAtMs orderedAtMs revokedAtMs
   toMs tracedUntilMs untilMs usedAtMs`.split(/\s+/),
);

const million = 1_000_000;

export function valueText(field: string, value: unknown, reader: AuditReader): string {
  const { texts, language } = reader;
  if (value === null || value === '') return texts.nothing;
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  if (typeof value === 'number') return numberText(field, value, reader);
  if (Array.isArray(value)) return listText(field, value, reader);
  if (typeof value === 'string') return value;
  if (!isDetails(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) =>
      `${fieldText(name, reader)}${language === 'fr' ? ' : ' : ': '}${valueText(name, member, reader)}`,
  );
  return members.length === 0 ? texts.nothing : members.join('; ');
}

function listText(field: string, values: readonly unknown[], reader: AuditReader): string {
  if (values.length === 0) return reader.texts.nothing;
  return values.map((one) => valueText(field, one, reader)).join(', ');
}

function numberText(field: string, value: number, { texts, language, nowMs }: AuditReader): string {
  if (switches.has(field)) return value === 0 ? texts.no : texts.yes;
  const unitMs = Object.hasOwn(durations, field) ? durations[field] : undefined;
  if (unitMs !== undefined) return formatDuration(value * unitMs, language);
  if (amounts.has(field)) return formatNumber(value / million, language);
  if (!instants.has(field)) return String(value);
  return value === 0 ? texts.nothing : formatTime(value, language, nowMs);
}
