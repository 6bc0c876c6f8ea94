/** A line of the form `name: value`, as headers and policies have them. */
export type HeaderLine = { readonly name: string; readonly value: string };

/**
 * Name and value without the blanks around them; undefined: the line has no colon, or its name is no word.
 * In linear time, no matter who wrote it: a pattern that takes blanks before and behind a value tries all their splits.
 */
export function readHeaderLine(line: string): HeaderLine | undefined {
  const colon = line.indexOf(':');
  const name = line.slice(0, Math.max(colon, 0)).trim();
  return /^[\w-]+$/.test(name) ? { name, value: line.slice(colon + 1).trim() } : undefined;
}
