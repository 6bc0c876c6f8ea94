/** The dialog that asks who is there for their password, where a call needs a fresh sign-in. */
import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { ApiFailure } from '../api/api-failure.ts';
import { hooks } from '../api/call.ts';
import { transport } from '../api/transport.ts';
import { sayFailure } from '../components/say-failure.ts';
import { commonTexts } from '../texts/common.ts';
import { sessionEnded } from './session.tsx';
import { useTexts } from './use-texts.tsx';

export function FreshSignIn() {
  const texts = useTexts(commonTexts);
  const [isOpen, setOpen] = useState(false);
  const settle = useRef<(isConfirmed: boolean) => void>(() => undefined);
  useEffect(() => {
    hooks.sessionEnded = sessionEnded;
    hooks.confirmPerson = () => {
      settle.current(false);
      setOpen(true);
      return new Promise((resolve) => {
        settle.current = resolve;
      });
    };
  }, []);
  const end = (isConfirmed: boolean) => {
    setOpen(false);
    settle.current(isConfirmed);
  };
  return (
    <Modal
      opened={isOpen}
      onClose={() => end(false)}
      title={texts.freshTitle}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <PasswordForm done={() => end(true)} cancel={() => end(false)} />
    </Modal>
  );
}

function PasswordForm({
  done,
  cancel,
}: {
  readonly done: () => void;
  readonly cancel: () => void;
}) {
  const texts = useTexts(commonTexts);
  const [password, setPassword] = useState('');
  const [wrong, setWrong] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await transport('POST', '/api/session/fresh', { body: { password } });
      done();
    } catch (failure) {
      setWrong(failure instanceof ApiFailure ? sayFailure(failure, texts) : texts.wentWrong);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <Stack gap="md">
        <Text size="sm">{texts.freshText}</Text>
        <PasswordInput
          label={texts.password}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={wrong || undefined}
          data-autofocus
          required
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={cancel}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={isBusy}>
            {texts.confirm}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
