/** The address of a table of what a list is filtered by; what is empty chooses nothing. */
export function exportPath(
  path: string,
  query: Readonly<Record<string, string | number | undefined>>,
): string {
  const chosen = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
  const asked = new URLSearchParams(chosen.map(([name, value]) => [name, String(value)]));
  return asked.size === 0 ? path : `${path}?${asked.toString()}`;
}
