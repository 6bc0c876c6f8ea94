/** What an administrator does to the built-in operator as a whole. */
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { act } from '../../api/operate.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Panel } from '../../components/panel.tsx';
import { useAction } from '../../components/use-action.ts';
import { phonesTexts } from '../../texts/phones.ts';

const faults = {
  none: 'works',
  down: 'down',
  throttling: 'throttling',
  slow: 'slowly',
  'wrong-ids': 'wrongIds',
  duplicates: 'duplicates',
  'late-receipts': 'lateReceipts',
} as const;

type Fault = keyof typeof faults;

export function OperatorPanel() {
  const texts = useTexts(phonesTexts);
  const [isDone, setDone] = useState(false);
  const failing = useAction((set: Fault) => act('simulator fault', { set }), ['phones']);
  const moving = useAction(() => act('simulator clock', { by: '1h' }), ['phones']);
  const order = async (run: () => Promise<unknown>) => {
    setDone(false);
    setDone((await run()) !== undefined);
  };
  return (
    <Panel title={texts.operatorTitle}>
      <Text size="sm" c="dimmed" mb="sm">
        {texts.operatorText} {texts.clockText}
      </Text>
      <Group gap="xs">
        {(Object.keys(faults) as Fault[]).map((fault) => (
          <Button
            key={fault}
            variant="default"
            size="compact-md"
            disabled={failing.isBusy}
            onClick={() => void order(() => failing.run(fault))}
          >
            {texts[faults[fault]]}
          </Button>
        ))}
        <Button
          variant="default"
          size="compact-md"
          disabled={moving.isBusy}
          onClick={() => void order(moving.run)}
        >
          {texts.hourOn}
        </Button>
        <Text size="sm" role="status">
          {isDone ? texts.ordered : ''}
        </Text>
      </Group>
      <FailureNote failure={failing.failure ?? moving.failure} />
    </Panel>
  );
}
