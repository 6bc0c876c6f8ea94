/**
 * Settings in a file: `name = value`, a line each, named like the flags; `#` begins a comment. `parley.conf` in the
 * folder in which the program is started is read where it is there; another one is named by `PARLEY_CONFIG`.
 */
import { readFileSync } from 'node:fs';

export type SettingsFile = {
  readonly path: string;
  readonly values: ReadonlyMap<string, string>;
  readonly problems: readonly string[];
};

const usualPath = 'parley.conf';
const bytesMax = 100_000;

/** `named` is what a setting says; empty: nothing, and a file that is not there is none. */
export function readSettingsFile(named: string): SettingsFile {
  const path = named === '' ? usualPath : named;
  try {
    return parseSettings(path, readFileSync(path, 'utf8').slice(0, bytesMax));
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    const problems =
      named === '' && isAbsent ? [] : [`${path} cannot be read as a file of settings.`];
    return { path, values: new Map(), problems };
  }
}

const lineForm = /^(?<name>[a-z0-9-]+)\s*=\s*(?<value>.*)$/;

function parseSettings(path: string, text: string): SettingsFile {
  const values = new Map<string, string>();
  const problems: string[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const written = line.trim();
    if (written === '' || written.startsWith('#')) continue;
    const { name = '', value = '' } = lineForm.exec(written)?.groups ?? {};
    // What does not read may be a password: it is not repeated.
    if (name === '') problems.push(`${path}, line ${at + 1}, is no "name = value".`);
    else if (values.has(name)) problems.push(`${path} says ${name} twice.`);
    else values.set(name, value.trim());
  }
  return { path, values, problems };
}
