/** The parameters of an email: in `params`, or beside it; what stands beside it wins. */
import { Fields } from '#api/parameters/fields.ts';
import { parseJson } from '#api/parameters/list.ts';
import { isList, type Value, type Values } from '#api/parameters/value.ts';
import type { Call } from '../command.ts';

export function mailFields({ parameters }: Pick<Call, 'parameters'>): Fields {
  const params = readObject(parameters.get('params'));
  return new Fields(params === undefined ? parameters : parameters.over(params));
}

/** Also where a form carries it as a text of JSON. */
export function readObject(value: Value | undefined): Values | undefined {
  if (typeof value === 'string' && /^\s*\{/.test(value)) return readObject(parseJson(value));
  return isObject(value) ? value : undefined;
}

export function isObject(value: Value | undefined): value is Values {
  return typeof value === 'object' && value !== null && !isList(value);
}

/** A member, whatever the case of its name. */
export function member(values: Values, name: string): Value | undefined {
  if (values[name] !== undefined) return values[name] ?? undefined;
  const key = Object.keys(values).find((each) => each.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : (values[key] ?? undefined);
}
