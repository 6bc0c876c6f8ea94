/** Figures beside those of the period before, where they are compared. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../app/use-texts.tsx';
import { statisticsTexts } from '../texts/statistics.ts';
import { fill } from '../texts/texts.ts';
import type { Series } from './chart-series.ts';

/** What a figure is now, and below it what it was. */
export function useCompared<Told>(
  told: Told,
  before: Told | undefined,
): (show: (told: Told) => string) => ReactNode {
  const texts = useTexts(statisticsTexts);
  return (show) => (
    <>
      {show(told)}
      {before === undefined ? null : (
        <Text component="span" display="block" size="xs" c="dimmed">
          {fill(texts.beforeWas, { value: show(before) })}
        </Text>
      )}
    </>
  );
}

/** The line of a plot that says what it was; none where nothing is compared. */
export function beforeSeries<Step>(
  name: string,
  steps: readonly Step[] | undefined,
  of: (step: Step) => number | null,
): readonly Series[] {
  return steps === undefined ? [] : [{ name, tone: 'quiet', values: steps.map(of) }];
}
