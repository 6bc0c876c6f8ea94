/** What a number of the stock takes and costs, whether it works, and whose a free one is from now on. */
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answered, call } from '../../api/call.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { FailureLine, useSubmit } from '../../components/submit.tsx';
import { stockTexts } from '../../texts/console-numbers.ts';
import { NumberFields, usesOf } from './number-fields.tsx';
import { numbersKey } from './numbers-key.ts';

type OwnNumber = Answered<'GET /api/console/numbers'>['numbers'][number];
type Props = { readonly number: OwnNumber; readonly onDone: () => void };

export function EditNumber({ number, onDone }: Props) {
  const texts = useTexts(stockTexts);
  const queries = useQueryClient();
  const { takesSms, takesCalls, canForward, monthlyPrice, minutePrice } = number;
  const isShort = number.kind === 'short';
  const [uses, setUses] = useState({
    takesSms,
    takesCalls,
    canForward,
    monthlyPrice: monthlyPrice ?? '0',
    minutePrice: minutePrice ?? '0',
  });
  const [works, setWorks] = useState(number.state !== 'deactivated');
  const [account, setAccount] = useState('');
  const save = useSubmit(async () => {
    const state = works ? ('active' as const) : ('deactivated' as const);
    const given = account.trim() === '' ? {} : { accountId: Number(account) };
    const said = isShort ? { takesSms: uses.takesSms, takesCalls: uses.takesCalls } : usesOf(uses);
    const body = { ...said, state, ...given };
    await call('PATCH /api/console/numbers/{id}', { params: { id: number.id }, body });
    await queries.invalidateQueries({ queryKey: numbersKey });
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
        <FailureLine failure={save.failure} />
        <Group justify="flex-end">
          <Button type="submit" loading={save.isBusy}>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
