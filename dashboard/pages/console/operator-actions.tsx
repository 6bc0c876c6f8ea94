/** What people may do about an operator; each asks first and says its effect. */
import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answered, call } from '../../api/call.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { consoleTexts } from '../../texts/console.ts';
import { countText } from '../../texts/texts.ts';

type Operator = Answered<'GET /api/console/operators'>['operators'][number];

export const operatorsKey = ['console', 'operators'];

const changes = [
  { state: 'paused', name: 'pause', effect: 'pauseEffect' },
  { state: 'draining', name: 'drain', effect: 'drainEffect' },
  { state: 'rerouting', name: 'reroute', effect: 'rerouteEffect' },
] as const;

type Change = (typeof changes)[number]['state'];

type Props = {
  readonly operator: Operator;
  /** It is no more, or on its way out. */
  readonly onRemoved: () => void;
};

export function OperatorActions({ operator, onRemoved }: Props) {
  const texts = useTexts(consoleTexts);
  const { language } = useLanguage();
  const queries = useQueryClient();
  const [asking, setAsking] = useState<Change | 'active' | 'remove'>();
  const close = () => setAsking(undefined);
  const params = { id: operator.id };
  const setState = async (state: Change | 'active') => {
    await call('PUT /api/console/operators/{id}/state', { params, body: { state } });
    await queries.invalidateQueries({ queryKey: operatorsKey });
  };
  const remove = async () => {
    await call('DELETE /api/console/operators/{id}', { params });
    onRemoved();
    await queries.invalidateQueries({ queryKey: operatorsKey });
  };
  return (
    <Group gap="xs">
      {operator.state === 'active' ? (
        changes
          .filter(({ state }) => state !== 'rerouting' || !operator.builtIn)
          .map(({ state, name }) => (
            <Button variant="default" key={state} onClick={() => setAsking(state)}>
              {texts[name]}
            </Button>
          ))
      ) : (
        <Button variant="default" onClick={() => setAsking('active')}>
          {texts.resume}
        </Button>
      )}
      {operator.builtIn ? null : (
        <Button variant="default" onClick={() => setAsking('remove')}>
          {texts.remove}
        </Button>
      )}
      {changes.map(({ state, name, effect }) => (
        <Confirm
          key={state}
          isOpen={asking === state}
          title={`${texts[name]} ${operator.name}`}
          effect={`${countText(texts.waitNow, operator.owed, language)} ${texts[effect]}`}
          action={texts[name]}
          isHarmless
          onClose={close}
          onConfirm={() => setState(state)}
        />
      ))}
      <Confirm
        isOpen={asking === 'active'}
        title={`${texts.resume} ${operator.name}`}
        effect={texts.resumeEffect}
        action={texts.resume}
        isHarmless
        onClose={close}
        onConfirm={() => setState('active')}
      />
      <Confirm
        isOpen={asking === 'remove'}
        title={`${texts.remove} ${operator.name}`}
        effect={countText(texts.removeEffect, operator.owed, language)}
        action={texts.remove}
        onClose={close}
        onConfirm={remove}
      />
    </Group>
  );
}
