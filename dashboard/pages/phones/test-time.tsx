/** Moves time on for the account's test messages that wait. */
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { type Answer, actIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Panel } from '../../components/panel.tsx';
import { useAction } from '../../components/use-action.ts';
import { phonesTexts } from '../../texts/phones.ts';
import { countText } from '../../texts/texts.ts';

const steps = { hour: '1h', day: '1d', threeDays: '3d' } as const;

type Moved = Answer<'simulator time'>;

export function TestTime() {
  const texts = useTexts(phonesTexts);
  const { id: account } = useAccount();
  const [moved, setMoved] = useState<Moved>();
  const moving = useAction(
    (by: string) => actIn(account, 'simulator time', { by }),
    ['sent', account],
  );
  const move = async (by: string) => {
    setMoved(undefined);
    setMoved(await moving.run(by));
  };
  return (
    <Panel title={texts.timeTitle}>
      <Text size="sm" c="dimmed" mb="sm">
        {texts.timeText}
      </Text>
      <Group gap="xs">
        {(Object.keys(steps) as (keyof typeof steps)[]).map((step) => (
          <Button
            key={step}
            variant="default"
            size="compact-md"
            disabled={moving.isBusy}
            onClick={() => void move(steps[step])}
          >
            {texts[step]}
          </Button>
        ))}
        <Text size="sm" role="status">
          {moved === undefined ? '' : <MovedText moved={moved} />}
        </Text>
      </Group>
      <FailureNote failure={moving.failure} />
    </Panel>
  );
}

function MovedText({ moved: { parts, isCut } }: { readonly moved: Moved }) {
  const texts = useTexts(phonesTexts);
  const { language } = useLanguage();
  if (parts === 0) return texts.noneMoved;
  return countText(isCut ? texts.movedSome : texts.moved, parts, language);
}
