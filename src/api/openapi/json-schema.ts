/** Small JSON schemas (draft 2020-12) of which the document is made. */

export type JsonSchema = { readonly [name: string]: unknown };

/** A description, and what it may hold besides. */
type Kind = (description: string, rules?: JsonSchema) => JsonSchema;

const kind =
  (type: string): Kind =>
  (description, rules = {}) => ({ type, description, ...rules });

export const text = kind('string');
export const whole = kind('integer');
export const number = kind('number');
export const anyObject = kind('object');

/** Yes and no may be written as 1 and 0, too. */
export function flag(description: string): JsonSchema {
  return { enum: [0, 1, true, false, '0', '1', 'true', 'false'], description };
}

export function list(items: JsonSchema, description: string, rules: JsonSchema = {}): JsonSchema {
  return { type: 'array', items, description, ...rules };
}

/** One text with commas between, or a list. */
export function texts(description: string): JsonSchema {
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
