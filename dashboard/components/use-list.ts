/**
 * A list of the server that comes page by page, by the cursor of its last row. One that is live looks at its
 * first page again when something happens: rows that stand there change in place, new ones wait behind a
 * button, so that nothing jumps under the pointer.
 */
import { type QueryKey, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLivePausedSince, useLiveRefresh } from '../app/live/use-live.ts';
import type { HowAsked } from '../app/live/use-live-query.ts';
import { freshRows } from './fresh-rows.ts';

export type ListPage<Row> = {
  readonly rows: readonly Row[];
  /** Undefined or null: there is nothing behind it. */
  readonly next: string | number | null | undefined;
  /** Of all that fit, where the server tells it. */
  readonly count?: number | undefined;
};

type After = string | number | undefined;

/** Asks for what stands behind a cursor; undefined: from the start. */
export type LoadPage<Row> = (after: After, how: HowAsked) => Promise<ListPage<Row>>;

type Pages<Row> = {
  readonly pages: readonly ListPage<Row>[];
  readonly pageParams: readonly After[];
};

/** Rows of a page: few at first, which are there at once, then as many as the server gives. */
export function rowsOfPage(after: After): number {
  return after === undefined ? 50 : 200;
}

/** Of a table that is saved; a list of more says so. */
const savedRowsMax = 10_000;

async function readAll<Row>(load: LoadPage<Row>) {
  const how = { signal: new AbortController().signal, isBackground: false };
  const rows: Row[] = [];
  let after: After | null;
  do {
    const page = await load(after ?? undefined, how);
    rows.push(...page.rows);
    after = page.next;
  } while ((after ?? null) !== null && rows.length < savedRowsMax);
  return { rows, isAll: (after ?? null) === null };
}

/** The rows of a list stay until those of another filter have come; a filter is the last of its key, an object. */
function isSameList(one: QueryKey, other: QueryKey): boolean {
  const lists = [one, other].map((key) =>
    typeof key.at(-1) === 'object' ? key.slice(0, -1) : key,
  );
  return JSON.stringify(lists[0]) === JSON.stringify(lists[1]);
}

export function useList<Row>(
  queryKey: QueryKey,
  load: LoadPage<Row>,
  { refetchOnWindowFocus = true }: { readonly refetchOnWindowFocus?: boolean } = {},
) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam, { signal, isBackground: false }),
    initialPageParam: undefined as After,
    getNextPageParam: ({ next }: ListPage<Row>) => next ?? undefined,
    refetchOnWindowFocus,
    placeholderData: (shown, before) =>
      before !== undefined && isSameList(before.queryKey, queryKey) ? shown : undefined,
  });
  const { data, error, refetch, hasNextPage, fetchNextPage } = query;
  const { isFetchingNextPage, isFetchNextPageError, isPlaceholderData } = query;
  return {
    rows: data?.pages.flatMap(({ rows }) => rows),
    /** They are of another filter: those of this one are on their way. */
    isOld: isPlaceholderData,
    count: data?.pages.at(-1)?.count,
    readAll: () => readAll(load),
    failure: error ?? undefined,
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
    more:
      hasNextPage && !isPlaceholderData
        ? { load: () => void fetchNextPage(), isLoading: isFetchingNextPage }
        : undefined,
  };
}

type Live<Row> = {
  /** What changes the list; see `useLive`. */
  readonly kinds: readonly string[];
  readonly keyOf: (row: Row) => string | number;
};

type Waiting<Row> = {
  /** Of the list that they belong to. */
  readonly key: string;
  readonly page: ListPage<Row>;
  readonly count: number;
};

export function useLiveList<Row>(
  queryKey: QueryKey,
  load: LoadPage<Row>,
  { kinds, keyOf }: Live<Row>,
) {
  const list = useList(queryKey, load, { refetchOnWindowFocus: false });
  const pausedSinceMs = useLivePausedSince();
  const queries = useQueryClient();
  const key = JSON.stringify(queryKey);
  const [waiting, setWaiting] = useState<Waiting<Row>>();
  const [lost, setLost] = useState<{ readonly key: string; readonly failure: unknown }>();
  const put = (page: ListPage<Row>) => {
    queries.setQueryData<Pages<Row>>(queryKey, { pages: [page], pageParams: [undefined] });
    setWaiting(undefined);
  };
  useLiveRefresh(kinds, async () => {
    const before = queries.getQueryData<Pages<Row>>(queryKey);
    if (before === undefined) return;
    const signal = new AbortController().signal;
    const page = await load(undefined, { signal, isBackground: true }).catch((failure: unknown) => {
      setLost({ key, failure });
      throw failure;
    });
    setLost(undefined);
    const shown = queries.getQueryData<Pages<Row>>(queryKey);
    if (shown === undefined) return;
    const { pages, count } = freshRows(shown.pages, page, keyOf);
    // Nothing can jump where nothing stands.
    if (shown.pages.every(({ rows }) => rows.length === 0)) return put(page);
    queries.setQueryData<Pages<Row>>(queryKey, { ...shown, pages });
    setWaiting(count === 0 ? undefined : { key, page, count });
  });
  const retry = () => {
    setLost(undefined);
    list.retry();
  };
  const failure = list.failure ?? (lost?.key === key ? lost.failure : undefined);
  const told = { ...list, failure, retry, pausedSinceMs };
  if (waiting?.key !== key) return told;
  const { page, count } = waiting;
  const isMore = count === page.rows.length && (page.next ?? null) !== null;
  return { ...told, news: { count, isMore, show: () => put(page) } };
}
