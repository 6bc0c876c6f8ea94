/** What may be chosen of an SMS and of an email alike: what is its own, when it leaves, and its tag. */
import { Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../app/use-texts.tsx';
import { sendingTexts } from '../texts/sending.ts';
import type { Later } from './later.ts';
import { Schedule } from './schedule.tsx';

type Draft = Later & { readonly tag: string };

type OptionsProps = {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
  /** What the server says is wrong with the tag. */
  readonly tagError: string | undefined;
  readonly tagCharactersMax: number;
  /** Of the SMS, or of the email. */
  readonly children: ReactNode;
};

export function SendOptions(props: OptionsProps) {
  const { draft, change, tagError, tagCharactersMax, children } = props;
  const texts = useTexts(sendingTexts);
  return (
    <Stack gap="xs">
      {children}
      <Schedule draft={draft} change={change} />
      <TextInput
        label={texts.tag}
        description={texts.tagHint}
        error={tagError}
        value={draft.tag}
        onChange={(event) => change({ tag: event.currentTarget.value })}
        maxLength={tagCharactersMax}
      />
    </Stack>
  );
}
