/** A list of the server that comes page by page, by the cursor of its last row. */
import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query';

export type ListPage<Row> = {
  readonly rows: readonly Row[];
  /** Undefined or null: there is nothing behind it. */
  readonly next: string | number | null | undefined;
};

/** `load` asks for what stands behind a cursor; undefined: from the start. */
export function useList<Row>(
  queryKey: QueryKey,
  load: (after: string | number | undefined, signal: AbortSignal) => Promise<ListPage<Row>>,
) {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: undefined as string | number | undefined,
    getNextPageParam: ({ next }: ListPage<Row>) => next ?? undefined,
  });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  return {
    rows: data?.pages.flatMap(({ rows }) => rows),
    failure: error ?? undefined,
    retry: () => void refetch(),
    more: hasNextPage
      ? { load: () => void fetchNextPage(), isLoading: isFetchingNextPage }
      : undefined,
  };
}
