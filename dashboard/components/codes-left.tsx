/** Says after a sign-in by a recovery code how many are left, before the page goes on. */
import { Button, Stack, Text } from '@mantine/core';
import { useLanguage, useTexts } from '../app/use-texts.tsx';
import { securityTexts } from '../texts/security.ts';
import { countText } from '../texts/texts.ts';

type CodesLeftProps = { readonly left: number; readonly goOn: () => void };

export function CodesLeft({ left, goOn }: CodesLeftProps) {
  const texts = useTexts(securityTexts);
  const { language } = useLanguage();
  return (
    <Stack gap="md">
      <Stack gap={4} role="status">
        <Text size="sm" fw={600}>
          {texts.codeUsed}
        </Text>
        <Text size="sm">
          {left === 0 ? texts.noCodesLeft : countText(texts.codesLeft, left, language)}
        </Text>
        <Text size="sm">{texts.codesRenewable}</Text>
      </Stack>
      <Button onClick={goOn} fullWidth data-autofocus autoFocus>
        {texts.goOn}
      </Button>
    </Stack>
  );
}
