/** What numbers begin with, for people. */
export function prefixText(digits: string): string {
  return digits === '' ? 'all numbers' : `+${digits}`;
}
