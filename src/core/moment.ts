/** A stretch of time as people write it, and an instant: so long ago, or at that time. */
import type { ValueKind } from './value-kind.ts';

const durationUnits = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** In milliseconds. */
export const writtenDuration: ValueKind<number> = {
  form: 'a time such as 30s, 5m, 1h or 3d',
  read(text) {
    const written = /^(?<count>[1-9]\d{0,5})(?<unit>[smhd])$/.exec(text)?.groups;
    const unitMs = durationUnits.get(written?.['unit'] ?? '');
    return unitMs === undefined ? undefined : Number(written?.['count']) * unitMs;
  },
};

export type Moment = { readonly agoMs: number } | { readonly atMs: number };

export const momentForm = {
  en: 'a time ago such as 1h or 3d, or an instant such as 2030-12-31T10:00:00Z',
  fr: 'une durée écoulée comme 1h ou 3d, ou un instant comme 2030-12-31T10:00:00Z',
};

export function readMoment(text: string): Moment | undefined {
  const agoMs = writtenDuration.read(text);
  if (agoMs !== undefined) return { agoMs };
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/.test(text);
  const atMs = isInstant ? Date.parse(text) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : { atMs };
}

export function atMsOf(moment: Moment, nowMs: number): number {
  return 'atMs' in moment ? moment.atMs : nowMs - moment.agoMs;
}
