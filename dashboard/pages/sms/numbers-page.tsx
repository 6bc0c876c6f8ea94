/** The numbers that the account rents, and what calls to each do. */
import { NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type Answer, askIn, tablePath } from '../../api/operate.ts';
import { useAccount, useMay } from '../../app/session.tsx';
import { useTexts } from '../../app/use-texts.tsx';
import { AddButton } from '../../components/add-button.tsx';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { ExportTable } from '../../components/download-button.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { FilterText } from '../../components/filter-text.tsx';
import { formatPhone } from '../../components/format.ts';
import { useOrder } from '../../components/list-order.ts';
import { readInstants } from '../../components/list-range.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { RangeChoice, useRange } from '../../components/range-choice.tsx';
import { Money, Phone, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { rowsOfPage, useList } from '../../components/use-list.ts';
import { useOpened } from '../../components/use-opened.ts';
import { commonTexts } from '../../texts/common.ts';
import { numberTexts } from '../../texts/numbers.ts';
import { fill } from '../../texts/texts.ts';
import { RentNumber } from './rent-number.tsx';

type Page = Answer<'number rented'>;
type Row = Page['numbers'][number];

const modes = ['off', 'phone', 'voicemail'] as const;

export function NumbersPage() {
  const texts = useTexts(numberTexts);
  const navigate = useNavigate();
  const account = useAccount().id;
  const mayRead = useMay('read contents');
  const mayRent = useMay('manage keys');
  const [isRenting, setRenting] = useOpened(mayRent);
  const asked = useAsked();
  const order = useOrder();
  const list = useNumbers(asked, order.value);
  return (
    <>
      <PageHeader
        title={texts.title}
        text={texts.intro}
        actions={
          <>
            {mayRead ? (
              <ExportTable
                path={() =>
                  tablePath(account, 'number export', { ...queryOf(asked), order: order.value })
                }
                name={`numbers-${account}`}
              />
            ) : null}
            {mayRent ? (
              <AddButton onClick={() => setRenting(true)}>{texts.rentOne}</AddButton>
            ) : null}
          </>
        }
      />
      <Filters />
      <Panel isFlush>
        <DataTable
          {...list}
          list="numbers"
          label={texts.title}
          columns={useColumns()}
          keyOf={({ number }) => number}
          order={order}
          counted={texts.count}
          onOpen={({ number }) =>
            void navigate({ to: `/${account}/sms/numbers/${number.slice(1)}` })
          }
          isFiltered={isFiltered(asked)}
          empty={<EmptyView icon="number" title={texts.emptyTitle} text={texts.emptyText} />}
        />
      </Panel>
      <ShortNumber />
      <RentNumber isOpen={isRenting} onClose={() => setRenting(false)} />
    </>
  );
}

function useAsked() {
  const [search] = useFilter('search');
  const [given] = useFilter('mode');
  const mode = modes.find((one) => one === given);
  return { search, mode, range: useRange() };
}

type Asked = ReturnType<typeof useAsked>;

/** As the server is asked now. */
function queryOf({ range, ...filter }: Asked) {
  return { ...filter, ...readInstants(range, Date.now()) };
}

function isFiltered({ search, mode, range }: Asked): boolean {
  return search !== '' || mode !== undefined || range.time !== '';
}

function useNumbers(asked: Asked, order: 'oldest' | undefined) {
  const account = useAccount().id;
  return useList<Row>(['number rented', account, { ...asked, order }], async (after, how) => {
    const page = { order, after: after?.toString(), limit: rowsOfPage(after) };
    const found = await askIn(account, 'number rented', { ...queryOf(asked), ...page }, how);
    return { rows: found.numbers, next: found.after, count: found.all };
  });
}

function Filters() {
  const texts = useTexts(numberTexts);
  const [mode, setMode] = useFilter('mode');
  return (
    <FilterBar>
      <FilterText name="search" label={texts.search} hint={texts.searchHint} />
      <NativeSelect
        label={texts.whenCalled}
        value={mode}
        onChange={(event) => setMode(event.currentTarget.value)}
        data={[
          { value: '', label: texts.anyMode },
          ...modes.map((value) => ({ value, label: texts[value] })),
        ]}
      />
      <RangeChoice />
    </FilterBar>
  );
}

function useColumns(): readonly Column<Row>[] {
  const texts = useTexts(numberTexts);
  const common = useTexts(commonTexts);
  const { currency } = useAccount();
  return [
    {
      name: texts.number,
      isTitle: true,
      show: ({ number }) => <Phone phone={number} />,
    },
    { id: 'label', name: texts.label, card: 'line', show: ({ label }) => label },
    {
      id: 'mode',
      name: texts.whenCalled,
      card: 'line',
      show: ({ mode, target }) =>
        mode === 'off'
          ? texts.off
          : fill(common.named, {
              name: texts[mode],
              value: mode === 'phone' ? formatPhone(target) : target,
            }),
    },
    {
      id: 'takes',
      name: texts.takes,
      show: ({ sms, calls }) =>
        [sms && texts.texts, calls && texts.calls].filter(Boolean).join(', '),
    },
    {
      id: 'state',
      name: texts.state,
      card: 'corner',
      show: (row) => <NumberState number={row} />,
    },
    {
      id: 'monthly',
      name: texts.aMonth,
      isFigure: true,
      card: 'foot',
      isNamed: true,
      show: ({ monthly }) => <Money amount={monthly} currency={currency} />,
    },
    {
      id: 'paidUntil',
      name: texts.paidUntil,
      isExtra: true,
      show: ({ paidUntil }) => (paidUntil === null ? '–' : <Time atMs={Date.parse(paidUntil)} />),
    },
    {
      id: 'rentedAt',
      name: texts.since,
      isFigure: true,
      isOrder: true,
      card: 'foot',
      show: ({ rentedAt }) => (rentedAt === null ? '–' : <Time atMs={Date.parse(rentedAt)} />),
    },
  ];
}

export function NumberState({ number: { active, why } }: { readonly number: Row }) {
  const texts = useTexts(numberTexts);
  return (
    <StatusBadge tone={active ? 'good' : 'bad'}>
      {active ? texts.active : `${texts.paused} ${why}`}
    </StatusBadge>
  );
}

function ShortNumber() {
  const texts = useTexts(numberTexts);
  const account = useAccount().id;
  const { data } = useQuery({
    queryKey: ['number rented', account, 'short'],
    queryFn: ({ signal }) => askIn(account, 'number rented', { limit: 1 }, { signal }),
  });
  if (data === undefined) return null;
  const { shortNumber } = data;
  const said =
    shortNumber === null
      ? texts.shortNone
      : fill(shortNumber.keyword === '' ? texts.shortText : texts.shortKeyword, shortNumber);
  return (
    <Stack mt="md">
      <Panel title={texts.shortNumber}>
        <Text size="sm" c="dimmed">
          {said}
        </Text>
      </Panel>
    </Stack>
  );
}
