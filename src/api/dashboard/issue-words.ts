/** What a schema finds wrong with a value, as the end of a sentence whose subject is the field. */
import type { z } from 'zod';
import { unreachable } from '#core/assert.ts';

/** Of issues whose schema has no words of its own; undefined leaves the library's. */
export function sayIssue(issue: z.core.$ZodRawIssue): string | undefined {
  // An optional member is never missed, so nothing but absence is undefined here.
  if (issue.input === undefined) return 'is missing';
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${types[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be one of: ${issue.values.map(String).join(', ')}`;
    case 'invalid_union':
    case 'invalid_format':
      return 'is not in the right form';
    case 'unrecognized_keys':
      return `has unknown fields: ${issue.keys.join(', ').slice(0, 100)}`;
    case 'too_small':
      return tooSmall(issue.origin, Number(issue.minimum));
    case 'too_big':
      return tooBig(issue.origin, Number(issue.maximum));
    case 'not_multiple_of':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return undefined;
    default:
      return unreachable(issue);
  }
}

const types: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

function tooSmall(origin: string, min: number): string {
  if (origin === 'string') {
    return min === 1 ? 'is empty' : `has fewer than ${min} characters`;
  }
  if (origin === 'array') return min === 1 ? 'is empty' : `has fewer than ${min} entries`;
  return `must be at least ${min}`;
}

function tooBig(origin: string, max: number): string {
  if (origin === 'string') return `has more than ${max} characters`;
  return origin === 'array' ? `has more than ${max} entries` : `must be at most ${max}`;
}
