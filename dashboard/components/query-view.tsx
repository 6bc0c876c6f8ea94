/** What one query answers; while it waits, and where it failed, the page says so. */
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FailedView, Waiting } from './states.tsx';

type QueryViewProps<Value> = {
  readonly query: Pick<UseQueryResult<Value>, 'data' | 'error' | 'refetch'>;
  readonly children: (value: Value) => ReactNode;
};

export function QueryView<Value>({ query, children }: QueryViewProps<Value>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) return <Waiting />;
  return <FailedView failure={query.error} retry={() => void query.refetch()} />;
}
