/** The stock of numbers: whose each is, what it takes and costs. */
import { Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type Answer, ask } from '../../api/operate.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { AddButton } from '../../components/add-button.tsx';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { FilterText } from '../../components/filter-text.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { Money, Phone, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { rowsOfPage, useList } from '../../components/use-list.ts';
import { useOpened } from '../../components/use-opened.ts';
import { stockTexts } from '../../texts/console-numbers.ts';
import { AddNumber } from './add-number.tsx';
import { NumberActions } from './number-actions.tsx';

type OwnNumber = Answer<'number list'>['numbers'][number];

type Row = OwnNumber & { readonly currency: string };

const tones = { free: 'info', rented: 'good', deactivated: 'warn', quarantined: 'quiet' } as const;

export function NumbersPage() {
  const texts = useTexts(stockTexts);
  const [prefix] = useFilter('prefix');
  const [isAdding, setAdding] = useOpened();
  const digits = prefix.replace(/\D/g, '').slice(0, 15);
  const list = useList<Row>(['number list', { prefix: digits }], async (after, how) => {
    const behind = after === undefined ? {} : { after: String(after) };
    const page = await ask(
      'number list',
      { prefix: digits, limit: rowsOfPage(after), ...behind },
      how,
    );
    const { numbers, currency, after: next, all: count } = page;
    return { rows: numbers.map((number) => ({ ...number, currency })), next, count };
  });
  const add = <AddButton onClick={() => setAdding(true)}>{texts.add}</AddButton>;
  return (
    <>
      <PageHeader title={texts.title} text={texts.lead} actions={add} />
      <Group mb="md">
        <FilterText name="prefix" label={texts.filter} />
      </Group>
      <Panel isFlush>
        <DataTable
          {...list}
          list="numbers"
          csv="numbers"
          label={texts.title}
          counted={texts.count}
          columns={useColumns()}
          keyOf={({ id }) => id}
          isFiltered={prefix !== ''}
          empty={<EmptyView icon="number" title={texts.none} text={texts.noneText} action={add} />}
        />
      </Panel>
      <FormModal isOpen={isAdding} title={texts.add} onClose={() => setAdding(false)}>
        <AddNumber onDone={() => setAdding(false)} />
      </FormModal>
    </>
  );
}

function price(amount: string | null, currency: string) {
  return amount === null ? '' : <Money amount={amount} currency={currency} />;
}

function useColumns(): readonly Column<Row>[] {
  const texts = useTexts(stockTexts);
  return [
    {
      name: texts.number,
      isTitle: true,
      show: ({ number, kind }) => (kind === 'long' ? <Phone phone={`+${number}`} /> : number),
    },
    { id: 'state', name: texts.state, card: 'corner', show: (number) => <State number={number} /> },
    {
      id: 'accounts',
      name: texts.accounts,
      card: 'line',
      show: ({ holders }) => <Accounts holders={holders} />,
    },
    {
      id: 'takes',
      name: texts.takes,
      show: ({ sms, calls, forward }) =>
        [
          ...(sms ? [texts.sms] : []),
          ...(calls ? [texts.calls] : []),
          ...(forward ? [texts.forwards] : []),
        ].join(', '),
    },
    { id: 'operator', name: texts.operator, show: ({ operator }) => operator ?? texts.any },
    {
      id: 'monthly',
      name: texts.monthly,
      isFigure: true,
      show: ({ monthly, currency }) => price(monthly, currency),
    },
    {
      id: 'minute',
      name: texts.minute,
      isFigure: true,
      show: ({ minute, currency }) => price(minute, currency),
    },
    {
      id: 'paid',
      name: texts.paidUntil,
      show: ({ paidUntil }) => (paidUntil === null ? '' : <Time atMs={Date.parse(paidUntil)} />),
    },
    { name: texts.actions, card: 'foot', show: (number) => <NumberActions number={number} /> },
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
