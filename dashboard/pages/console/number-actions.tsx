/** What may be done about one number of the stock. */
import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answered, call } from '../../api/call.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { stockTexts } from '../../texts/console-numbers.ts';
import { fill } from '../../texts/texts.ts';
import { EditNumber } from './edit-number.tsx';
import { numbersKey } from './numbers-key.ts';

type OwnNumber = Answered<'GET /api/console/numbers'>['numbers'][number];

export function NumberActions({ number }: { readonly number: OwnNumber }) {
  const texts = useTexts(stockTexts);
  const queries = useQueryClient();
  const [asking, setAsking] = useState<'edit' | 'release' | 'free' | 'remove'>();
  const { id, digits } = number;
  const params = { id };
  const isHeld = number.kind === 'long' && number.accounts.length > 0;
  const close = () => setAsking(undefined);
  const act = (ask: () => Promise<unknown>) => async () => {
    await ask();
    await queries.invalidateQueries({ queryKey: numbersKey });
  };
  const release = (isFreeAtOnce: boolean) =>
    act(() => call('POST /api/console/numbers/{id}/release', { params, body: { isFreeAtOnce } }));
  const common = { onClose: close, title: fill(texts.about, { number: digits }) };
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
        onConfirm={release(false)}
      />
      <Confirm
        {...common}
        isOpen={asking === 'free'}
        effect={texts.freeEffect}
        action={texts.freeAtOnce}
        onConfirm={release(true)}
      />
      <Confirm
        {...common}
        isOpen={asking === 'remove'}
        effect={texts.removeEffect}
        action={texts.remove}
        onConfirm={act(() => call('DELETE /api/console/numbers/{id}', { params }))}
      />
    </Group>
  );
}

function Small(props: { readonly onClick: () => void; readonly children: string }) {
  return <Button size="compact-sm" variant="subtle" {...props} />;
}
