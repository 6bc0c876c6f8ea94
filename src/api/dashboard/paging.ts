/** Reads and writes the cursors of lists that go by the ids of their rows: newest first, or oldest first. */

type Asked = {
  readonly after?: number | undefined;
  readonly limit?: number | undefined;
  readonly order?: Order | undefined;
};

export type Order = 'newest' | 'oldest';

const usual = 50;

export function readPage({ after, limit }: Asked) {
  return {
    beforeId: after ?? Number.MAX_SAFE_INTEGER,
    limit: limit ?? usual,
  };
}

/** Where a page begins: below an id, or above one and the oldest first. */
type Place = { readonly beforeId: number; readonly afterId?: number | undefined };

export function readPlace({ after, order }: Asked): Place {
  return order === 'oldest'
    ? { beforeId: Number.MAX_SAFE_INTEGER, afterId: after ?? 0 }
    : { beforeId: after ?? Number.MAX_SAFE_INTEGER };
}

/** The same list from behind its last row. */
export function behind<Query extends Place>(query: Query, lastId: number): Query {
  return query.afterId === undefined
    ? { ...query, beforeId: lastId }
    : { ...query, afterId: lastId };
}

/** The cursor behind a page; null where it was the last one. */
export function nextOf(rows: readonly { readonly id: number }[], limit: number): string | null {
  const last = rows.at(-1);
  return last === undefined || rows.length < limit ? null : String(last.id);
}
