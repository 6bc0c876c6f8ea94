/** A first page that was looked at again, laid over the rows that stand there. */

type Page<Row> = { readonly rows: readonly Row[] };

type Fresh<Shown> = {
  /** The same rows in the same places, as they are now. */
  readonly pages: readonly Shown[];
  /** Rows that are not shown. */
  readonly count: number;
};

export function freshRows<Row, Shown extends Page<Row>>(
  shown: readonly Shown[],
  page: Page<Row>,
  keyOf: (row: Row) => string | number,
): Fresh<Shown> {
  const fresh = new Map(page.rows.map((row) => [keyOf(row), row]));
  const pages = shown.map((one) => ({
    ...one,
    rows: one.rows.map((row) => fresh.get(keyOf(row)) ?? row),
  }));
  const known = new Set(shown.flatMap(({ rows }) => rows.map(keyOf)));
  return { pages, count: page.rows.filter((row) => !known.has(keyOf(row))).length };
}
