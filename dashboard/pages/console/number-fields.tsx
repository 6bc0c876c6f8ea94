/** What a number takes and costs, as fields of a form. */
import { Checkbox, Group, TextInput } from '@mantine/core';
import { useTexts } from '../../app/use-texts.tsx';
import { stockTexts } from '../../texts/console-numbers.ts';

export type NumberUses = {
  readonly sms: boolean;
  readonly calls: boolean;
  readonly forward: boolean;
  readonly monthly: string;
  readonly minute: string;
};

type Props = {
  readonly uses: NumberUses;
  readonly onChange: (change: Partial<NumberUses>) => void;
  readonly isShort: boolean;
};

export function NumberFields({ uses, onChange, isShort }: Props) {
  const texts = useTexts(stockTexts);
  const box = (name: 'sms' | 'calls' | 'forward', label: string) => (
    <Checkbox
      label={label}
      checked={uses[name]}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.checked })}
    />
  );
  const amount = (name: 'monthly' | 'minute', label: string) => (
    <TextInput
      label={label}
      inputMode="decimal"
      required
      value={uses[name]}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
    />
  );
  return (
    <>
      {box('sms', texts.takesSms)}
      {box('calls', texts.takesCalls)}
      {isShort ? null : (
        <>
          {box('forward', texts.canForward)}
          <Group grow>
            {amount('monthly', texts.monthlyPrice)}
            {amount('minute', texts.minutePrice)}
          </Group>
        </>
      )}
    </>
  );
}

export function usesOf(uses: NumberUses): NumberUses {
  return { ...uses, monthly: plain(uses.monthly), minute: plain(uses.minute) };
}

/** A comma is a point to many. */
function plain(amount: string): string {
  return amount.trim().replace(',', '.');
}
