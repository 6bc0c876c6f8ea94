/** What a number of the stock takes and costs, whether it works, and whose a free one is from now on. */
import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Answer, act } from '../../api/operate.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { FormFoot } from '../../components/form-foot.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { stockTexts } from '../../texts/console-numbers.ts';
import { NumberFields, usesOf } from './number-fields.tsx';

type OwnNumber = Answer<'number list'>['numbers'][number];
type Props = { readonly number: OwnNumber; readonly onDone: () => void };

export function EditNumber({ number, onDone }: Props) {
  const texts = useTexts(stockTexts);
  const { sms, calls, forward, monthly, minute } = number;
  const isShort = number.kind === 'short';
  const [uses, setUses] = useState({
    sms,
    calls,
    forward,
    monthly: monthly ?? '0',
    minute: minute ?? '0',
  });
  const [works, setWorks] = useState(number.state !== 'deactivated');
  const [account, setAccount] = useState('');
  const save = useSubmit(async () => {
    const state = works ? ('active' as const) : ('deactivated' as const);
    const given = account.trim() === '' ? {} : { account: Number(account) };
    const said = isShort ? { sms: uses.sms, calls: uses.calls } : usesOf(uses);
    await act('number set', { number: number.number, ...said, state, ...given });
    onDone();
  });
  return (
    <form onSubmit={save.submit}>
      <Stack gap="sm">
        {number.accounts.length > 0 ? null : (
          <TextInput
            label={texts.account}
            description={texts.accountHint}
            inputMode="numeric"
            pattern="[0-9]*"
            value={account}
            onChange={({ currentTarget }) => setAccount(currentTarget.value)}
          />
        )}
        <Checkbox
          label={texts.works}
          checked={works}
          onChange={({ currentTarget }) => setWorks(currentTarget.checked)}
        />
        <NumberFields
          uses={uses}
          onChange={(change) => setUses((before) => ({ ...before, ...change }))}
          isShort={isShort}
        />
        <FormFoot sent={save} label={texts.save} />
      </Stack>
    </form>
  );
}
