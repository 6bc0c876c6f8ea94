/** The input of an operation as options of its command, and what was given for them. */
import type { z } from 'zod';
import {
  flagOf,
  maybe,
  needed,
  type Option,
  type OptionReading,
  type Options,
  toggle,
} from '#cli/option.ts';
import { type SettingValue, settingText } from '#cli/setting-text.ts';
import { filePath, id } from '#cli/written-values.ts';
import { defaultOf, formOf, fromText, noteOf } from '#core/input-form.ts';
import { isOfAccount } from '#core/operation.ts';
import { type AnyOperation, operationWords } from '#operations.ts';

type Head = Pick<
  AnyOperation<never>,
  'name' | 'input' | 'positional' | 'needs' | 'accountOf' | 'accountFlag'
>;

/** Of which account, where the operation is of one. */
export const accountKey = 'account';

/** It may stay unsaid where the thing that is named tells. */
function accountOption(operation: Head): Option<number | undefined> {
  const described = ['ID', 'Of which account.'] as const;
  return operation.accountOf === undefined ? needed(id, ...described) : maybe(id, ...described);
}

/** A member of the input as a command asks for it. */
export type Field = {
  readonly name: string;
  readonly schema: z.core.$ZodType;
  /** Its flag as options are keyed: `rate` of the field `ratePerSecond`. */
  readonly key: string;
  readonly shape: string;
  readonly says: string;
  readonly isNeeded: boolean;
};

export function fieldsOf({ name: operation, input }: Head): readonly Field[] {
  const words = operationWords.fieldsOf(operation);
  return Object.entries<z.core.$ZodType>(input.shape).map(([name, schema]) => {
    const { shape = 'VALUE', says = '', flag = name } = words[name] ?? {};
    return { name, schema, key: flag, shape, says, isNeeded: !fits(schema, undefined) };
  });
}

/** `--rate` of the field `ratePerSecond`. */
export function flagOfField(operation: string, field: string): string {
  return flagOf(operationWords.fieldsOf(operation)[field]?.flag ?? field);
}

export function positionalsOf(operation: Head): Options {
  const { positional = [] } = operation;
  const fields = fieldsOf(operation).filter(({ name }) => positional.includes(name));
  const taken = fields.map((field) => [field.key, optionOf(field)] as const);
  const isFirst = positional[0] === accountKey;
  return Object.fromEntries(
    isFirst ? [[accountKey, accountOption(operation)], ...taken] : taken,
  ) as Options;
}

export function optionsOf(operation: Head): Options {
  const { positional = [] } = operation;
  const fields = fieldsOf(operation).filter(({ name }) => !positional.includes(name));
  const options = Object.fromEntries(fields.flatMap(namedOptions));
  const isNamed = isOfAccount(operation) && positional[0] !== accountKey;
  const { accountFlag = accountKey } = operation;
  return isNamed ? { [accountFlag]: accountOption(operation), ...options } : options;
}

function namedOptions(field: Field): (readonly [string, Option<unknown>])[] {
  const { key, says, isNeeded, schema } = field;
  if (noteOf(schema).isSecret !== true) return [[key, optionOf(field)]];
  const otherwise = isNeeded ? ', which else comes by standard input' : '';
  const said = says.charAt(0).toLowerCase() + says.slice(1);
  const itself = { ...field, says: `${says}, for all to see in ps.`, isNeeded: false };
  const ofFile = maybe(filePath, 'FILE', `Holds ${said}${otherwise}.`);
  const typed = noteOf(schema).isNeverTyped === true ? [] : [[key, optionOf(itself)] as const];
  return [[fileKey(key), ofFile], ...typed];
}

/** Of the option that names the file of a secret. */
export function fileKey(key: string): string {
  return `${key}File`;
}

function optionOf({ schema, shape, says, isNeeded }: Field): Option<unknown> {
  const fallback = defaultOf(schema) as SettingValue | undefined;
  // What is off needs no value to be on.
  if (fallback === false)
    return { ...toggle(says), read: (text) => given(text === undefined ? text : true) };
  const usual = fallback === undefined ? '' : ` Default: ${settingText(fallback)}.`;
  return {
    sentence: `${says}${usual}`,
    shape,
    presence: isNeeded ? 'needed' : 'optional',
    read: (text) => {
      if (text !== undefined) return readText(schema, text);
      return isNeeded ? { ok: false, problem: 'is missing' } : given(undefined);
    },
  };
}

const given = (value: unknown): OptionReading<unknown> => ({ ok: true, value });

/** Checked here to be told with all else that is wrong; the operation reads it once more. */
function readText(schema: z.core.$ZodType, text: string): OptionReading<unknown> {
  if (noteOf(schema).isFile === true) return given(text);
  const value = fromText(schema, text);
  return fits(schema, value)
    ? given(value)
    : { ok: false, problem: `must be ${formOf(schema).en}` };
}

export function fits(schema: z.core.$ZodType, value: unknown): boolean {
  return (schema as z.ZodType).safeParse(value).success;
}
