/** A small value that a schema takes, made from the schema itself, so that a new route is asked by itself. */
import { z } from 'zod';

type Shape = {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly pattern?: string;
};

/** What fits the patterns that definitions have; the first one that matches is taken. */
const texts = [
  '1',
  '33612345678',
  'a'.repeat(43),
  'ada@parley.example',
  'a-word',
  'mail/catcher',
  '20801',
  '',
];

/** With the members that must be there, and `known` for those of the body that no schema tells. */
export function sampleOf(
  schema: z.ZodType,
  known: Readonly<Record<string, unknown>> = {},
): unknown {
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape;
  const value = exampleOf(shape);
  return typeof value === 'object' && value !== null ? { ...value, ...known } : value;
}

function exampleOf(shape: Shape): unknown {
  if ('const' in shape) return shape.const;
  if (shape.enum !== undefined) return shape.enum[0];
  const [one] = shape.anyOf ?? shape.oneOf ?? shape.allOf ?? [];
  if (one !== undefined) return exampleOf(one);
  const type = typeof shape.type === 'string' ? shape.type : shape.type?.[0];
  if (type === 'object') return objectOf(shape);
  if (type === 'array')
    return Array.from({ length: shape.minItems ?? 0 }, () => exampleOf(shape.items ?? {}));
  if (type === 'string') return textOf(shape);
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  return Math.max(shape.minimum ?? 1, 1);
}

function objectOf({ properties = {}, required = [] }: Shape): unknown {
  return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? {})]));
}

function textOf({ pattern = '', minLength = 0 }: Shape): string {
  const form = new RegExp(pattern, 'u');
  const fitting = texts.find((text) => text.length >= minLength && form.test(text));
  return fitting ?? 'x'.repeat(Math.max(minLength, 1));
}
