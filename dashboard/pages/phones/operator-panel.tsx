/** What an administrator does to the built-in operator as a whole. */
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../api/call.ts';
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

const forS = 60;
const hourS = 3_600;

export function OperatorPanel() {
  const texts = useTexts(phonesTexts);
  const [isDone, setDone] = useState(false);
  const failing = useAction(
    (fault: Fault) => call('POST /api/console/simulator/fault', { body: { fault, forS } }),
    ['phones'],
  );
  const moving = useAction(
    () => call('POST /api/console/simulator/clock', { body: { byS: hourS } }),
    ['phones'],
  );
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
