/** Lists as clients write them. */
import { isList, type Value } from './value.ts';

/**
 * One thing is a list of one. PHP writes a list with gaps as an object whose names are numbers, and a form
 * may carry a list as a text of JSON.
 */
export function readList(value: Value | undefined): readonly Value[] | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string' && /^\s*[[{]/.test(value)) {
    const parsed = parseJson(value);
    if (parsed !== undefined) return readList(parsed);
  }
  return listOf(value) ?? [value];
}

/** The items of what is a list, or an object with a number for each. */
export function listOf(value: Value): readonly Value[] | undefined {
  if (isList(value)) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const names = Object.keys(value);
  const isNumbered = names.length > 0 && names.every((name) => /^\d{1,9}$/.test(name));
  return isNumbered ? Object.values(value) : undefined;
}

export function parseJson(text: string): Value | undefined {
  try {
    return JSON.parse(text) as Value;
  } catch {
    return undefined;
  }
}
