/** Settings that there are not, each with the nearest that there is. */
import { nearest } from '#core/nearest.ts';
import { optionNames, variableOf } from './options.ts';
import type { SettingsFile } from './settings-file.ts';

type Written = Readonly<Record<string, string | undefined>>;

export function unknownSettings(
  environment: Written,
  flags: Written,
  file: SettingsFile,
): readonly string[] {
  return [...unknownVariables(environment), ...unknownFlags(flags), ...unknownInFile(file)];
}

function unknownVariables(environment: Written): string[] {
  const known = optionNames.map(variableOf);
  return Object.keys(environment)
    .filter((name) => name.startsWith('PARLEY_') && !known.includes(name))
    .map((name) => `There is no setting ${name}. The nearest is ${nearest(name, known)}.`);
}

function unknownFlags(flags: Written): string[] {
  return Object.keys(flags)
    .filter((name) => !optionNames.some((known) => known === name))
    .map((name) => `There is no option --${name}. The nearest is --${nearest(name, optionNames)}.`);
}

function unknownInFile({ path: file, values }: SettingsFile): string[] {
  return [...values.keys()]
    .filter((name) => name === 'config' || !optionNames.some((known) => known === name))
    .map((name) =>
      name === 'config'
        ? `${file} cannot name another file of settings.`
        : `There is no setting ${name}, which ${file} has. The nearest is ${nearest(name, optionNames)}.`,
    );
}
