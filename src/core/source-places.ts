/**
 * Where a line of a bundle (tools/build-server.ts) stands in the sources. Beside each bundle is a table of its lines,
 * which is read when something has failed there and not kept.
 */
import { readFileSync } from 'node:fs';

const builds = new URL('../../dist/server/', import.meta.url);

/** What fails again and again is looked up once. */
const placesMax = 1_000;
const known = new Map<string, string | undefined>();

/** `3f2a…/app.js:1204` → `src/core/log.ts:12`; undefined where nothing is known of it. */
export function sourcePlace(place: string): string | undefined {
  if (!known.has(place)) {
    if (known.size >= placesMax) known.clear();
    known.set(place, findPlace(place));
  }
  return known.get(place);
}

const form = /^(?<bundle>\w+\/[\w-]+)\.js:(?<line>\d+)$/;

function findPlace(place: string): string | undefined {
  const { bundle, line } = form.exec(place)?.groups ?? {};
  if (bundle === undefined) return undefined;
  try {
    return placeIn(readFileSync(new URL(`${bundle}.lines`, builds), 'utf8'), Number(line));
  } catch {
    // Such a table is not here: the place comes out of a text that others may have written.
    return undefined;
  }
}

/** Rows such as `1204 src/core/log.ts:12` begin a run of lines that stand one behind the other in both. */
export function placeIn(table: string, line: number): string | undefined {
  let found: string | undefined;
  for (const row of table.split('\n')) {
    const begins = Number.parseInt(row, 10);
    if (!(begins <= line)) break;
    const colon = row.lastIndexOf(':');
    const source = row.slice(row.indexOf(' ') + 1, colon);
    found = `${source}:${Number(row.slice(colon + 1)) + line - begins}`;
  }
  return found;
}
