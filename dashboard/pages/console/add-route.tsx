/** One route more. */
import { Button, Group, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { ask, useAct } from '../../api/operate.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { consoleTexts } from '../../texts/console.ts';

type Props = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Told the table that undoes it. */
  readonly onAdded: (undo: string) => void;
};

export function AddRoute({ isOpen, onClose, onAdded }: Props) {
  const texts = useTexts(consoleTexts);
  const operators = useQuery({
    queryKey: ['operator list'],
    queryFn: ({ signal }) => ask('operator list', {}, { signal }),
    enabled: isOpen,
  });
  const live = (operators.data?.operators ?? []).filter(({ builtIn }) => !builtIn);
  const [prefix, setPrefix] = useState('');
  const [operator, setOperator] = useState('');
  const [priority, setPriority] = useState(1);
  const add = useAct('route set');
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const to = operator || (live[0]?.name ?? '');
    const added = await add.run({ prefix, operator: to, priority });
    if (added === undefined) return;
    onAdded(added.undo);
    onClose();
  };
  return (
    <FormModal isOpen={isOpen} title={texts.addRoute} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="sm">
          <TextInput
            label={texts.prefix}
            description={texts.allNumbers}
            inputMode="numeric"
            value={prefix}
            onChange={({ currentTarget }) => setPrefix(currentTarget.value.replace(/\D/g, ''))}
            data-autofocus
          />
          <NativeSelect
            label={texts.operator}
            data={live.map(({ name }) => name)}
            value={operator}
            onChange={({ currentTarget }) => setOperator(currentTarget.value)}
          />
          <NumberInput
            label={texts.priority}
            value={priority}
            min={1}
            hideControls
            onChange={(value) => setPriority(Number(value))}
          />
          <FailureNote failure={add.failure} />
          <Group justify="flex-end">
            <Button type="submit" loading={add.isBusy} disabled={live.length === 0}>
              {texts.addRoute}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}
