/** Reads what was given, runs the operation, and cuts what it answers: the way of all doors. */
import type { z } from 'zod';
import type { Author } from './author.ts';
import { formOf, reasonIn } from './input-form.ts';
import { type Operation, Refusal, refuse } from './operation.ts';
import type { Sentence } from './words.ts';

export type Refusals = readonly [Refusal, ...Refusal[]];

export type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly refusals: Refusals };

type Reading =
  | { readonly ok: true; readonly input: Record<string, unknown> }
  | { readonly ok: false; readonly refusals: Refusals };

/** The code of what a schema refuses; `reason` continues the name of the field. */
export const wrongField = 'field has a wrong value';

export async function runOperation<Ports>(
  operation: Operation<string, 'reads' | 'writes', z.ZodObject, z.ZodType, string, Ports>,
  ports: Ports,
  given: { readonly input: unknown; readonly author: Author },
): Promise<Outcome> {
  const reading = readInput(operation.input, given.input);
  if (!reading.ok) return reading;
  const answer = await operation.run(ports, reading.input, given.author);
  // A row with one member too many must not become a leak.
  return answer instanceof Refusal
    ? { ok: false, refusals: [answer] }
    : { ok: true, value: operation.output.parse(answer) };
}

/** Every field that is wrong is named; what was sent is not repeated: it may be a password. */
function readInput(schema: z.ZodObject, given: unknown): Reading {
  const parsed = schema.safeParse(given);
  if (parsed.success) return { ok: true, input: parsed.data };
  const [first, ...others] = parsed.error.issues
    .slice(0, 20)
    .map((issue) => refusalOf(issue, schema, given));
  return { ok: false, refusals: [first ?? refuse(wrongField), ...others] };
}

function refusalOf(issue: z.core.$ZodIssue, schema: z.ZodObject, given: unknown): Refusal {
  const field = issue.path.map(String).join('.') || 'body';
  return refuse(wrongField, { field, params: { reason: reasonOf(issue, schema, given) } });
}

function reasonOf(issue: z.core.$ZodIssue, schema: z.ZodObject, given: unknown): Sentence {
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.join(', ').slice(0, 100);
    return { en: `has unknown fields: ${names}`, fr: `il a des champs inconnus : ${names}` };
  }
  const reason = reasonIn(issue);
  if (reason !== undefined) return reason;
  if (valueAt(given, issue.path) === undefined) return { en: 'is missing', fr: 'il manque' };
  const { en, fr } = formOf(schema, issue.path);
  return { en: `must be ${en}`, fr: `il faut ${fr}` };
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null
        ? (value as Record<PropertyKey, unknown>)[step]
        : undefined,
    given,
  );
}
