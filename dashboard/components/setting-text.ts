/** A setting as people read it: lists with commas, nothing as an empty text. */
export function settingText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map((one) => settingText(one)).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
