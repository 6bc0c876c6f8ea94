/** What sends of either kind can ask for in the same words. */
import type { Fields } from '#api/parameters/fields.ts';
import { validitySecondsMax, validitySecondsMin } from '#core/schedule.ts';
import type { Sentence } from '#core/words.ts';

/** `reason` completes "… is refused: ". */
export type UrlVerdict =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly reason: Sentence };

export type UrlPorts = { readonly checkUrl: (text: string) => UrlVerdict };

export function readValidity(fields: Fields): number | undefined {
  const seconds = fields.wholeNumber('validity', validitySecondsMin, validitySecondsMax);
  return seconds === undefined ? undefined : seconds * 1_000;
}

export function readUrl(field: string, fields: Fields, ports: UrlPorts): string | undefined {
  const text = fields.text(field);
  if (text === undefined) return undefined;
  const verdict = ports.checkUrl(text);
  return verdict.ok
    ? verdict.url
    : fields.refuse('URL is refused', field, { name: field, reason: verdict.reason });
}
