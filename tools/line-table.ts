/**
 * From a source map, where each line of a bundle stands in the sources: `1204 src/core/log.ts:12` says so of line
 * 1204, and of those behind it line by line until the next row. `src/core/source-places.ts` reads it.
 */

/** As source maps are: https://tc39.es/ecma426/. */
export type SourceMap = {
  readonly sources: readonly string[];
  readonly mappings: string;
};

type Place = { readonly source: number; readonly line: number };

export function lineTable(map: SourceMap, nameOf: (source: string) => string): string {
  const names = map.sources.map(nameOf);
  const rows: string[] = [];
  let last: Place | undefined;
  for (const [index, place] of placesOf(map.mappings).entries()) {
    const goesOn = last !== undefined && last.source === place?.source;
    if (place === undefined || (goesOn && last?.line === place.line - 1)) {
      last = last && { ...last, line: last.line + 1 };
      continue;
    }
    rows.push(`${index + 1} ${names[place.source] ?? '?'}:${place.line + 1}`);
    last = place;
  }
  return `${rows.join('\n')}\n`;
}

/** The first place of each line. Numbers are differences to those before them, through all lines. */
function placesOf(mappings: string): readonly (Place | undefined)[] {
  let source = 0;
  let line = 0;
  return mappings.split(';').map((segments) => {
    let first: Place | undefined;
    for (const segment of segments === '' ? [] : segments.split(',')) {
      const [, sourceStep, lineStep] = numbersOf(segment);
      if (sourceStep === undefined || lineStep === undefined) continue;
      source += sourceStep;
      line += lineStep;
      first ??= { source, line };
    }
    return first;
  });
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base 64 with five bits a digit, the lowest first; the sixth says that another follows, the lowest bit is the sign. */
function numbersOf(segment: string): readonly number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const letter of segment) {
    const digit = digits.indexOf(letter);
    value += (digit & 31) << shift;
    shift += 5;
    if ((digit & 32) !== 0) continue;
    numbers.push((value & 1) === 1 ? -(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
}
