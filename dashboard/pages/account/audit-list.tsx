/** The audit of an account or of the installation: who changed what, and when. */
import { Group } from '@mantine/core';
import { type Answered, call } from '../../api/call.ts';
import type { HowAsked } from '../../app/live/use-live-query.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DownloadButton } from '../../components/download-button.tsx';
import { exportPath } from '../../components/export-path.ts';
import { FilterText } from '../../components/filter-text.tsx';
import { useOrder } from '../../components/list-order.ts';
import { readRange } from '../../components/list-range.ts';
import { ListTotal } from '../../components/list-total.tsx';
import { NothingFits } from '../../components/nothing-fits.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { RangeChoice, useRange } from '../../components/range-choice.tsx';
import { Code, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { rowsOfPage, useList } from '../../components/use-list.ts';
import { auditTexts } from '../../texts/audit.ts';
import { listTexts } from '../../texts/lists.ts';
import classes from '../sms/sms.module.css';
import styles from './audit-list.module.css';

type Page = Answered<'GET /api/console/audit'>;
type Change = Page['records'][number];

/** `account`: undefined for all of the installation. */
export function AuditList({ account }: { readonly account: number | undefined }) {
  const texts = useTexts(auditTexts);
  const asked = useAsked();
  const order = useOrder();
  const list = useList<Change>(
    ['audit', account, { ...asked, order: order.value }],
    async (after, how) => {
      const query = { ...queryOf(asked), order: order.value, after, limit: rowsOfPage(after) };
      const { records: rows, next } = await load(account, query, how);
      return { rows, next };
    },
  );
  const isFiltered = [asked.actor, asked.action, asked.target, asked.range.time].some(
    (value) => value !== '',
  );
  const lead = account === undefined ? texts.ofAll : texts.ofAccount;
  const noneText = account === undefined ? texts.noneOfAll : texts.noneOfAccount;
  return (
    <>
      <PageHeader
        title={texts.title}
        text={lead}
        actions={
          <Export account={account} query={() => ({ ...queryOf(asked), order: order.value })} />
        }
      />
      <Filters />
      <Panel isFlush>
        <DataTable
          {...list}
          list={account === undefined ? 'console-audit' : 'audit'}
          label={texts.title}
          columns={useColumns(account === undefined)}
          keyOf={({ id }) => id}
          order={order}
          total={
            <ListTotal
              queryKey={['audit', account, 'total', asked]}
              kinds={[]}
              ask={(how) => loadTotal(account, queryOf(asked), how)}
              countOf={({ records }) => records}
              text={texts.count}
            />
          }
          empty={
            isFiltered ? (
              <NothingFits />
            ) : (
              <EmptyView icon="audit" title={texts.none} text={noneText} />
            )
          }
        />
      </Panel>
    </>
  );
}

function useAsked() {
  const [actor] = useFilter('actor');
  const [action] = useFilter('action');
  const [target] = useFilter('target');
  return { actor, action, target, range: useRange() };
}

type Asked = ReturnType<typeof useAsked>;
type Query = ReturnType<typeof queryOf>;

function queryOf({ range, ...filter }: Asked) {
  return { ...filter, ...readRange(range, Date.now()) };
}

type PageQuery = Query & {
  readonly order: 'oldest' | undefined;
  readonly after: string | number | undefined;
  readonly limit: number;
};

function load(account: number | undefined, query: PageQuery, how: HowAsked): Promise<Page> {
  return account === undefined
    ? call('GET /api/console/audit', { query, ...how })
    : call('GET /api/accounts/{account}/audit', { params: { account }, query, ...how });
}

function loadTotal(account: number | undefined, query: Query, how: HowAsked) {
  return account === undefined
    ? call('GET /api/console/audit/total', { query, ...how })
    : call('GET /api/accounts/{account}/audit/total', { params: { account }, query, ...how });
}

type ExportProps = {
  readonly account: number | undefined;
  readonly query: () => Parameters<typeof exportPath>[1];
};

function Export({ account, query }: ExportProps) {
  const texts = useTexts(listTexts);
  const place = account === undefined ? '/api/console' : `/api/accounts/${account}`;
  return (
    <DownloadButton
      path={() => exportPath(`${place}/audit.csv`, query())}
      name={account === undefined ? 'audit.csv' : `audit-${account}.csv`}
    >
      {texts.export}
    </DownloadButton>
  );
}

function Filters() {
  const texts = useTexts(auditTexts);
  return (
    <Group gap="sm" mb="md" align="flex-end" className={classes['filters'] ?? ''}>
      <FilterText name="action" label={texts.action} hint={texts.actionHint} />
      <FilterText name="actor" label={texts.actor} hint={texts.actorHint} />
      <FilterText name="target" label={texts.target} hint={texts.actorHint} />
      <RangeChoice />
    </Group>
  );
}

/** Details that are longer stand in one line, and are opened by whoever wants them. */
const shortMax = 80;

function Details({ text }: { readonly text: string }) {
  if (text.length <= shortMax) return <Code>{text}</Code>;
  const lines = JSON.stringify(JSON.parse(text), undefined, 2);
  return (
    <details className={styles['details']}>
      <summary>
        <Code>{`${text.slice(0, shortMax)}…`}</Code>
      </summary>
      <pre>{lines}</pre>
    </details>
  );
}

function useColumns(isOfAll: boolean): readonly Column<Change>[] {
  const texts = useTexts(auditTexts);
  const account: Column<Change> = {
    id: 'account',
    name: texts.account,
    isFigure: true,
    show: ({ accountId }) => accountId ?? '',
  };
  return [
    { name: texts.action, isTitle: true, show: ({ action }) => <Code>{action}</Code> },
    {
      id: 'target',
      name: texts.target,
      card: 'corner',
      show: ({ target }) => <span className={styles['target']}>{target}</span>,
    },
    {
      id: 'details',
      name: texts.details,
      card: 'line',
      show: ({ details }) => (
        <span className={styles['wide']}>
          <Details text={details} />
        </span>
      ),
    },
    { id: 'actor', name: texts.actor, card: 'foot', show: ({ actor }) => actor },
    ...(isOfAll ? [account] : []),
    {
      id: 'at',
      name: texts.at,
      isFigure: true,
      isOrder: true,
      card: 'foot',
      show: ({ atMs }) => <Time atMs={atMs} />,
    },
  ];
}
