/** What a parameter can hold once its body is parsed, whatever notation it came in. */

export type Value = string | number | boolean | null | readonly Value[] | Values;

/** Own members only: `__proto__` is a name like any other. */
export type Values = { readonly [name: string]: Value };

/** How deep values may be nested, in every notation. */
export const depthMax = 32;

export const parametersMax = 1_000;

/** It alone may be given twice: the first, which the query names, wins. */
export const formatName = '_format';

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** An object without ancestors, so that any name can be set. */
export function emptyValues(): Record<string, Value> {
  return Object.create(null) as Record<string, Value>;
}

/** Code points, as people count all but the rarest characters. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}

/** Of what a client wrote, an error repeats the start. */
export function startOf(text: string): string {
  return text.trim().toWellFormed().slice(0, 40);
}
