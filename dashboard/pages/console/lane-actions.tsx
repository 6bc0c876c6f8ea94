/** What people may do about one lane; each asks first and says its effect. */
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { type Answer, act } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { laneTexts } from '../../texts/console-lanes.ts';
import { countText, fill } from '../../texts/texts.ts';
import { TaskButton } from './lane-task-button.tsx';

export type Lane = Answer<'lane list'>['lanes'][number];

type Props = { readonly lane: Lane };

export function LaneActions({ lane }: Props) {
  return (
    <Group gap={4} my={-3} ml={-8}>
      {lane.pauses === null ? null : <PauseAction lane={lane} />}
      {lane.operator !== null && lane.owed > 0 ? <TaskButton lane={lane.lane} /> : null}
      {lane.operator?.state === 'active' ? <DrainAction lane={lane} /> : null}
    </Group>
  );
}

function PauseAction({ lane: { lane, owed, isPaused, pauses } }: Props) {
  const texts = useTexts(laneTexts);
  const { language } = useLanguage();
  const [isAsked, setAsked] = useState(false);
  const effects = {
    lane: countText(texts.laneEffect, owed, language),
    servers: texts.serversEffect,
    endpoint: texts.endpointEffect,
  };
  const change = () => act(isPaused ? 'lane resume' : 'lane pause', { lane });
  return (
    <>
      <Button size="compact-sm" variant="subtle" onClick={() => setAsked(true)}>
        {isPaused ? texts.resume : texts.pause}
      </Button>
      <Confirm
        isOpen={isAsked}
        title={fill(isPaused ? texts.resumeTitle : texts.pauseTitle, { lane })}
        effect={
          isPaused ? countText(texts.resumeEffect, owed, language) : effects[pauses ?? 'lane']
        }
        action={isPaused ? texts.resume : texts.pause}
        isHarmless
        onClose={() => setAsked(false)}
        onConfirm={change}
      />
    </>
  );
}

function DrainAction({ lane: { owed, operator } }: Props) {
  const texts = useTexts(laneTexts);
  const { language } = useLanguage();
  const [isAsked, setAsked] = useState(false);
  const change = () => act('operator drain', { name: operator?.name ?? '' });
  return (
    <>
      <Button size="compact-sm" variant="subtle" onClick={() => setAsked(true)}>
        {texts.drain}
      </Button>
      <Confirm
        isOpen={isAsked}
        title={fill(texts.drainTitle, { operator: operator?.name ?? '' })}
        effect={countText(texts.drainEffect, owed, language)}
        action={texts.drain}
        isHarmless
        onClose={() => setAsked(false)}
        onConfirm={change}
      />
    </>
  );
}
