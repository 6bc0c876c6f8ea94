/** The answer of an operation for people, where nothing better is written for it. */
import { type SettingValue, settingText } from '#cli/setting-text.ts';
import { fields } from '#cli/text-table.ts';

export type TextOf<Answer> = (answer: Answer) => string;

export function valueText(answer: Readonly<Record<string, SettingValue>>): string {
  return fields(Object.entries(answer).map(([name, value]) => [inWords(name), settingText(value)]));
}

/** `rate per second` of `ratePerSecond`. */
export function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}
