/** What one query answers; while it waits, where it failed and where it is older than it looks, the page says so. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiFailure } from '../api/api-failure.ts';
import { StaleNote } from './stale-note.tsx';
import { FailedView, Waiting } from './states.tsx';

type QueryViewProps<Value> = {
  readonly query: Pick<UseQueryResult<Value>, 'data' | 'error' | 'refetch'>;
  readonly children: (value: Value) => ReactNode;
  /** Lines of what stands there while it is on its way. */
  readonly rows?: number;
};

export function QueryView<Value>({ query, children, rows = 5 }: QueryViewProps<Value>) {
  const { data, error } = query;
  const retry = () => void query.refetch();
  if (data === undefined && error === null) return <Waiting rows={rows} />;
  if (data === undefined || isNoLonger(error)) {
    const isMistyped = error instanceof ApiFailure && error.status === 400;
    return <FailedView failure={error} retry={retry} isMistyped={isMistyped} />;
  }
  return (
    <>
      <StaleNote failure={error} retry={retry} />
      {children(data)}
    </>
  );
}

/** How often a query asks again of what the page shows: no more once it is no longer there, or never can be. */
export function whileThere(everyMs: number) {
  return ({
    state: { error },
  }: {
    readonly state: { readonly error: Error | null };
  }): number | false => (error instanceof ApiFailure && !error.mayRetry ? false : everyMs);
}

/** It is gone, or for others: what was shown of it is no longer true. */
export function isNoLonger(failure: unknown): boolean {
  return failure instanceof ApiFailure && (failure.status === 403 || failure.status === 404);
}
