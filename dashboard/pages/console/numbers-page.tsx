/** The stock of numbers: whose each is, what it takes and costs. */
import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, ask } from '../../api/operate.ts';
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
import { useOpened } from '../../components/use-opened.ts';
import { stockTexts } from '../../texts/console-numbers.ts';
import { fill } from '../../texts/texts.ts';
import { AddNumber } from './add-number.tsx';
import { NumberActions } from './number-actions.tsx';

type OwnNumber = Answer<'number list'>['numbers'][number];

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
  const [isAdding, setAdding] = useOpened();
  const digits = prefix.replace(/\D/g, '').slice(0, 15);
  const query = useInfiniteQuery({
    queryKey: ['number list', digits],
    queryFn: ({ signal, pageParam }) => {
      const behind = pageParam === undefined ? {} : { after: pageParam };
      return ask('number list', { prefix: digits, limit: 100, ...behind }, { signal });
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ after }) => after ?? undefined,
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
            <span>{fill(texts.count, { count: formatNumber(first.all, language) })}</span>
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
      show: ({ number, kind }) => (kind === 'long' ? <Phone phone={`+${number}`} /> : number),
    },
    { name: texts.state, show: (number) => <State number={number} /> },
    { name: texts.accounts, show: ({ holders }) => <Accounts holders={holders} /> },
    {
      name: texts.takes,
      show: ({ sms, calls, forward }) =>
        [
          ...(sms ? [texts.sms] : []),
          ...(calls ? [texts.calls] : []),
          ...(forward ? [texts.forwards] : []),
        ].join(', '),
    },
    { name: texts.operator, show: ({ operator }) => operator ?? texts.any },
    { name: texts.monthly, isFigure: true, show: ({ monthly }) => price(monthly) },
    { name: texts.minute, isFigure: true, show: ({ minute }) => price(minute) },
    {
      name: texts.paidUntil,
      show: ({ paidUntil }) => (paidUntil === null ? '' : <Time atMs={Date.parse(paidUntil)} />),
    },
    { name: texts.actions, show: (number) => <NumberActions number={number} /> },
  ];
}

function State({ number: { standing, freeAfter } }: { readonly number: OwnNumber }) {
  const texts = useTexts(stockTexts);
  return (
    <Stack gap={2} align="flex-start">
      <StatusBadge tone={tones[standing]}>{texts[standing]}</StatusBadge>
      {standing === 'quarantined' && freeAfter !== null ? (
        <span>
          {texts.until} <Time atMs={Date.parse(freeAfter)} />
        </span>
      ) : null}
    </Stack>
  );
}

function Accounts({ holders }: Pick<OwnNumber, 'holders'>) {
  if (holders.length === 0) return '';
  return (
    <Group gap={6}>
      {holders.map(({ id, name }) => (
        <Link key={id} to="/console/accounts/$id" params={{ id: String(id) }}>
          {name || id}
        </Link>
      ))}
    </Group>
  );
}
