/** A secret that people have already, from where it is least likely to be seen by others. */
import type { ValueKind } from '#core/value-kind.ts';
import { maybe } from './option.ts';
import { readStart } from './read-start.ts';
import { filePath } from './written-values.ts';

/** `secret` undefined: one is to be made. */
export type SecretReading =
  | {
      readonly ok: true;
      readonly secret: string | undefined;
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly problem: string };

type SecretPlaces = {
  readonly secret: string | undefined;
  readonly secretFile: string | undefined;
  readonly readInput: () => Promise<string | undefined>;
};

const standardInput = '-';

export const secretFileOption = maybe(
  filePath,
  'FILE',
  `The same from a file; --secret-file=${standardInput} is standard input.`,
);

/** Throws what opening the file throws. */
export async function readSecret(
  kind: ValueKind<string>,
  { secret, secretFile, readInput }: SecretPlaces,
): Promise<SecretReading> {
  if (secretFile === undefined) return { ok: true, secret, warnings: warningsOf(secret) };
  if (secret !== undefined) return refused('--secret and --secret-file exclude each other');
  const text = secretFile === standardInput ? await readInput() : await readStart(secretFile);
  const read = kind.read((text ?? '').trim());
  return read === undefined
    ? refused(`The secret must be ${kind.form}`)
    : { ok: true, secret: read, warnings: [] };
}

function warningsOf(secret: string | undefined): readonly string[] {
  return secret === undefined
    ? []
    : ['--secret can be seen by all users of this machine, in ps and the shell’s history'];
}

function refused(problem: string): SecretReading {
  return { ok: false, problem };
}
