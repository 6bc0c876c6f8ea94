/** A query that is asked again when something of some kinds has happened in the account. */
import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { useLiveRefresh } from './use-live.ts';

/** Only the first time is it somebody's wish; the rest keeps no session alive. */
export type HowAsked = { readonly signal: AbortSignal; readonly isBackground: boolean };

type LiveQuery<Value> = {
  readonly queryKey: QueryKey;
  readonly kinds: readonly string[];
  readonly ask: (how: HowAsked) => Promise<Value>;
  /** No more often than that. */
  readonly everyMs?: number;
  /** Once more so long after the last of it: for what the server stores a moment later. */
  readonly againMs?: number;
};

export function useLiveQuery<Value>({ queryKey, kinds, ask, ...pace }: LiveQuery<Value>) {
  const query = useQuery({
    queryKey,
    queryFn: ({ client, signal }) =>
      ask({ signal, isBackground: client.getQueryData(queryKey) !== undefined }),
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });
  useLiveRefresh(kinds, () => query.refetch(), pace);
  return query;
}
