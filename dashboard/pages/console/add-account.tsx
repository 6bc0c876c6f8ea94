/** A new account, with its first keys. */
import { Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Answer, act } from '../../api/operate.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { FormFoot } from '../../components/form-foot.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { useSubmit } from '../../components/submit.tsx';
import { consoleAccountTexts } from '../../texts/console-accounts.ts';

type Props = { readonly isOpen: boolean; readonly onClose: () => void };

export function AddAccount({ isOpen, onClose }: Props) {
  const texts = useTexts(consoleAccountTexts);
  return (
    <FormModal isOpen={isOpen} title={texts.add} onClose={onClose}>
      <Form onClose={onClose} />
    </FormModal>
  );
}

const blank = { name: '', email: '', balance: '', currency: '', country: '' };

function Form({ onClose }: Pick<Props, 'onClose'>) {
  const texts = useTexts(consoleAccountTexts);
  const [form, setForm] = useState(blank);
  const [made, setMade] = useState<Answer<'account create'>>();
  const { isBusy, failure, submit } = useSubmit(async () => {
    const { name, email, balance, currency, country } = form;
    const wish = {
      name,
      email,
      balance: balance.trim() === '' ? '0' : balance.trim().replace(',', '.'),
      ...(currency === '' ? {} : { currency }),
      ...(country === '' ? {} : { country }),
    };
    setMade(await act('account create', wish));
  });
  const field = (name: keyof typeof blank) => ({
    value: form[name],
    onChange: ({ currentTarget: { value } }: { readonly currentTarget: HTMLInputElement }) =>
      setForm((before) => ({ ...before, [name]: value })),
  });
  if (made !== undefined) {
    const keys = made.keys.map(({ label, key }) => ({ label, clear: key }));
    return <ShownOnce text={texts.keysOnce} keys={keys} onClose={onClose} />;
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <TextInput label={texts.name} maxLength={100} required data-autofocus {...field('name')} />
        <TextInput label={texts.email} type="email" required {...field('email')} />
        <TextInput
          label={texts.firstMoney}
          description={texts.firstMoneyHint}
          inputMode="decimal"
          {...field('balance')}
        />
        <Group grow align="flex-start">
          <TextInput
            label={texts.currency}
            description={texts.currencyHint}
            maxLength={3}
            {...field('currency')}
          />
          <TextInput
            label={texts.country}
            description={texts.countryHint}
            maxLength={2}
            {...field('country')}
          />
        </Group>
        <FormFoot sent={{ failure, isBusy }} label={texts.add} />
      </Stack>
    </form>
  );
}
