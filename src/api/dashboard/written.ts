/** A text field of a page; an empty one chooses nothing. */
export function written(text: string | undefined): string | undefined {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? undefined : trimmed;
}
