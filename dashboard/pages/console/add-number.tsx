/** A number for the stock, or for an account at once. */
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { FailureLine, useSubmit } from '../../components/submit.tsx';
import { stockTexts } from '../../texts/console-numbers.ts';
import { NumberFields, type NumberUses, usesOf } from './number-fields.tsx';
import { numbersKey } from './numbers-key.ts';

const blank: NumberUses = {
  takesSms: true,
  takesCalls: false,
  canForward: false,
  monthlyPrice: '0',
  minutePrice: '0',
};
const shortDigitsMax = 7;

export function AddNumber({ onDone }: { readonly onDone: () => void }) {
  const texts = useTexts(stockTexts);
  const queries = useQueryClient();
  const [digits, setDigits] = useState('');
  const [account, setAccount] = useState('');
  const [uses, setUses] = useState(blank);
  const add = useSubmit(async () => {
    const accountId = account.trim() === '' ? null : Number(account);
    await call('POST /api/console/numbers', { body: { digits, accountId, ...usesOf(uses) } });
    await queries.invalidateQueries({ queryKey: numbersKey });
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
        <FailureLine failure={add.failure} />
        <Group justify="flex-end">
          <Button type="submit" loading={add.isBusy}>
            {texts.add}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
