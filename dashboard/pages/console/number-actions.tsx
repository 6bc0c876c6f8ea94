/** What may be done about one number of the stock. */
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { type Answer, act, type InputOf } from '../../api/operate.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { stockTexts } from '../../texts/console-numbers.ts';
import { fill } from '../../texts/texts.ts';
import { EditNumber } from './edit-number.tsx';

type OwnNumber = Answer<'number list'>['numbers'][number];

export function NumberActions({ number }: { readonly number: OwnNumber }) {
  const texts = useTexts(stockTexts);
  const [asking, setAsking] = useState<'edit' | 'release' | 'free' | 'remove'>();
  const isHeld = number.kind === 'long' && number.accounts.length > 0;
  const close = () => setAsking(undefined);
  const release = (how: Omit<InputOf<'number release'>, 'number'>) => () =>
    act('number release', { number: number.number, ...how });
  const common = { onClose: close, title: fill(texts.about, { number: number.number }) };
  return (
    <Group gap={4}>
      <Small onClick={() => setAsking('edit')}>{texts.edit}</Small>
      {isHeld ? <Small onClick={() => setAsking('release')}>{texts.release}</Small> : null}
      {isHeld ? <Small onClick={() => setAsking('free')}>{texts.freeAtOnce}</Small> : null}
      <Small onClick={() => setAsking('remove')}>{texts.remove}</Small>
      <FormModal isOpen={asking === 'edit'} {...common}>
        <EditNumber number={number} onDone={close} />
      </FormModal>
      <Confirm
        {...common}
        isOpen={asking === 'release'}
        effect={texts.releaseEffect}
        action={texts.release}
        onConfirm={release({ quarantine: true })}
      />
      <Confirm
        {...common}
        isOpen={asking === 'free'}
        effect={texts.freeEffect}
        action={texts.freeAtOnce}
        onConfirm={release({})}
      />
      <Confirm
        {...common}
        isOpen={asking === 'remove'}
        effect={texts.removeEffect}
        action={texts.remove}
        onConfirm={release({ remove: true })}
      />
    </Group>
  );
}

function Small(props: { readonly onClick: () => void; readonly children: string }) {
  return <Button size="compact-sm" variant="subtle" {...props} />;
}
