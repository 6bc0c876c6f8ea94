/**
 * Parameters that a command does not know. They change nothing and fail nothing: the answer lists them in `ignored`,
 * so that a client which misspells one learns of it. With `strict: 1` the request is refused instead.
 */
import type { Answer, Problem, Refusal } from '#api/reply.ts';
import { Fields } from './fields.ts';
import type { Parameters } from './parameters.ts';
import { startOf } from './value.ts';

/** An answer repeats so many names at the most. */
const namesMax = 20;

/** As the client wrote them. */
export function unknownNames(
  parameters: Parameters,
  known: ReadonlySet<string>,
): readonly string[] {
  const unknown = parameters.namesBut(known);
  return unknown.length === 0 ? unknown : unknown.slice(0, namesMax).map(startOf);
}

/** Where the request asks for strictness, and has names that are unknown. */
export function refuseUnknown(
  parameters: Parameters,
  unknown: readonly string[],
): Refusal | undefined {
  if (parameters.get('strict') === undefined) return undefined;
  const fields = new Fields(parameters);
  const isStrict = fields.flag('strict');
  if (fields.refusal !== undefined) return fields.refusal;
  const [first, ...rest] = unknown.map(
    (field): Problem => ({ word: 'parameter is unknown', field }),
  );
  return !isStrict || first === undefined ? undefined : { ok: false, problems: [first, ...rest] };
}

/** Files and streams have no room for it. */
export function withIgnored(answer: Answer, ignored: readonly string[]): Answer {
  if (ignored.length === 0 || !answer.ok || answer.json || answer.file || answer.stream)
    return answer;
  return { ...answer, fields: { ...answer.fields, ignored } };
}
