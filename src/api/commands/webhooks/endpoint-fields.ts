/** An endpoint as a request writes it; the rules of its values are those of webhooks/. */
import type { Fields } from '#api/parameters/fields.ts';
import { isList, type Value } from '#api/parameters/value.ts';
import type { WrittenEndpoint } from '#webhooks/management/endpoint-rules.ts';

const numberMax = 1_000_000_000;

export function readWritten(fields: Fields): WrittenEndpoint {
  return {
    url: fields.text('url'),
    events: readWords(fields, 'events'),
    maxInFlight: fields.wholeNumber('maxInFlight', 0, numberMax),
    ratePerSecond: readRate(fields),
    ordering: fields.oneOf('ordering', ['none', 'key', 'strict']),
    timeoutMs: fields.wholeNumber('timeoutMs', 0, numberMax),
    schedule: readDelays(fields),
    headers: readHeaders(fields),
    ca: readPem(fields, 'ca'),
    certificate: readPem(fields, 'certificate'),
    key: readPem(fields, 'key'),
    autoDisable: fields.value('autoDisable') === undefined ? undefined : fields.flag('autoDisable'),
  };
}

/** A list, or words with commas between; empty: all of them. */
function readWords(fields: Fields, field: string): readonly string[] | undefined {
  if (!fields.isGiven(field)) return undefined;
  const words = elementsOf(fields.value(field) ?? '').map((word) =>
    typeof word === 'object' ? '?' : String(word).trim(),
  );
  return words.filter((word) => word !== '');
}

/** 0: no limit. */
function readRate(fields: Fields): number | null | undefined {
  const rate = fields.wholeNumber('ratePerSecond', 0, numberMax);
  return rate === 0 ? null : rate;
}

function readDelays(fields: Fields): readonly number[] | undefined {
  const words = readWords(fields, 'schedule');
  return words?.map((word) => (/^\d{1,9}$/.test(word) ? Number(word) : Number.NaN));
}

function elementsOf(value: Value): readonly Value[] {
  if (isList(value)) return value;
  return typeof value === 'string' ? value.split(',') : [value];
}

/** An object of names and values; empty: none. */
function readHeaders(fields: Fields): Readonly<Record<string, string>> | undefined {
  if (!fields.isGiven('headers')) return undefined;
  const value = fields.value('headers');
  if (value === undefined || value === null) return {};
  if (typeof value !== 'object' || isList(value)) {
    return fields.refuse('value is not an object', 'headers');
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, written]) => [name, writtenText(written)]),
  );
}

/** What is no text is none of a header's either, and refused by its rule. */
function writtenText(value: Value): string {
  return typeof value === 'object' ? '\0' : String(value);
}

function readPem(fields: Fields, field: string): string | undefined {
  return fields.isGiven(field) ? (fields.text(field) ?? '') : undefined;
}
