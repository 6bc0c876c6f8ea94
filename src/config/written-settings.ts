/**
 * Where each setting was written, and what of it people may see. What lets somebody in is taken out here, once:
 * who shows settings, on a page, in a document or in a terminal, never had it.
 */
import type { Secrecy } from './options.ts';
import type { SettingsFile } from './settings-file.ts';

type Texts = Readonly<Record<string, string | undefined>>;

export type Written = {
  readonly text: string;
  readonly source: ShownSetting['source'];
  /** The flag, the variable or the file that says it; for a default the flag that could. */
  readonly place: string;
};

export type WrittenPlaces = {
  readonly flags: Texts;
  /** With the values of secrets that stand in files. */
  readonly environment: Texts;
  readonly file: SettingsFile;
};

/** A setting in force. */
export type ShownSetting = {
  /** As its flag is called, without the dashes. */
  readonly name: string;
  readonly variable: string;
  /** As it was written, without what lets somebody in. */
  readonly value: string;
  readonly source: 'flag' | 'variable' | 'file' | 'default';
  readonly secret: boolean;
};

const hidden = '…';

/** A variable without text counts as not set: that is how compose files leave one out. */
export function writtenValue(
  { name, variable, fallback }: Record<'name' | 'variable' | 'fallback', string>,
  { flags, environment, file }: WrittenPlaces,
): Written {
  const flag = flags[name];
  if (flag !== undefined) return { text: flag, source: 'flag', place: `--${name}` };
  const inEnvironment = environment[variable] ?? '';
  if (inEnvironment !== '') return { text: inEnvironment, source: 'variable', place: variable };
  const inFile = file.values.get(name) ?? '';
  return inFile === ''
    ? { text: fallback, source: 'default', place: `--${name}` }
    : { text: inFile, source: 'file', place: `${name} in ${file.path}` };
}

/** What of a value may be shown. */
export function shownText(text: string, secrecy: Secrecy | undefined): string {
  if (secrecy === 'whole') return text === '' ? '' : hidden;
  const bare = text
    .split(nextAddress)
    .map((each) => each.replace(/:\/\/.*@/s, `://${hidden}@`))
    .join(',');
  // What stands behind the question mark of a database's address may be its password.
  return secrecy === 'credentials' ? bare.replace(/\?[^,]*/gs, `?${hidden}`) : bare;
}

/** Of relays there are several. */
const nextAddress = /,(?=smtps?:\/\/)/;
