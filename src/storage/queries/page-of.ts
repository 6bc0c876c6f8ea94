/** Pages of a list: a row more than is shown is read, so that a last page that is full does not lead to an empty one. */

/** Of rows that were read with a limit of one more than `limit`: those of the page; the last of them where others follow. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
): { readonly page: readonly Row[]; readonly lastOfMore: Row | undefined } {
  const page = rows.slice(0, limit);
  return { page, lastOfMore: rows.length > limit ? page.at(-1) : undefined };
}
