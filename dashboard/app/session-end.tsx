/**
 * A session that somebody ends elsewhere is noticed within seconds, whatever page is open.
 * Two minutes before a session ends its reader is told (WCAG 2.2.1): where nothing was done they may stay,
 * where it has lived its longest they may save what they write, and sign in again.
 */
import { Button, Group, Modal, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { act, ask } from '../api/operate.ts';
import { lastActiveAtMs } from '../api/transport.ts';
import { commonTexts } from '../texts/common.ts';
import { keysTexts } from '../texts/keys.ts';
import { sessionChanged, useMe } from './session.tsx';
import { type SessionWarning, warningOf } from './session-warning.ts';
import { useTexts } from './use-texts.tsx';

const lookEveryMs = 5_000;
const watchEveryMs = 3_000;

type EndProps = {
  readonly idleMs: number;
  /** As the server said it: its clock and ours need not agree. */
  readonly endsInMs: number;
};

export function SessionEnd({ idleMs, endsInMs }: EndProps) {
  useEffect(watchSession, []);
  const { dataUpdatedAt: toldAtMs } = useMe();
  const [warning, setWarning] = useState<SessionWarning>();
  const [isHeard, setHeard] = useState(false);
  useEffect(() => {
    const endsAtMs = toldAtMs + endsInMs;
    const look = () => {
      const times = { nowMs: Date.now(), lastActiveAtMs: lastActiveAtMs(), idleMs, endsAtMs };
      setWarning(warningOf(times));
    };
    const timer = setInterval(look, lookEveryMs);
    return () => clearInterval(timer);
  }, [idleMs, endsInMs, toldAtMs]);
  // Who they are is asked again: that is an act, and where it is too late the sign-in comes.
  const stay = () => {
    setWarning(undefined);
    void sessionChanged();
  };
  if (warning === 'longest') return <LastWords isHeard={isHeard} onHeard={() => setHeard(true)} />;
  return <Still isNear={warning === 'idle'} stay={stay} />;
}

function Still({ isNear, stay }: { readonly isNear: boolean; readonly stay: () => void }) {
  const texts = { ...useTexts(commonTexts), ...useTexts(keysTexts) };
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

type LastProps = { readonly isHeard: boolean; readonly onHeard: () => void };

/** Said once: who has heard it finishes what they do. */
function LastWords({ isHeard, onHeard }: LastProps) {
  const texts = { ...useTexts(commonTexts), ...useTexts(keysTexts) };
  return (
    <Modal
      opened={!isHeard}
      onClose={onHeard}
      title={texts.lastTitle}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <Text size="sm">{texts.lastText}</Text>
      <Group justify="flex-end" mt="md" gap="sm">
        <Button variant="default" onClick={() => void signOut()}>
          {texts.signInAgain}
        </Button>
        <Button onClick={onHeard} data-autofocus>
          {texts.finish}
        </Button>
      </Group>
    </Modal>
  );
}

/** Asks for nothing that is shown: the call itself tells the frame where nobody is signed in any more. */
function lookAtSession(): void {
  if (document.hidden) return;
  ask('session list', {}, { isBackground: true }).catch(() => undefined);
}

function watchSession(): () => void {
  const timer = setInterval(lookAtSession, watchEveryMs);
  document.addEventListener('visibilitychange', lookAtSession);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', lookAtSession);
  };
}

async function signOut(): Promise<void> {
  await act('sign-in end', {}).catch(() => undefined);
  await sessionChanged();
}
