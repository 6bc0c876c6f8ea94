/** What a number takes and costs, as fields of a form. */
import { Checkbox, Group, TextInput } from '@mantine/core';
import { useTexts } from '../../app/use-texts.tsx';
import { stockTexts } from '../../texts/console-numbers.ts';

export type NumberUses = {
  readonly takesSms: boolean;
  readonly takesCalls: boolean;
  readonly canForward: boolean;
  readonly monthlyPrice: string;
  readonly minutePrice: string;
};

type Props = {
  readonly uses: NumberUses;
  readonly onChange: (change: Partial<NumberUses>) => void;
  readonly isShort: boolean;
};

export function NumberFields({ uses, onChange, isShort }: Props) {
  const texts = useTexts(stockTexts);
  const box = (name: 'takesSms' | 'takesCalls' | 'canForward') => (
    <Checkbox
      label={texts[name]}
      checked={uses[name]}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.checked })}
    />
  );
  const amount = (name: 'monthlyPrice' | 'minutePrice') => (
    <TextInput
      label={texts[name]}
      inputMode="decimal"
      required
      value={uses[name]}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
    />
  );
  return (
    <>
      {box('takesSms')}
      {box('takesCalls')}
      {isShort ? null : (
        <>
          {box('canForward')}
          <Group grow>
            {amount('monthlyPrice')}
            {amount('minutePrice')}
          </Group>
        </>
      )}
    </>
  );
}

export function usesOf(uses: NumberUses): NumberUses {
  const { monthlyPrice, minutePrice } = uses;
  return { ...uses, monthlyPrice: plain(monthlyPrice), minutePrice: plain(minutePrice) };
}

/** A comma is a point to many. */
function plain(amount: string): string {
  return amount.trim().replace(',', '.');
}
