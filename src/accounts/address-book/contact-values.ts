/** What the details of a contact may be. */

/** `YYYY-MM-DD`; undefined for a day that no calendar has. */
export function parseContactDate(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(text.trim())) return undefined;
  try {
    return Temporal.PlainDate.from(text.trim(), { overflow: 'reject' }).toString();
  } catch {
    return undefined;
  }
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}
