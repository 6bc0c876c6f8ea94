/** Instants as requests write them: as Unix time or so many seconds ago, each where it says so, or in ISO 8601. */
import { type Fields, parseWholeNumber } from '#api/parameters/fields.ts';

const iso = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/** 2001: a smaller number is meant as something else, such as seconds ago. */
const firstS = 978_307_200;

/** Unix seconds, as the date of a webhook is. */
export function readUnixTime(fields: Fields, field: string): number | undefined {
  const text = fields.text(field);
  if (text === undefined) return undefined;
  const seconds = parseWholeNumber(text);
  const atMs = seconds === undefined ? parseIso(text) : seconds * 1_000;
  if (atMs === undefined) return fields.refuse('value is not a Unix time', field);
  return atMs < firstS * 1_000 ? fields.refuse('time is before 2001', field) : atMs;
}

function parseIso(text: string): number | undefined {
  const atMs = iso.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : atMs;
}

export function readInstant(fields: Fields, field: string, nowMs: number): number | undefined {
  const text = fields.text(field);
  if (text === undefined) return undefined;
  const secondsAgo = parseWholeNumber(text);
  if (secondsAgo !== undefined) return Math.max(0, nowMs - secondsAgo * 1_000);
  return parseIso(text) ?? fields.refuse('value is not a time', field);
}
