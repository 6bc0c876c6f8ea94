/** The stock of numbers: whose each is, what it takes and costs. */
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answered, call } from '../../api/call.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { formatNumber } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { NothingFits } from '../../components/nothing-fits.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { Money, Phone, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { stockTexts } from '../../texts/console-numbers.ts';
import { fill } from '../../texts/texts.ts';
import { AddNumber } from './add-number.tsx';
import { NumberActions } from './number-actions.tsx';
import { numbersKey } from './numbers-key.ts';

type Listed = Answered<'GET /api/console/numbers'>;
type OwnNumber = Listed['numbers'][number];

const tones = {
  free: 'info',
  rented: 'good',
  deactivated: 'warn',
  quarantined: 'quiet',
} as const;

export function NumbersPage() {
  const texts = useTexts(stockTexts);
  const { language } = useLanguage();
  const [prefix, setPrefix] = useState('');
  const [isAdding, setAdding] = useState(false);
  const digits = prefix.replace(/\D/g, '').slice(0, 15);
  const query = useInfiniteQuery({
    queryKey: [...numbersKey, digits],
    queryFn: ({ signal, pageParam }) =>
      call('GET /api/console/numbers', {
        signal,
        query: { prefix: digits || undefined, after: pageParam },
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const first = query.data?.pages[0];
  const add = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
      {texts.add}
    </Button>
  );
  return (
    <>
      <PageHeader title={texts.title} text={texts.lead} actions={add} />
      <Stack gap="md">
        <Group align="flex-end" justify="space-between">
          <TextInput
            label={texts.filter}
            inputMode="numeric"
            value={prefix}
            onChange={({ currentTarget }) => setPrefix(currentTarget.value)}
          />
          {first === undefined ? null : (
            <span>{fill(texts.count, { count: formatNumber(first.count, language) })}</span>
          )}
        </Group>
        <Panel isFlush>
          <DataTable
            label={texts.title}
            columns={useColumns(first?.currency ?? '')}
            rows={query.data?.pages.flatMap(({ numbers }) => numbers)}
            keyOf={({ id }) => id}
            failure={query.error ?? undefined}
            retry={() =>
              void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch())
            }
            empty={
              digits === '' ? (
                <EmptyView icon="number" title={texts.none} text={texts.noneText} action={add} />
              ) : (
                <NothingFits clear={() => setPrefix('')} />
              )
            }
            more={
              query.hasNextPage
                ? { load: () => void query.fetchNextPage(), isLoading: query.isFetchingNextPage }
                : undefined
            }
          />
        </Panel>
      </Stack>
      <FormModal isOpen={isAdding} title={texts.add} onClose={() => setAdding(false)}>
        <AddNumber onDone={() => setAdding(false)} />
      </FormModal>
    </>
  );
}

function useColumns(currency: string): readonly Column<OwnNumber>[] {
  const texts = useTexts(stockTexts);
  const price = (amount: string | null) =>
    amount === null ? '' : <Money amount={amount} currency={currency} />;
  return [
    {
      name: texts.number,
      isTitle: true,
      show: ({ digits, kind }) => (kind === 'long' ? <Phone phone={`+${digits}`} /> : digits),
    },
    { name: texts.state, show: (number) => <State number={number} /> },
    { name: texts.accounts, show: ({ accounts }) => <Accounts accounts={accounts} /> },
    {
      name: texts.takes,
      show: ({ takesSms, takesCalls, canForward }) =>
        [
          ...(takesSms ? [texts.sms] : []),
          ...(takesCalls ? [texts.calls] : []),
          ...(canForward ? [texts.forwards] : []),
        ].join(', '),
    },
    { name: texts.operator, show: ({ operator }) => operator ?? texts.any },
    { name: texts.monthly, isFigure: true, show: ({ monthlyPrice }) => price(monthlyPrice) },
    { name: texts.minute, isFigure: true, show: ({ minutePrice }) => price(minutePrice) },
    {
      name: texts.paidUntil,
      show: ({ paidUntilMs }) => (paidUntilMs === null ? '' : <Time atMs={paidUntilMs} />),
    },
    { name: texts.actions, show: (number) => <NumberActions number={number} /> },
  ];
}

function State({ number: { state, freeAfterMs } }: { readonly number: OwnNumber }) {
  const texts = useTexts(stockTexts);
  return (
    <Stack gap={2} align="flex-start">
      <StatusBadge tone={tones[state]}>{texts[state]}</StatusBadge>
      {state === 'quarantined' && freeAfterMs !== null ? (
        <span>
          {texts.until} <Time atMs={freeAfterMs} />
        </span>
      ) : null}
    </Stack>
  );
}

function Accounts({ accounts }: Pick<OwnNumber, 'accounts'>) {
  if (accounts.length === 0) return '';
  return (
    <Group gap={6}>
      {accounts.map(({ id, name }) => (
        <Link key={id} to="/console/accounts/$id" params={{ id: String(id) }}>
          {name || id}
        </Link>
      ))}
    </Group>
  );
}
