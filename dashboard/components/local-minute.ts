/** Instants as a field of type `datetime-local` has them: in the zone of the reader, to the minute. */

export function localMinute(atMs: number): string {
  const at = new Date(atMs);
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${date}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** Undefined: the field is empty. */
export function readLocalMinute(written: string): number | undefined {
  const atMs = new Date(written).getTime();
  return Number.isNaN(atMs) ? undefined : atMs;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
