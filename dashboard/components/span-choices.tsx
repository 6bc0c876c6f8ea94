/** Over which time figures are shown, in which steps, and beside which other time: it stands in the address. */
import { Checkbox, Group, NativeSelect } from '@mantine/core';
import { useTexts } from '../app/use-texts.tsx';
import { statisticsTexts } from '../texts/statistics.ts';
import { RangeChoice, useRange } from './range-choice.tsx';
import { readSpan, type Span, usualRange } from './statistics-span.ts';
import { useFilter } from './use-filter.ts';

export function useSpan(): Span {
  const range = useRange();
  const [by] = useFilter('by');
  const [compare] = useFilter('compare');
  return readSpan({ range, by, compare }, Date.now());
}

export function SpanChoices({ span }: { readonly span: Span }) {
  const texts = useTexts(statisticsTexts);
  const [, setBy] = useFilter('by');
  const [, setCompare] = useFilter('compare');
  return (
    <Group gap="sm" mb="md" align="flex-end">
      <RangeChoice usual={usualRange} />
      <NativeSelect
        label={texts.step}
        value={span.by}
        onChange={(event) => setBy(event.currentTarget.value)}
        data={[
          { value: 'day', label: texts.byDay },
          { value: 'hour', label: texts.byHour, disabled: !span.mayBeByHour },
        ]}
      />
      <Checkbox
        mb={8}
        label={texts.compare}
        checked={span.compares}
        onChange={(event) => setCompare(event.currentTarget.checked ? 'before' : '')}
      />
    </Group>
  );
}
