/** Parameters within a parameter: `contact`, the elements of a list. */
import { Fields } from '#api/parameters/fields.ts';
import { Parameters } from '#api/parameters/parameters.ts';
import { isList, type Value } from '#api/parameters/value.ts';

/** The members of one value as parameters of their own; undefined where it is no object. */
export function fieldsOf(value: Value | undefined): Fields | undefined {
  if (value === undefined || value === null || typeof value !== 'object' || isList(value)) {
    return undefined;
  }
  const parameters = new Parameters();
  const problem = parameters.merge(value);
  return problem === undefined ? new Fields(parameters) : undefined;
}
