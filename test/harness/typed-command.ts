/** An operation as somebody would type it: its words, its flags, and files for what is read from one. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { z } from 'zod';
import { flagOf } from '#cli/option.ts';
import { defaultOf, noteOf } from '#core/input-form.ts';
import { type AnyOperation, operationWords } from '#operations.ts';
import { account } from './operation-examples.ts';

/** What commands read from a file stands in one. */
export async function inFiles(
  { input: { shape } }: AnyOperation,
  input: Readonly<Record<string, unknown>>,
  folder: string,
): Promise<Readonly<Record<string, unknown>>> {
  const schemas: Readonly<Record<string, z.core.$ZodType>> = shape;
  const entries = Object.entries(input).map(async ([name, value]) => {
    const schema = schemas[name];
    if (schema === undefined || noteOf(schema).isFile !== true) return [name, value] as const;
    const file = path.join(folder, name);
    const isOctets = noteOf(schema).isOctets === true;
    await writeFile(file, String(value), isOctets ? 'base64' : 'utf8');
    return [name, file] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** As somebody would type it. */
export function argvOf(
  operation: AnyOperation,
  input: Readonly<Record<string, unknown>>,
): readonly string[] {
  const {
    name,
    needs,
    positional = [],
    input: { shape },
  } = operation;
  const isOfThing = needs === 'administrator' || operation.accountOf !== undefined;
  const place = isOfThing ? [] : [`--${operation.accountFlag ?? 'account'}=${account}`];
  const fields = operationWords.fieldsOf(name);
  const flags = Object.entries(input)
    .filter(([field]) => !positional.includes(field) && !isNeverTyped(operation, field))
    .flatMap(([field, value]) => {
      const flag = flagOf(fields[field]?.flag ?? field);
      const schema = (shape as Readonly<Record<string, z.core.$ZodType>>)[field];
      // What is off from the start is a switch.
      if (schema && defaultOf(schema) === false) return value === true ? [flag] : [];
      return [`${flag}=${written(value)}`];
    });
  const there = name === 'doctor' ? ['--server'] : [];
  return [
    ...name.split(' '),
    ...there,
    ...positional.map((field) => written(input[field])),
    ...place,
    ...flags,
  ];
}

/** It comes by standard input. */
export function isNeverTyped({ input: { shape } }: AnyOperation, field: string): boolean {
  const schema = (shape as Readonly<Record<string, z.core.$ZodType>>)[field];
  return schema !== undefined && noteOf(schema).isNeverTyped === true;
}

function written(value: unknown): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value !== 'object') return JSON.stringify(value).replaceAll('"', '');
  // No kinds of events: all of them.
  return Array.isArray(value)
    ? value.join(',') || 'all'
    : Object.entries(value)
        .map(([key, meaning]) => `${key}=${String(meaning)}`)
        .join(',');
}
