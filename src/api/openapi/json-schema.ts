/** Small JSON schemas (draft 2020-12) of which the document is made. */
import type { Sentence } from '#core/words.ts';

export type JsonSchema = { readonly [name: string]: unknown };

/** In both languages where a page of the documentation shows it; the document itself is in English. */
export type Description = string | Sentence;

/** A description, and the rules of the schema. */
type Kind = (description: Description, rules?: JsonSchema) => JsonSchema;

const kind =
  (type: string): Kind =>
  (description, rules = {}) => ({ type, description, ...rules });

export const text = kind('string');
export const whole = kind('integer');
export const number = kind('number');
export const anyObject = kind('object');

/** Accepts 1 and 0 as well as true and false. */
export function flag(description: Description): JsonSchema {
  return { enum: [0, 1, true, false, '0', '1', 'true', 'false'], description };
}

export function list(
  items: JsonSchema,
  description: Description,
  rules: JsonSchema = {},
): JsonSchema {
  return { type: 'array', items, description, ...rules };
}

/** One text with commas between, or a list. */
export function texts(description: Description): JsonSchema {
  return { type: ['string', 'array'], items: { type: 'string' }, description };
}

export function record(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = Object.keys(properties),
): JsonSchema {
  return { type: 'object', properties, required };
}

/** Names what stands in the components of the document. */
export function reference(section: string, name: string): JsonSchema {
  return { $ref: `#/components/${section}/${name}` };
}

/** A schema of the document: the English of each pair of sentences within it. */
export function inEnglish(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, english(value)]));
}

function english(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(english);
  if (typeof value !== 'object' || value === null) return value;
  return isSentence(value) ? value.en : inEnglish(value as JsonSchema);
}

export function isSentence(value: unknown): value is Sentence {
  if (typeof value !== 'object' || value === null) return false;
  const { en, fr } = value as Partial<Sentence>;
  return typeof en === 'string' && typeof fr === 'string';
}
