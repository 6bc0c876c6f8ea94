/** Chooses the language in which somebody is written to. */
import { NativeSelect } from '@mantine/core';
import { useTexts } from '../app/use-texts.tsx';
import { commonTexts } from '../texts/common.ts';
import type { Language } from '../texts/texts.ts';

type Props = {
  readonly label: string;
  readonly value: Language;
  readonly onChange: (language: Language) => void;
};

export function LanguageSelect({ label, value, onChange }: Props) {
  const texts = useTexts(commonTexts);
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value === 'fr' ? 'fr' : 'en')}
      data={[
        { value: 'en', label: texts.english },
        { value: 'fr', label: texts.french },
      ]}
    />
  );
}
