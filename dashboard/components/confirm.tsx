/** Asks before something is done that cannot be undone, and says its effect in numbers. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../app/use-texts.tsx';
import { commonTexts } from '../texts/common.ts';
import { FailureNote } from './failure-note.tsx';

type ConfirmProps = {
  readonly isOpen: boolean;
  readonly title: string;
  /** What will be gone, with how many of them. */
  readonly effect: ReactNode;
  /** The word on the button: what is done, not “OK”. */
  readonly action: string;
  readonly isHarmless?: boolean;
  /** There is nothing that it could be done to, as its effect says. */
  readonly isImpossible?: boolean;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
};

export function Confirm(props: ConfirmProps) {
  const { isOpen, title, onClose } = props;
  const texts = useTexts(commonTexts);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <Question {...props} />
    </Modal>
  );
}

function Question(props: ConfirmProps) {
  const { effect, action, isHarmless = false, isImpossible = false, onConfirm, onClose } = props;
  const texts = useTexts(commonTexts);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const confirm = async () => {
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } catch (thrown) {
      setFailure(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Stack gap="md">
      <Text size="sm" component="div">
        {effect}
      </Text>
      <FailureNote failure={failure} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          {texts.cancel}
        </Button>
        {/* White on the ninth red has 5.5:1, on the usual one 3.7:1: WCAG AA asks 4.5:1. */}
        <Button
          color={isHarmless ? 'ink' : 'red.9'}
          loading={isBusy}
          disabled={isImpossible}
          onClick={() => void confirm()}
        >
          {action}
        </Button>
      </Group>
    </Stack>
  );
}
