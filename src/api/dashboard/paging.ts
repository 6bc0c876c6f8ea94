/** Reads and writes the cursors of lists that go by the ids of their rows, newest first. */

type Asked = { readonly after?: number | undefined; readonly limit?: number | undefined };

const usual = 50;

export function readPage({ after, limit }: Asked) {
  return {
    beforeId: after ?? Number.MAX_SAFE_INTEGER,
    limit: limit ?? usual,
  };
}

/** The cursor behind a page; null where it was the last one. */
export function nextOf(rows: readonly { readonly id: number }[], limit: number): string | null {
  const last = rows.at(-1);
  return last === undefined || rows.length < limit ? null : String(last.id);
}
