/** The figures of a run, a row for each target. */

export type Row = Readonly<Record<string, string | number>>;

/** Columns as wide as what stands in them; numbers to the right. */
export function tableOf(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {});
  const cells = [names, ...rows.map((row) => names.map((name) => written(row[name])))];
  const widths = names.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  return cells
    .map((line) =>
      line
        .map((cell, at) => {
          const width = widths[at] ?? 0;
          return at === 0 ? cell.padEnd(width) : cell.padStart(width);
        })
        .join('  '),
    )
    .join('\n');
}

function written(value: string | number | undefined): string {
  return typeof value === 'number' ? value.toLocaleString('en') : (value ?? '');
}

/** `12 → 14` */
export function change([before, after]: readonly [number, number]): string {
  return `${Math.round(before)} → ${Math.round(after)}`;
}
