/** A password of operators, trunks and customers, from where it is least likely to be seen by others. */
import { open } from 'node:fs/promises';
import { octets, type ValueKind } from '#core/value-kind.ts';

export type PasswordReading =
  | {
      readonly ok: true;
      readonly password: string;
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly problem: string };

type PasswordPlaces = {
  readonly password: string | undefined;
  readonly passwordFile: string | undefined;
  readonly readInput: () => Promise<string | undefined>;
  /** How its flag is called, and what it must be. */
  readonly name?: string;
  readonly kind?: ValueKind<string>;
};

/** In place of a file. */
const standardInput = '-';

/** More than SMPP's eight octets: some operators give longer ones, and take them. */
const passwordKind = octets(0, 64);

export async function readPassword(places: PasswordPlaces): Promise<PasswordReading> {
  const { password, passwordFile, name = 'password', kind = passwordKind } = places;
  if (password !== undefined && passwordFile !== undefined) {
    return refused(`--${name} and --${name}-file exclude each other`);
  }
  if (password !== undefined) {
    const warning = `--${name} is visible to all users of this machine in ps, and in the shell history`;
    return { ok: true, password, warnings: [warning] };
  }
  const isFile = passwordFile !== undefined && passwordFile !== standardInput;
  const text = isFile ? await readStart(passwordFile) : await places.readInput();
  if (text === undefined || text === '') {
    return refused(`The ${name} is missing: write it to standard input or use --${name}-file`);
  }
  const read = kind.read(text.replace(/\r?\n$/, ''));
  return read === undefined
    ? refused(`The ${name} must be ${kind.form}`)
    : { ok: true, password: read, warnings: [] };
}

function refused(problem: string): PasswordReading {
  return { ok: false, problem };
}

// The beginning of a file that holds one secret.

/** Enough for any secret and the line end behind it. */
const fileBytesMax = 1_024;

/** However large it is. */
async function readStart(file: string): Promise<string> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(fileBytesMax), 0, fileBytesMax, 0);
  return buffer.toString('utf8', 0, bytesRead);
}
