/** An operator's password, from where it is least likely to be seen by others. */
import { octets } from '#core/value-kind.ts';
import { readStart } from './read-start.ts';

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
};

/** More than SMPP's eight octets: some operators give longer ones, and take them. */
export const passwordKind = octets(0, 64);

export async function readPassword(places: PasswordPlaces): Promise<PasswordReading> {
  const { password, passwordFile } = places;
  if (password !== undefined && passwordFile !== undefined) {
    return refused('--password and --password-file exclude each other');
  }
  if (password !== undefined) {
    const warning =
      '--password can be seen by all users of this machine, in ps and the shell’s history';
    return { ok: true, password, warnings: [warning] };
  }
  const text =
    passwordFile === undefined ? await places.readInput() : await readStart(passwordFile);
  if (text === undefined || text === '') {
    return refused('The password is missing: write it to standard input or name a --password-file');
  }
  const read = passwordKind.read(text.replace(/\r?\n$/, ''));
  return read === undefined
    ? refused(`The password must be ${passwordKind.form}`)
    : { ok: true, password: read, warnings: [] };
}

function refused(problem: string): PasswordReading {
  return { ok: false, problem };
}
