/** One route more. */
import { Button, Group, Modal, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { ask } from '../../api/operate.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { useAction } from '../../components/use-action.ts';
import { commonTexts } from '../../texts/common.ts';
import { consoleTexts } from '../../texts/console.ts';
import type { RoutesUndo } from './routes-page.tsx';

const key = ['console', 'routes'];

type Props = {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onAdded: (undo: RoutesUndo) => void;
};

export function AddRoute({ isOpen, onClose, onAdded }: Props) {
  const texts = useTexts(consoleTexts);
  const common = useTexts(commonTexts);
  const operators = useQuery({
    queryKey: ['operator list'],
    queryFn: ({ signal }) => ask('operator list', {}, { signal }),
    enabled: isOpen,
  });
  const live = (operators.data?.operators ?? []).filter(({ builtIn }) => !builtIn);
  const [prefix, setPrefix] = useState('');
  const [operator, setOperator] = useState('');
  const [priority, setPriority] = useState(1);
  const add = useAction(() => {
    const operatorId = Number(operator || live[0]?.id);
    const usual = { network: '', grade: null, senders: [], weight: 1, buyPrice: null };
    const route = { ...usual, prefix, operatorId, priority, enabled: true };
    return call('PUT /api/console/routes', { body: { routes: [route] } });
  }, key);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const added = await add.run();
    if (added === undefined) return;
    onAdded(added.undo);
    onClose();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={texts.addRoute}
      closeButtonProps={{ 'aria-label': common.close }}
    >
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
            data={live.map(({ id, name }) => ({ value: String(id), label: name }))}
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
    </Modal>
  );
}
