/** A number for the stock, or for an account at once. */
import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { act } from '../../api/operate.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { FormFoot } from '../../components/form-foot.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { stockTexts } from '../../texts/console-numbers.ts';
import { NumberFields, type NumberUses, usesOf } from './number-fields.tsx';

const blank: NumberUses = { sms: true, calls: false, forward: false, monthly: '0', minute: '0' };
const shortDigitsMax = 7;

export function AddNumber({ onDone }: { readonly onDone: () => void }) {
  const texts = useTexts(stockTexts);
  const [digits, setDigits] = useState('');
  const [account, setAccount] = useState('');
  const [uses, setUses] = useState(blank);
  const add = useSubmit(async () => {
    const given = account.trim() === '' ? {} : { account: Number(account) };
    await act('number add', { number: digits, ...given, ...usesOf(uses) });
    onDone();
  });
  return (
    <form onSubmit={add.submit}>
      <Stack gap="sm">
        <TextInput
          label={texts.number}
          description={texts.digitsHint}
          inputMode="tel"
          required
          data-autofocus
          value={digits}
          onChange={({ currentTarget }) => setDigits(currentTarget.value)}
        />
        <TextInput
          label={texts.account}
          description={texts.accountHint}
          inputMode="numeric"
          pattern="[0-9]*"
          value={account}
          onChange={({ currentTarget }) => setAccount(currentTarget.value)}
        />
        <NumberFields
          uses={uses}
          onChange={(change) => setUses((before) => ({ ...before, ...change }))}
          isShort={digits.replace(/\D/g, '').length <= shortDigitsMax && digits !== ''}
        />
        <FormFoot sent={add} label={texts.add} />
      </Stack>
    </form>
  );
}
