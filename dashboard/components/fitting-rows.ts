/** Filters a list that is whole in the page: no server is asked. */

/** Those in whose text each word that was typed occurs, in small letters or capitals alike. */
export function fittingRows<Row>(
  rows: readonly Row[] | undefined,
  typed: string,
  textOf: (row: Row) => string,
): readonly Row[] | undefined {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return rows;
  return rows?.filter((row) => {
    const text = textOf(row).toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
