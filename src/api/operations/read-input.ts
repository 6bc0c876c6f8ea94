/** What a request of a page says to an operation; what may come is checked where that runs. */
import { isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import type { HttpRequest } from '#api/http/http-message.ts';
import { fromText } from '#core/input-form.ts';
import type { AnyOperation } from '#operations.ts';

/** Undefined: its body is not JSON. */
export function inputOf({ does, input }: AnyOperation<never>, request: HttpRequest): unknown {
  if (does === 'writes') return readBody(request.body);
  const shape: Readonly<Record<string, z.core.$ZodType>> = input.shape;
  const members = Object.entries(readQuery(request.query)).map(([name, value]) => {
    // A stranger chose the name: `constructor` is no field.
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    const isText = typeof value === 'string' && schema !== undefined;
    return [name, isText ? fromText(schema, value) : value];
  });
  return Object.fromEntries(members);
}

/** A name that comes twice with two values is a list, which no field of a query takes. */
function readQuery(query: string): Readonly<Record<string, unknown>> {
  const members: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of new URLSearchParams(query)) {
    members[name] = name in members && members[name] !== value ? [members[name], value] : value;
  }
  return members;
}

function readBody(body: Buffer): unknown {
  if (!isUtf8(body)) return undefined;
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return value;
  } catch {
    return undefined;
  }
}
