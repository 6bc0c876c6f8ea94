/** Over which time figures are shown and in which steps: it stands in the address. */
import { Group, NativeSelect } from '@mantine/core';
import { useTexts } from '../app/use-texts.tsx';
import { statisticsTexts } from '../texts/statistics.ts';
import { type Span, spanDays } from './statistics-span.ts';
import { useFilter } from './use-filter.ts';

export function SpanChoices({ span }: { readonly span: Span }) {
  const texts = useTexts(statisticsTexts);
  const [, setDays] = useFilter('days');
  const [, setBy] = useFilter('by');
  return (
    <Group gap="sm" mb="md" align="flex-end">
      <NativeSelect
        label={texts.time}
        value={String(span.days)}
        onChange={(event) => setDays(event.currentTarget.value)}
        data={spanDays.map((days) => ({ value: String(days), label: texts[`last${days}`] }))}
      />
      <NativeSelect
        label={texts.step}
        value={span.by}
        onChange={(event) => setBy(event.currentTarget.value)}
        data={[
          { value: 'day', label: texts.byDay },
          { value: 'hour', label: texts.byHour, disabled: !span.mayBeByHour },
        ]}
      />
    </Group>
  );
}
