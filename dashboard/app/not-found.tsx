/** An address that means nothing. */
import { Button, Stack, Text, Title } from '@mantine/core';
import { commonTexts } from '../texts/common.ts';
import { useTexts } from './use-texts.tsx';

export function NotFoundPage() {
  const texts = useTexts(commonTexts);
  return (
    <Stack align="flex-start" gap="xs" p="xl" component="main">
      <Title order={1} tabIndex={-1}>
        {texts.notFound}
      </Title>
      <Text c="dimmed">{texts.notFoundHint}</Text>
      <Button component="a" href="/" mt="sm" variant="default">
        {texts.goHome}
      </Button>
    </Stack>
  );
}
