/** Keys in clear, to be copied now: they are shown this once. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useTexts } from '../app/use-texts.tsx';
import { commonTexts } from '../texts/common.ts';
import { CopyButton } from './copy-button.tsx';
import { Code } from './shown.tsx';

type ShownOnceProps = {
  /** What they are, and that they do not come back. */
  readonly text: string;
  readonly keys: readonly { readonly label: string; readonly clear: string }[];
  readonly onClose: () => void;
};

export function ShownOnce({ text, keys, onClose }: ShownOnceProps) {
  const texts = useTexts(commonTexts);
  return (
    <Stack gap="md">
      <Text size="sm">{text}</Text>
      {keys.map(({ label, clear }) => (
        <div key={clear}>
          {label === '' ? null : (
            <Text size="xs" c="dimmed">
              {label}
            </Text>
          )}
          <Group gap="xs" wrap="nowrap">
            <Code>{clear}</Code>
            <CopyButton text={clear} />
          </Group>
        </div>
      ))}
      <Group justify="flex-end">
        <Button onClick={onClose}>{texts.close}</Button>
      </Group>
    </Stack>
  );
}
