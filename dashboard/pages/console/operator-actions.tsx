/** What people may do about an operator; each asks first and says its effect. */
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { type Answer, act } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { consoleTexts } from '../../texts/console.ts';
import { countText } from '../../texts/texts.ts';

type Operator = Answer<'operator list'>['operators'][number];

const changes = [
  { verb: 'pause', effect: 'pauseEffect' },
  { verb: 'drain', effect: 'drainEffect' },
  { verb: 'reroute', effect: 'rerouteEffect' },
] as const;

type Verb = (typeof changes)[number]['verb'] | 'resume' | 'remove';

type Props = {
  readonly operator: Operator;
  /** It is no more, or on its way out. */
  readonly onRemoved: () => void;
};

export function OperatorActions({ operator, onRemoved }: Props) {
  const texts = useTexts(consoleTexts);
  const { language } = useLanguage();
  const [asking, setAsking] = useState<Verb>();
  const close = () => setAsking(undefined);
  const { name } = operator;
  const remove = async () => {
    await act('operator remove', { name });
    onRemoved();
  };
  return (
    <Group gap="xs">
      {operator.state === 'active' ? (
        changes
          .filter(({ verb }) => verb !== 'reroute' || !operator.builtIn)
          .map(({ verb }) => (
            <Button variant="default" key={verb} onClick={() => setAsking(verb)}>
              {texts[verb]}
            </Button>
          ))
      ) : (
        <Button variant="default" onClick={() => setAsking('resume')}>
          {texts.resume}
        </Button>
      )}
      {operator.builtIn ? null : (
        <Button variant="default" onClick={() => setAsking('remove')}>
          {texts.remove}
        </Button>
      )}
      {changes.map(({ verb, effect }) => (
        <Confirm
          key={verb}
          isOpen={asking === verb}
          title={`${texts[verb]} ${name}`}
          effect={`${countText(texts.waitNow, operator.owed, language)} ${texts[effect]}`}
          action={texts[verb]}
          isHarmless
          onClose={close}
          onConfirm={() => act(`operator ${verb}`, { name })}
        />
      ))}
      <Confirm
        isOpen={asking === 'resume'}
        title={`${texts.resume} ${name}`}
        effect={texts.resumeEffect}
        action={texts.resume}
        isHarmless
        onClose={close}
        onConfirm={() => act('operator resume', { name })}
      />
      <Confirm
        isOpen={asking === 'remove'}
        title={`${texts.remove} ${name}`}
        effect={countText(texts.removeEffect, operator.owed, language)}
        action={texts.remove}
        onClose={close}
        onConfirm={remove}
      />
    </Group>
  );
}
