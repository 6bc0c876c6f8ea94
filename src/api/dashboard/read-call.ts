/** What a request says, checked by the schemas of its definition; or the first thing that is wrong with it. */
import { isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import type { HttpRequest } from '#api/http/http-message.ts';
import { type Refusal, refuse } from '#api/reply.ts';
import type { Definition } from './definition.ts';
import { sayIssue } from './issue-words.ts';

export type ReadMembers = {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
};

export type Reading =
  | { readonly ok: true; readonly members: ReadMembers }
  | { readonly ok: false; readonly refusal: Refusal };

export function readMembers(
  definition: Definition,
  names: Readonly<Record<string, string>>,
  request: HttpRequest,
): Reading {
  const params = read(definition.params, () => decodeNames(names));
  // What cannot be the name of anything names nothing.
  if (!params.ok) return { ok: false, refusal: refuse('nothing is there') };
  const query = read(definition.query, () => readQuery(request.query));
  if (!query.ok) return query;
  const body = read(definition.body, () => readBody(request.body));
  if (!body.ok) return body;
  return { ok: true, members: { params: params.value, query: query.value, body: body.value } };
}

type Member =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly refusal: Refusal };

function read(schema: z.ZodType | undefined, parse: () => unknown): Member {
  if (schema === undefined) return { ok: true, value: undefined };
  const given = parse();
  if (given === undefined) return { ok: false, refusal: refuse('body is not JSON') };
  const parsed = schema.safeParse(given, { error: sayIssue });
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, refusal: refusalOf(parsed.error) };
}

/** Every issue, the first one first; what was sent is not repeated. */
function refusalOf({ issues }: z.ZodError): Refusal {
  const problems = issues.slice(0, 20).map((issue) => ({
    word: 'field has a wrong value' as const,
    field: issue.path.map(String).join('.') || 'body',
    details: { reason: issue.message },
  }));
  const [first, ...others] = problems;
  if (first === undefined) return refuse('body is not an object');
  return { ok: false, problems: [first, ...others] };
}

function decodeNames(names: Readonly<Record<string, string>>): unknown {
  try {
    return Object.fromEntries(
      Object.entries(names).map(([name, text]) => [name, decodeURIComponent(text)]),
    );
  } catch {
    return {};
  }
}

/** A name that comes twice with two values is a list, which no schema of a query takes. */
export function readQuery(query: string): Readonly<Record<string, unknown>> {
  const members: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of new URLSearchParams(query)) {
    members[name] = name in members && members[name] !== value ? [members[name], value] : value;
  }
  return members;
}

export function readBody(body: Buffer): unknown {
  if (!isUtf8(body)) return undefined;
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return value;
  } catch {
    return undefined;
  }
}
