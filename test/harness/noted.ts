/** Compares what the program answers with the schemas that say what it answers. */
import type { JsonSchema } from '#api/openapi/json-schema.ts';

/** The places of all members that a schema with members does not know: `recipients[].waits`. */
export function unnoted(value: unknown, schema: JsonSchema, place = ''): readonly string[] {
  if (Array.isArray(value)) {
    const items = (schema['items'] ?? {}) as JsonSchema;
    const found = value.flatMap((item) => unnoted(item, items, `${place}[]`));
    return [...new Set(found)];
  }
  const properties = schema['properties'] as Readonly<Record<string, JsonSchema>> | undefined;
  if (typeof value !== 'object' || value === null || properties === undefined) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const own = place === '' ? name : `${place}.${name}`;
    const known = properties[name];
    return known === undefined ? [own] : unnoted(member, known, own);
  });
}
