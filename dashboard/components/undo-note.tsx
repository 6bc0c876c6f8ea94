/** Says what was done, with a button that takes it back. */
import { Alert, Button, Group } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { useTexts } from '../app/use-texts.tsx';
import { commonTexts } from '../texts/common.ts';
import { FailureNote } from './failure-note.tsx';
import { useAction } from './use-action.ts';

type Props = {
  readonly said: string;
  /** Takes the place of `said` once it is taken back. */
  readonly undone: string;
  /** Undefined: nothing was changed. */
  readonly undo: (() => Promise<unknown>) | undefined;
  /** Of what is not an operation, which says itself what it changes. */
  readonly changes?: QueryKey;
};

export function UndoNote({ said, undone, undo, changes }: Props) {
  const texts = useTexts(commonTexts);
  const [isUndone, setUndone] = useState(false);
  const takeBack = useAction(async () => {
    await undo?.();
    setUndone(true);
  }, changes);
  return (
    <Alert color="green" role="status" p="xs">
      <Group justify="space-between">
        <span>{isUndone ? undone : said}</span>
        {isUndone || undo === undefined ? null : (
          <Button
            size="compact-sm"
            variant="default"
            loading={takeBack.isBusy}
            onClick={() => void takeBack.run()}
          >
            {texts.undo}
          </Button>
        )}
      </Group>
      <FailureNote failure={takeBack.failure} />
    </Alert>
  );
}
