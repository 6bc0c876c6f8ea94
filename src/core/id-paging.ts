/** Reads and writes the cursors of lists that go by the ids of their rows: newest first, or oldest first. */

type Asked = {
  readonly after?: number | undefined;
  readonly order?: Order | undefined;
};

export const orders = ['newest', 'oldest'] as const;

export type Order = (typeof orders)[number];

/** Where a page begins: below an id, or above one and the oldest first. */
export type Place = { readonly beforeId: number; readonly afterId?: number | undefined };

/** A page of what came within a time; `untilMs` is exclusive. */
export type TimedPage = Place & {
  readonly limit: number;
  readonly fromMs?: number | undefined;
  readonly untilMs?: number | undefined;
};

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

/** With filters a page may have looked at thousands of rows and found none. */
const pagesMax = 4_000;

/** All that fits, page by page. */
export async function* pagesOf<
  Query extends Place,
  Page extends { readonly nextId: number | undefined },
>(query: Query, read: (query: Query) => Promise<Page>): AsyncGenerator<Page> {
  let wish: Query | undefined = query;
  for (let pages = 0; pages < pagesMax && wish !== undefined; pages += 1) {
    const page: Page = await read(wish);
    yield page;
    wish = page.nextId === undefined ? undefined : behind(wish, page.nextId);
  }
}

/** The cursor behind a page; null where it was the last one. */
export function idAfter(rows: readonly { readonly id: number }[], limit: number): number | null {
  return rows.length < limit ? null : (rows.at(-1)?.id ?? null);
}
