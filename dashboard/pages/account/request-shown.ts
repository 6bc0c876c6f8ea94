/** How a request of the log is shown, in a row and in its panel. */
import type { Tone } from '../../components/status-badge.tsx';

export function toneOf(status: number): Tone {
  if (status >= 500) return 'bad';
  return status >= 400 ? 'warn' : 'good';
}

/** Its label where it has one, and how it begins. */
export function keyName(key: { readonly label: string; readonly prefix: string }): string {
  return `${key.label} ${key.prefix}…`.trim();
}

/** Indented where it is JSON; it may have been cut. */
export function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
