/** Settings that carry a password may stand in a file: `PARLEY_DATABASE_FILE` in place of `PARLEY_DATABASE`. */
import { readFileSync } from 'node:fs';

type Environment = Readonly<Record<string, string | undefined>>;

export type SecretsReading = {
  /** With what the files say, and without their names. */
  readonly environment: Environment;
  readonly problems: readonly string[];
};

/** `variables`: those of which a file may hold the value. */
export function readSecretFiles(
  environment: Environment,
  variables: readonly string[],
): SecretsReading {
  const read: Record<string, string | undefined> = { ...environment };
  const problems: string[] = [];
  for (const variable of variables) {
    const named = `${variable}_FILE`;
    const file = environment[named] ?? '';
    delete read[named];
    if (file === '') continue;
    if ((environment[variable] ?? '') !== '') {
      problems.push(`${variable} and ${named} say the same thing twice.`);
      continue;
    }
    try {
      read[variable] = readFileSync(file, 'utf8').trim();
    } catch {
      problems.push(`${named} names ${file}, which cannot be read.`);
    }
  }
  return { environment: read, problems };
}
