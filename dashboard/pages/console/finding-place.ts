/** The page of the console where what the doctor has looked at is seen and changed. */

type Found = { readonly code: string; readonly params: Readonly<Record<string, unknown>> };

/** Undefined: no page is about it. */
export function placeOf({ code, params: { operator } }: Found): string | undefined {
  if (typeof operator === 'string') return `/console/operators/${encodeURIComponent(operator)}`;
  const [subject = ''] = code.split(' ', 1);
  return places.get(subject) ?? places.get(code);
}

/** By the first word of a code, or all of it. */
const places = new Map([
  ['trunk', '/console/trunks'],
  ['no operator is there', '/console/operators'],
  ['audit', '/console/audit'],
]);
