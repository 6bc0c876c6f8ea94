/** What was given to a command, as the input of its operation: files and secrets are read here. */
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import type { z } from 'zod';
import { failed, misused, type Outcome } from '#cli/command.ts';
import { flagOf } from '#cli/option.ts';
import { readPassword } from '#cli/password.ts';
import { formOf, noteOf, reasonIn } from '#core/input-form.ts';
import { type Field, fileKey, fits } from './given.ts';

type Values = Readonly<Record<string, unknown>>;
type ReadInput = () => Promise<string | undefined>;

export type Given =
  | {
      readonly ok: true;
      readonly input: Readonly<Record<string, unknown>>;
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly outcome: Outcome };

type Reading =
  | { readonly ok: true; readonly value: unknown; readonly warning?: string | undefined }
  | { readonly ok: false; readonly outcome: Outcome };

export async function readGiven(
  fields: readonly Field[],
  values: Values,
  readInput: ReadInput,
): Promise<Given> {
  const input: Record<string, unknown> = {};
  const warnings: string[] = [];
  for (const field of fields) {
    const reading = await readField(field, values, readInput);
    if (!reading.ok) return reading;
    if (reading.value !== undefined) input[field.name] = reading.value;
    if (reading.warning !== undefined) warnings.push(reading.warning);
  }
  return { ok: true, input, warnings };
}

async function readField(field: Field, values: Values, readInput: ReadInput): Promise<Reading> {
  const value = values[field.key];
  const { isFile = false, isSecret = false } = noteOf(field.schema);
  if (isSecret) return readSecret(field, values, readInput);
  return isFile && typeof value === 'string' && value !== ''
    ? readContent(field, value)
    : { ok: true, value };
}

async function readContent({ schema }: Field, path: string): Promise<Reading> {
  const value =
    noteOf(schema).isList === true
      ? await Promise.all(path.split(',').map((one) => namedFile(schema, one.trim())))
      : await contentOf(schema, path);
  const parsed = (schema as z.ZodType).safeParse(value);
  if (parsed.success) return { ok: true, value };
  const reason = reasonIn(parsed.error.issues[0])?.en;
  return refusedBy(failed(reason ?? `${path} does not hold ${formOf(schema).en}`));
}

async function contentOf(schema: z.core.$ZodType, path: string): Promise<unknown> {
  const { fileBytesMax: bytesMax = fileBytesMax, fromFile = asItIs, isOctets } = noteOf(schema);
  const octets = await readOctets(path, bytesMax);
  return fromFile(octets.toString(isOctets === true ? 'base64' : 'utf8'));
}

async function namedFile(schema: z.core.$ZodType, path: string): Promise<object> {
  const octets = await readOctets(path, noteOf(schema).fileBytesMax ?? fileBytesMax);
  return { filename: basename(path), base64Content: octets.toString('base64') };
}

const asItIs = (text: string): unknown => text;

/** Certificates and their like are a few kilobytes; what is longer fits no schema. */
const fileBytesMax = 131_072;

async function readOctets(path: string, bytesMax: number): Promise<Buffer> {
  await using handle = await open(path);
  const octets = await Array.fromAsync(handle.createReadStream({ end: bytesMax }));
  const content = Buffer.concat(octets);
  if (content.length > bytesMax) throw new Error(`${path} is larger than ${bytesMax} bytes`);
  return content;
}

/** Standard input is asked only for what must come from somewhere. */
async function readSecret(
  { key, schema, isNeeded }: Field,
  values: Values,
  readInput: ReadInput,
): Promise<Reading> {
  const password = values[key] as string | undefined;
  const passwordFile = values[fileKey(key)] as string | undefined;
  if (password === undefined && passwordFile === undefined && !isNeeded) {
    return { ok: true, value: undefined };
  }
  const kind = {
    form: formOf(schema).en,
    read: (text: string) => (fits(schema, text) ? text : undefined),
  };
  const name = flagOf(key).slice(2);
  const reading = await readPassword({ password, passwordFile, readInput, name, kind });
  if (!reading.ok) return refusedBy(misused(reading.problem));
  return { ok: true, value: reading.password, warning: reading.warnings[0] };
}

function refusedBy(outcome: Outcome): Reading {
  return { ok: false, outcome };
}
