/** What programs asked of the HTTP interface, and what they heard: a list with filters, and a panel with the details. */
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Answer, askIn } from '../../api/operate.ts';
import { useAccount, useMay } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { FilterText } from '../../components/filter-text.tsx';
import { formatNumber } from '../../components/format.ts';
import { useOrder } from '../../components/list-order.ts';
import { readInstants } from '../../components/list-range.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { RangeChoice, useRange } from '../../components/range-choice.tsx';
import { Code, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { useLiveList } from '../../components/use-list.ts';
import { requestTexts } from '../../texts/requests.ts';
import { fill } from '../../texts/texts.ts';
import { RequestPanel } from './request-panel.tsx';
import { keyName, toneOf } from './request-shown.ts';

type Row = Answer<'request list'>['requests'][number];
type Asked = Parameters<typeof askIn<'request list'>>[2];

const keyOf = ({ id }: Row) => id;
const methods = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD'] as const;

export function RequestsPage() {
  const texts = useTexts(requestTexts);
  const { id: account } = useAccount();
  const [, setOpen] = useFilter('request');
  const filter = useChosen();
  const order = useOrder();
  const list = useLiveList<Row>(
    ['request list', account, { ...filter, order: order.value }],
    async (after, how) => {
      const behind = { before: after === undefined ? undefined : Number(after) };
      const asked = { ...askedOf(filter), order: order.value, ...behind };
      const answer = await askIn(account, 'request list', asked, how);
      return { rows: answer.requests, next: answer.before };
    },
    { kinds: ['request'], keyOf },
  );
  const { range, ...others } = filter;
  const isFiltered = [...Object.values(others), range.time].some((value) => value !== '');
  const nothing = <EmptyView icon="inspect" title={texts.emptyTitle} text={texts.emptyText} />;
  return (
    <>
      <PageHeader title={texts.title} text={texts.intro} />
      <Filters />
      <Panel isFlush>
        <DataTable
          {...list}
          list="requests"
          order={order}
          csv={`requests-${account}`}
          label={texts.list}
          columns={useColumns()}
          keyOf={keyOf}
          onOpen={({ id }) => setOpen(String(id))}
          isFiltered={isFiltered}
          empty={nothing}
        />
      </Panel>
      <RequestPanel />
    </>
  );
}

function useChosen() {
  const [status] = useFilter('status');
  const [method] = useFilter('method');
  const [path] = useFilter('path');
  const [key] = useFilter('key');
  const [text] = useFilter('text');
  return { status, method, path, key, text, range: useRange() };
}

/** What an address says may be anything; the server refuses what it does not know. */
function askedOf({ status, method, path, key, text, range }: ReturnType<typeof useChosen>): Asked {
  return {
    status: (status || undefined) as Asked['status'],
    method: (method || undefined) as Asked['method'],
    path: path || undefined,
    key: key === '' ? undefined : Number(key),
    text: text || undefined,
    ...readInstants(range, Date.now()),
  };
}

function Filters() {
  const texts = useTexts(requestTexts);
  return (
    <FilterBar>
      <Choice
        name="status"
        label={texts.status}
        any={texts.anyStatus}
        choices={[
          ['2xx', texts.succeeded],
          ['4xx', texts.refused],
          ['5xx', texts.failed],
        ]}
      />
      <Choice
        name="method"
        label={texts.method}
        any={texts.anyMethod}
        choices={methods.map((method) => [method, method])}
      />
      <FilterText name="path" label={texts.path} hint="/v1/send" />
      <KeyChoice />
      <RangeChoice />
      <FilterText name="text" label={texts.text} hint={texts.textHint} />
    </FilterBar>
  );
}

type ChoiceProps = {
  readonly name: string;
  readonly label: string;
  readonly any: string;
  readonly choices: readonly (readonly [string, string])[];
};

function Choice({ name, label, any, choices }: ChoiceProps) {
  const [value, set] = useFilter(name);
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
      data={[
        { value: '', label: any },
        ...choices.map(([one, shown]) => ({ value: one, label: shown })),
      ]}
    />
  );
}

/** For who may see the keys; others see them in the rows. */
function KeyChoice() {
  const texts = useTexts(requestTexts);
  const { id: account } = useAccount();
  const mayManage = useMay('manage keys');
  const { data } = useQuery({
    queryKey: ['key list', account],
    queryFn: () => askIn(account, 'key list', {}),
    enabled: mayManage,
  });
  if (!mayManage) return null;
  const choices = (data?.keys ?? []).map((key) => [String(key.id), keyName(key)] as const);
  return <Choice name="key" label={texts.key} any={texts.anyKey} choices={choices} />;
}

function useColumns(): readonly Column<Row>[] {
  const texts = useTexts(requestTexts);
  const { language } = useLanguage();
  return [
    {
      name: texts.path,
      isTitle: true,
      show: ({ method, path }) => <Code>{`${method} ${path}`}</Code>,
    },
    {
      id: 'at',
      isOrder: true,
      name: texts.at,
      card: 'foot',
      show: ({ at }) => <Time atMs={Date.parse(at)} />,
    },
    {
      id: 'status',
      name: texts.status,
      card: 'corner',
      show: ({ status }) => <StatusBadge tone={toneOf(status)}>{String(status)}</StatusBadge>,
    },
    {
      id: 'key',
      name: texts.key,
      card: 'line',
      show: ({ key }) => (key === null ? texts.noKey : keyName(key)),
    },
    {
      id: 'duration',
      name: texts.duration,
      card: 'foot',
      isFigure: true,
      show: ({ durationMs }) =>
        fill(texts.milliseconds, { count: formatNumber(durationMs, language) }),
    },
  ];
}
