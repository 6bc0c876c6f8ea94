/** A query that is asked again and again while somebody looks, as long as what it shows may change by itself. */
import { useQuery } from '@tanstack/react-query';

const everyMs = 1_500;

/** All that shows what happens now is asked anew under this key. */
export function liveKey(name: string, ...parts: readonly (string | number)[]) {
  return ['live', name, ...parts] as const;
}

/** `ask`: only the first time is it somebody's wish; the rest keeps no session alive. */
export function useWatch<Value>(
  queryKey: readonly unknown[],
  ask: (isBackground: boolean) => Promise<Value>,
) {
  return useQuery({
    queryKey,
    queryFn: ({ client }) => ask(client.getQueryData(queryKey) !== undefined),
    refetchInterval: everyMs,
    staleTime: 0,
  });
}
