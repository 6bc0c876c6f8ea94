/** The value of a setting as people read it in a line. */

export type SettingValue =
  | string
  | number
  | boolean
  | null
  | readonly string[]
  | Readonly<Record<string, string>>;

export function settingText(value: SettingValue): string {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'object') return listText(value);
  if (value === '') return '-';
  // A certificate would fill the screen.
  return String(value).startsWith('-----BEGIN') ? 'a certificate' : String(value);
}

function listText(value: readonly string[] | Readonly<Record<string, string>>): string {
  const words = Array.isArray(value)
    ? value
    : Object.entries(value).map(([name, meaning]) => `${name}=${meaning}`);
  return words.length === 0 ? 'none' : words.join(',');
}
