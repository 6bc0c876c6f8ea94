/** Instants as requests write them: so many seconds ago, or in ISO 8601. */
import { type Fields, parseWholeNumber } from '#api/parameters/fields.ts';

const iso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

export function readInstant(fields: Fields, field: string, nowMs: number): number | undefined {
  const text = fields.text(field);
  if (text === undefined) return undefined;
  const secondsAgo = parseWholeNumber(text);
  if (secondsAgo !== undefined) return Math.max(0, nowMs - secondsAgo * 1_000);
  const atMs = iso.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? fields.refuse('value is not a time', field) : atMs;
}
