/** Figures of a time, and where they are compared also those of the period before. */
import { useQuery } from '@tanstack/react-query';
import type { HowAsked } from '../app/live/use-live-query.ts';
import { type Period, type Span, spanAt, spanBefore } from './statistics-span.ts';

type AskedFigures = Period & Pick<Span, 'by'>;

/** What is shown already is asked again so often, for who leaves it open. */
const everyMs = 30_000;

export function useFigures<Told>(
  span: Span,
  key: readonly unknown[],
  ask: (asked: AskedFigures, how: HowAsked) => Promise<Told>,
) {
  const { asked, by } = span;
  const queryKey = [...key, asked, by];
  const query = useQuery({
    queryKey,
    queryFn: ({ client, signal }) => {
      const isBackground = client.getQueryData(queryKey) !== undefined;
      return ask({ by, ...spanAt(span, Date.now()) }, { signal, isBackground });
    },
    refetchInterval: everyMs,
  });
  const { data: before } = useQuery({
    queryKey: [...queryKey, 'before'],
    queryFn: ({ signal }) =>
      ask({ by, ...spanBefore(span, Date.now()) }, { signal, isBackground: false }),
    enabled: span.compares,
  });
  return { query, before: span.compares ? before : undefined };
}
