/** The lines of the event log: what is stored and what comes live, each once, the newest first. */
import type { Happening } from '../../app/live/batch.ts';

export type Line = Happening & { readonly key: string };

/** More than anybody reads; what is older stands on the pages about messages and webhooks. */
const linesMax = 100;

export function mergeLines(
  lines: readonly Line[],
  happenings: readonly Happening[],
): readonly Line[] {
  const known = new Set(lines.map(({ key }) => key));
  const added = happenings.flatMap((happening) => {
    const key = keyOf(happening);
    if (known.has(key)) return [];
    known.add(key);
    return [{ ...happening, key }];
  });
  if (added.length === 0) return lines;
  // Newer ones first; of one millisecond those that came later.
  return [...added.toReversed(), ...lines]
    .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
    .slice(0, linesMax);
}

/** How many of them do not stand there. */
export function countNew(lines: readonly Line[], shown: readonly Line[]): number {
  const known = new Set(shown.map(({ key }) => key));
  return lines.filter(({ key }) => !known.has(key)).length;
}

/** What was told live and what is told from the stored facts is the same line. */
function keyOf({ id, event, createdAt, about, payload }: Happening): string {
  const part = payload?.['part'] ?? payload?.['attempt'] ?? '';
  return id ?? [event, createdAt, about, JSON.stringify(part)].join(' ');
}
