/** An email as it looks, and how much of it is left out here. */
import { Text } from '@mantine/core';
import type { Answer } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { composeTexts } from '../../texts/compose.ts';
import { countText } from '../../texts/texts.ts';
import { MailFrame } from './mail-frame.tsx';

export function MailLook({ look }: { readonly look: Answer<'mail html'> }) {
  const texts = useTexts(composeTexts);
  const { language } = useLanguage();
  return (
    <>
      {look.remote === 0 ? null : (
        <Text size="xs" c="dimmed">
          {countText(texts.remote, look.remote, language)}
        </Text>
      )}
      <MailFrame html={look.html} title={texts.look} />
    </>
  );
}
