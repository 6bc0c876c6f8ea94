/** The settings of a process as people may see them: what lets somebody in is not among them. */
import type { Config } from '#config.ts';

export type ShownSetting = { readonly name: string; readonly value: string };

const hidden = '…';
const secretNames = /password|credentials|secret|token/i;

export function shownSettings(config: Config): readonly ShownSetting[] {
  return Object.entries(config).flatMap(([name, value]) => show(name, value));
}

function show(name: string, value: unknown): readonly ShownSetting[] {
  if (value === undefined || value === null) return [{ name, value: '' }];
  if (typeof value === 'object' && !Array.isArray(value)) {
    return Object.entries(value).flatMap(([part, inner]) => show(`${name}.${part}`, inner));
  }
  if (Array.isArray(value)) {
    const isPlain = value.every((one) => typeof one !== 'object');
    if (!isPlain) return value.flatMap((one, place) => show(`${name}.${place + 1}`, one));
    return [{ name, value: value.map((one) => textOf(name, one)).join(', ') }];
  }
  return [{ name, value: textOf(name, value) }];
}

function textOf(name: string, value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (secretNames.test(name) && text !== '') return hidden;
  return text.replace(/:\/\/.*@/s, `://${hidden}@`);
}
