/** Opens the form for texts that wait, of one lane or of all. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../app/use-texts.tsx';
import { laneTaskTexts } from '../../texts/console-lane-tasks.ts';
import { LaneTaskModal } from './lane-task-modal.tsx';

/** `lane` empty: of all. */
export function TaskButton({ lane }: { readonly lane: string }) {
  const texts = useTexts(laneTaskTexts);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        {...(lane === '' ? { variant: 'default' } : { size: 'compact-sm', variant: 'subtle' })}
        onClick={() => setOpen(true)}
      >
        {texts.open}
      </Button>
      <LaneTaskModal isOpen={isOpen} lane={lane} onClose={() => setOpen(false)} />
    </>
  );
}
