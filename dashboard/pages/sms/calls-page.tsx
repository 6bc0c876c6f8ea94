/** The calls to the account's numbers. */

import { Button, Group, NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type Answer, askIn, tablePath } from '../../api/operate.ts';
import { useAccount, useMay } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { ExportTable } from '../../components/download-button.tsx';
import { Excerpt } from '../../components/excerpt.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { FilterText } from '../../components/filter-text.tsx';
import { formatDuration } from '../../components/format.ts';
import { useOrder } from '../../components/list-order.ts';
import { readInstants } from '../../components/list-range.ts';
import { ListTotal } from '../../components/list-total.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { RangeChoice, useRange } from '../../components/range-choice.tsx';
import { Money, Phone, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { rowsOfPage, useLiveList } from '../../components/use-list.ts';
import { callTexts } from '../../texts/call-pages.ts';
import { causeTexts, oneCallTexts } from '../../texts/calls.ts';
import { fill } from '../../texts/texts.ts';
import { describeCause } from './explain-call.ts';

type Row = Answer<'call list'>['calls'][number];

const keyOf = ({ id }: Row) => id;

export function CallsPage() {
  const texts = useTexts(callTexts);
  const one = useTexts(oneCallTexts);
  const navigate = useNavigate();
  const { id: account } = useAccount();
  const mayRead = useMay('read contents');
  const [number, setNumber] = useFilter('number');
  const asked = useAsked();
  const order = useOrder();
  const list = useLiveList(
    ['call list', account, { ...asked, order: order.value }],
    async (before, how) => {
      const after = before === undefined ? undefined : Number(before);
      const query = { ...queryOf(asked), order: order.value, after, limit: rowsOfPage(before) };
      const page = await askIn(account, 'call list', query, how);
      return { rows: page.calls, next: page.after };
    },
    { kinds: ['call'], keyOf: keyOf },
  );
  return (
    <>
      <PageHeader
        title={number === '' ? texts.callsTitle : fill(one.onlyNumber, { number: `+${number}` })}
        text={texts.callsIntro}
        actions={
          <Group gap="sm">
            {number === '' ? null : (
              <Button variant="default" onClick={() => setNumber('')}>
                {one.allNumbers}
              </Button>
            )}
            {mayRead ? <Export asked={asked} order={order.value} /> : null}
          </Group>
        }
      />
      <Filters />
      <Panel isFlush>
        <DataTable
          list="calls"
          label={texts.callsList}
          columns={useColumns()}
          keyOf={keyOf}
          order={order}
          total={<Total asked={asked} />}
          onOpen={({ id }) => void navigate({ to: `/${account}/sms/calls/${id}` })}
          isFiltered={isFiltered(asked)}
          empty={<NothingYet />}
          {...list}
        />
      </Panel>
    </>
  );
}

const outcomes = ['under way', 'answered', 'voicemail', 'not answered', 'refused'] as const;

function useAsked() {
  const [number] = useFilter('number');
  const [caller] = useFilter('caller');
  const [given] = useFilter('outcome');
  const outcome = outcomes.find((one) => one === given);
  return { number, caller, outcome, range: useRange() };
}

type Asked = ReturnType<typeof useAsked>;

/** As the server is asked now. */
function queryOf({ range, number, ...filter }: Asked) {
  return { ...filter, number: number || undefined, ...readInstants(range, Date.now()) };
}

function isFiltered({ number, caller, outcome, range }: Asked): boolean {
  return [number, caller, outcome ?? '', range.time].some((value) => value !== '');
}

function Total({ asked }: { readonly asked: Asked }) {
  const texts = useTexts(callTexts);
  const account = useAccount().id;
  return (
    <ListTotal
      queryKey={['call total', account, asked]}
      kinds={['call']}
      ask={(how) => askIn(account, 'call total', queryOf(asked), how)}
      countOf={({ calls }) => calls}
      text={texts.count}
    />
  );
}

/** Of what the filters choose. */
function Export({ asked, order }: { readonly asked: Asked; readonly order: 'oldest' | undefined }) {
  const account = useAccount().id;
  return (
    <ExportTable
      path={() => tablePath(account, 'call export', { ...queryOf(asked), order })}
      name={`calls-${account}`}
    />
  );
}

function Filters() {
  const texts = useTexts(callTexts);
  const [outcome, setOutcome] = useFilter('outcome');
  const names = {
    'under way': texts.goesOn,
    answered: texts.answered,
    voicemail: texts.byVoicemail,
    'not answered': texts.notAnswered,
    refused: texts.refused,
  };
  return (
    <FilterBar>
      <FilterText name="caller" label={texts.caller} hint={texts.callerHint} />
      <NativeSelect
        label={texts.outcome}
        value={outcome}
        onChange={(event) => setOutcome(event.currentTarget.value)}
        data={[
          { value: '', label: texts.anyOutcome },
          ...outcomes.map((value) => ({ value, label: names[value] })),
        ]}
      />
      <RangeChoice />
    </FilterBar>
  );
}

function NothingYet() {
  const texts = useTexts(callTexts);
  const account = useAccount().id;
  const navigate = useNavigate();
  return (
    <EmptyView
      icon="call"
      title={texts.callsEmptyTitle}
      text={texts.callsEmptyText}
      action={
        <Button variant="default" onClick={() => void navigate({ to: `/${account}/sms/numbers` })}>
          {texts.toNumbers}
        </Button>
      }
    />
  );
}

/** They are in no need of an explanation. */
const usual: readonly Row['cause'][] = ['caller_hung_up', 'callee_hung_up'];

function useColumns(): readonly Column<Row>[] {
  const texts = useTexts(callTexts);
  const causes = useTexts(causeTexts);
  const { language } = useLanguage();
  const { currency } = useAccount();
  return [
    {
      name: texts.caller,
      isTitle: true,
      show: ({ caller }) => (caller === '' ? texts.hidden : <Phone phone={caller} />),
    },
    {
      id: 'number',
      name: texts.number,
      card: 'line',
      show: ({ number }) => <Phone phone={number} />,
    },
    { id: 'outcome', name: texts.outcome, card: 'corner', show: (row) => <Outcome row={row} /> },
    {
      id: 'reason',
      name: texts.reason,
      show: ({ cause }) =>
        cause === null || usual.includes(cause) ? (
          ''
        ) : (
          <Excerpt text={describeCause(cause, causes)} />
        ),
    },
    {
      id: 'target',
      name: texts.target,
      show: ({ target }) => (target === '' ? '–' : <Phone phone={target} />),
    },
    {
      id: 'length',
      name: texts.length,
      isFigure: true,
      card: 'foot',
      show: ({ answeredAt, endedAt }) =>
        answeredAt === null || endedAt === null
          ? '–'
          : formatDuration(Date.parse(endedAt) - Date.parse(answeredAt), language),
    },
    {
      id: 'cost',
      name: texts.cost,
      isFigure: true,
      card: 'foot',
      show: ({ cost }) => <Money amount={cost} currency={currency} />,
    },
    {
      id: 'when',
      name: texts.when,
      isFigure: true,
      isOrder: true,
      card: 'foot',
      show: ({ startedAt }) => <Time atMs={Date.parse(startedAt)} />,
    },
  ];
}

function Outcome({ row }: { readonly row: Row }) {
  const texts = useTexts(callTexts);
  if (row.endedAt === null) return <StatusBadge tone="info">{texts.goesOn}</StatusBadge>;
  if (row.kind === 'refused') return <StatusBadge tone="bad">{texts.refused}</StatusBadge>;
  if (row.answeredAt === null) return <StatusBadge tone="warn">{texts.notAnswered}</StatusBadge>;
  if (row.kind !== 'voicemail') return <StatusBadge tone="good">{texts.answered}</StatusBadge>;
  return row.hasMessage ? (
    <StatusBadge tone="good">{texts.took}</StatusBadge>
  ) : (
    <StatusBadge tone="quiet">{texts.noMessageLeft}</StatusBadge>
  );
}
