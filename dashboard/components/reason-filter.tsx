/** The reason that a list is filtered by, as statistics lead there; it can be taken away. */
import { Pill } from '@mantine/core';
import { useTexts } from '../app/use-texts.tsx';
import { commonTexts } from '../texts/common.ts';
import { listTexts } from '../texts/lists.ts';
import { fill } from '../texts/texts.ts';
import { useFilter } from './use-filter.ts';

/** `meaningOf`: a stored reason in words, whose first sentence is shown. */
export function ReasonFilter({ meaningOf }: { readonly meaningOf: (reason: string) => string }) {
  const texts = useTexts(listTexts);
  const common = useTexts(commonTexts);
  const [reason, set] = useFilter('reason');
  if (reason === '') return null;
  return (
    <Pill
      size="lg"
      title={`${meaningOf(reason)} (${reason})`}
      withRemoveButton
      onRemove={() => set('')}
      removeButtonProps={{ 'aria-label': texts.anyReason }}
    >
      {fill(common.named, { name: texts.reason, value: firstSentence(meaningOf(reason)) })}
    </Pill>
  );
}

function firstSentence(text: string): string {
  return text.replace(/\.(?: .*)?$/, '');
}
