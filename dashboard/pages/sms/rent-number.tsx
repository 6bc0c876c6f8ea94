/** The numbers that can be rented, with what each can do and costs. */
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, actIn, askIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { Confirm } from '../../components/confirm.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { formatMoney, formatPhone } from '../../components/format.ts';
import { Money, Phone } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useList } from '../../components/use-list.ts';
import { numberTexts } from '../../texts/numbers.ts';
import { fill } from '../../texts/texts.ts';

type Offer = Answer<'number available'>['numbers'][number];
type RentProps = { readonly isOpen: boolean; readonly onClose: () => void };

export function RentNumber({ isOpen, onClose }: RentProps) {
  const texts = useTexts(numberTexts);
  const [chosen, setChosen] = useState<Offer>();
  return (
    <>
      <FormModal
        isOpen={isOpen && chosen === undefined}
        title={texts.rentOne}
        size="xl"
        onClose={onClose}
      >
        <Offers onChoose={setChosen} />
      </FormModal>
      <Rent offer={chosen} onClose={() => setChosen(undefined)} onRented={onClose} />
    </>
  );
}

function Offers({ onChoose }: { readonly onChoose: (offer: Offer) => void }) {
  const texts = useTexts(numberTexts);
  const account = useAccount().id;
  const [prefix, setPrefix] = useState('');
  const begins = prefix.replaceAll(/\D/g, '').slice(0, 15);
  const list = useList<Offer>(['number available', account, { begins }], async (after, how) => {
    const behind = after === undefined ? undefined : String(after);
    const query = { prefix: begins || undefined, after: behind };
    const page = await askIn(account, 'number available', query, how);
    return { rows: page.numbers, next: page.after };
  });
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {texts.rentLead}
      </Text>
      <TextInput
        label={texts.prefix}
        placeholder={texts.prefixHint}
        inputMode="tel"
        value={prefix}
        onChange={({ currentTarget }) => setPrefix(currentTarget.value)}
        data-autofocus
      />
      <DataTable
        {...list}
        label={texts.rentOne}
        columns={useColumns(onChoose)}
        keyOf={({ number }) => number}
        empty={
          <EmptyView
            icon="number"
            title={texts.noneFree}
            text={begins === '' ? texts.noneFreeText : texts.noneFreeSo}
          />
        }
      />
    </Stack>
  );
}

function useColumns(choose: (offer: Offer) => void): readonly Column<Offer>[] {
  const texts = useTexts(numberTexts);
  const { currency } = useAccount();
  return [
    { name: texts.number, isTitle: true, show: ({ number }) => <Phone phone={number} /> },
    {
      name: texts.takes,
      card: 'line',
      show: ({ sms, calls }) =>
        [sms && texts.texts, calls && texts.calls].filter(Boolean).join(', '),
    },
    {
      name: texts.aMonth,
      isFigure: true,
      card: 'foot',
      show: ({ monthly }) => <Money amount={monthly} currency={currency} />,
    },
    {
      name: texts.aMinute,
      isFigure: true,
      show: ({ minute }) => <Money amount={minute} currency={currency} />,
    },
    {
      name: texts.rent,
      isFigure: true,
      card: 'corner',
      show: (offer) => (
        <Button size="compact-sm" variant="default" onClick={() => choose(offer)}>
          {texts.rent}
        </Button>
      ),
    },
  ];
}

type ChosenProps = {
  readonly offer: Offer | undefined;
  readonly onClose: () => void;
  readonly onRented: () => void;
};

function Rent({ offer, onClose, onRented }: ChosenProps) {
  const texts = useTexts(numberTexts);
  const { language } = useLanguage();
  const navigate = useNavigate();
  const { id: account, currency } = useAccount();
  const { number = '', monthly = '0' } = offer ?? {};
  const rent = async () => {
    await actIn(account, 'number rent', { number });
    onRented();
    await navigate({ to: `/${account}/sms/numbers/${number.slice(1)}` });
  };
  return (
    <Confirm
      isOpen={offer !== undefined}
      isHarmless
      title={fill(texts.rentTitle, { number: formatPhone(number) })}
      effect={
        Number(monthly) === 0
          ? texts.rentFree
          : fill(texts.rentEffect, { price: formatMoney(monthly, currency, language) })
      }
      action={texts.rent}
      onConfirm={rent}
      onClose={onClose}
    />
  );
}
