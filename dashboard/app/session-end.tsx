/** Two minutes before a session ends its reader is asked whether they are there (WCAG 2.2.1). */
import { Button, Group, Modal, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { lastActiveAtMs } from '../api/transport.ts';
import { commonTexts } from '../texts/common.ts';
import { keysTexts } from '../texts/keys.ts';
import { sessionChanged } from './session.tsx';
import { useTexts } from './use-texts.tsx';

const warnBeforeMs = 120_000;
const lookEveryMs = 5_000;

export function SessionEnd({ idleMs }: { readonly idleMs: number }) {
  const texts = { ...useTexts(commonTexts), ...useTexts(keysTexts) };
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const look = () => setNear(Date.now() > lastActiveAtMs() + idleMs - warnBeforeMs);
    const timer = setInterval(look, lookEveryMs);
    return () => clearInterval(timer);
  }, [idleMs]);
  // Who they are is asked anew: that is an act, and where it is too late the sign-in comes.
  const stay = () => {
    setNear(false);
    void sessionChanged();
  };
  return (
    <Modal
      opened={isNear}
      onClose={stay}
      title={texts.endsTitle}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <Text size="sm">{texts.endsText}</Text>
      <Group justify="flex-end" mt="md">
        <Button onClick={stay} data-autofocus>
          {texts.stay}
        </Button>
      </Group>
    </Modal>
  );
}
