/** The parameters that a command knows, by what the document says of it. */

import { formatName } from '#api/parameters/value.ts';
import { must } from '#core/assert.ts';
import { commandNotes } from './command-paths.ts';
import type { JsonSchema } from './json-schema.ts';

/** What every command takes. */
const commonNames = ['apiKey', formatName, 'idempotencyKey', 'strict'];

const known = new Map<string, ReadonlySet<string>>();

/** In lower case. Members of an object may also stand beside it, as clients write them. */
export function namesOf(path: string): ReadonlySet<string> {
  const there = known.get(path);
  if (there !== undefined) return there;
  const { takes = {}, alsoTakes = [] } = must(commandNotes[path], `note of the command ${path}`);
  const within = Object.values(takes).flatMap((schema) => membersOf(schema));
  const names = [...commonNames, ...Object.keys(takes), ...alsoTakes, ...within];
  const made = new Set(names.map((name) => name.toLowerCase()));
  known.set(path, made);
  return made;
}

function membersOf({ properties }: JsonSchema): readonly string[] {
  return Object.keys(properties ?? {});
}
