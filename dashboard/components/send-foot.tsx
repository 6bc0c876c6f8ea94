/** The end of a form that sends: in which mode, at once or later, and the same as code. */
import { Button, Group, Text } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useMode } from '../app/session.tsx';
import { useTexts } from '../app/use-texts.tsx';
import { sendingTexts } from '../texts/sending.ts';
import { Icon } from './icon.tsx';
import { ShowAsCode } from './show-as-code.tsx';

type SendFootProps = Pick<ComponentProps<typeof ShowAsCode>, 'request'> & {
  readonly texts: Readonly<Record<'testNote' | 'liveNote', string>>;
  readonly isBusy: boolean;
  readonly isReady: boolean;
  readonly isLater: boolean;
};

export function SendFoot({ texts, isBusy, isReady, isLater, request }: SendFootProps) {
  const { mode } = useMode();
  const words = useTexts(sendingTexts);
  return (
    <>
      <Text size="xs" c="dimmed">
        {mode === 'test' ? texts.testNote : texts.liveNote}
      </Text>
      <Group gap="xs">
        <Button
          type="submit"
          loading={isBusy}
          disabled={!isReady}
          leftSection={<Icon name={isLater ? 'clock' : 'send'} size={16} />}
        >
          {isLater ? words.sendLater : words.send}
        </Button>
        <ShowAsCode request={request} />
      </Group>
    </>
  );
}
