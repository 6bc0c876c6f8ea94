/** What people call the alphabet that a text travels in. */
export function nameEncoding(encoding: string): string {
  return encoding === 'ucs2' ? 'Unicode (UCS-2)' : encoding.toUpperCase();
}
