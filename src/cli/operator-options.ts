/** The settings of an operator as options of commands, made from their one table. */
import { X509Certificate } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { type OperatorSettings, operatorDefaults } from '#sms/operator.ts';
import { operatorSettingTable, type SettingEntry } from '#sms/operator-setting-table.ts';
import { maybe, type Option, toggle } from './option.ts';
import { settingText } from './setting-text.ts';
import { filePath } from './written-values.ts';

type Name = keyof OperatorSettings;
type SettingOptions = Readonly<Record<string, Option<unknown>>>;

const entries = Object.entries(operatorSettingTable) as readonly [Name, SettingEntry<unknown>][];

/** Each as an option that may stay away; a switch of a new operator needs no value. */
export function settingOptions(use: 'add' | 'set', except: readonly Name[] = []): SettingOptions {
  const options = entries
    .filter(([name]) => !except.includes(name))
    .map(([name, entry]): [string, Option<unknown>] => [
      optionName(name),
      settingOption(name, entry, use),
    ]);
  return Object.fromEntries(options);
}

/** What the options that were given say; `tlsCa` is still the path of its file. */
export function givenSettings(
  values: Readonly<Record<string, unknown>>,
): Partial<OperatorSettings> {
  const given = entries
    .map(([name]): [Name, unknown] => [name, values[optionName(name)]])
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Partial<OperatorSettings>;
}

export type SettingsReading =
  | { readonly ok: true; readonly settings: Partial<OperatorSettings> }
  | { readonly ok: false; readonly problem: string };

/** The same with the certificate of `tlsCa` read from its file. */
export async function readSettings(settings: Partial<OperatorSettings>): Promise<SettingsReading> {
  const { tlsCa } = settings;
  if (tlsCa === undefined) return { ok: true, settings };
  const authority = await readAuthority(tlsCa);
  return authority === undefined
    ? { ok: false, problem: `${tlsCa} does not hold a certificate in PEM` }
    : { ok: true, settings: { ...settings, tlsCa: authority } };
}

function optionName(name: Name): string {
  return operatorSettingTable[name].option ?? name;
}

function settingOption(name: Name, entry: SettingEntry<unknown>, use: 'add' | 'set') {
  const { shape, sentence } = entry;
  const fallback = operatorDefaults[name];
  if (use === 'add' && typeof fallback === 'boolean') return switchedOn(sentence);
  const kind = name === 'tlsCa' ? filePath : entry.kind;
  return maybe(
    kind,
    shape,
    `${sentence} ${use === 'add' ? `Default: ${settingText(fallback)}.` : ''}`.trim(),
  );
}

/** Undefined where it is not given: then the default holds. */
function switchedOn(sentence: string): Option<true | undefined> {
  return {
    ...toggle(sentence),
    read: (text) => ({ ok: true, value: text === undefined ? undefined : true }),
  };
}

/** A chain of authorities is a few kilobytes. */
const authorityBytesMax = 65_536;

/** The PEM, empty for no file; undefined if the file holds no certificate. */
async function readAuthority(path: string): Promise<string | undefined> {
  if (path === '') return '';
  const { size } = await stat(path);
  if (size > authorityBytesMax) return undefined;
  const pem = await readFile(path, 'utf8');
  return isCertificate(pem) ? pem : undefined;
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
