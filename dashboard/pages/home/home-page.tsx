/** Where one arrives. */
import { Title } from '@mantine/core';
import { useTexts } from '../../app/use-texts.tsx';
import { navigationTexts } from '../../texts/navigation.ts';

export function HomePage() {
  const texts = useTexts(navigationTexts);
  return (
    <Title order={1} tabIndex={-1}>
      {texts.home}
    </Title>
  );
}
