/** The audit of an account or of the installation: who changed what, and when. */
import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, ask, askIn, tablePath } from '../../api/operate.ts';
import type { HowAsked } from '../../app/live/use-live-query.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { ExportTable } from '../../components/download-button.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { FilterText } from '../../components/filter-text.tsx';
import { useOrder } from '../../components/list-order.ts';
import { readInstants } from '../../components/list-range.ts';
import { ListTotal } from '../../components/list-total.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { RangeChoice, useRange } from '../../components/range-choice.tsx';
import { Code, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { rowsOfPage, useList } from '../../components/use-list.ts';
import { auditTexts } from '../../texts/audit.ts';
import { auditFields } from '../../texts/audit-fields.ts';
import { auditSentences } from '../../texts/audit-sentences.ts';
import { countText } from '../../texts/texts.ts';
import styles from './audit-list.module.css';
import { auditSentence } from './audit-sentence.ts';
import { fieldText, valueText } from './audit-value.ts';
import { differences, fieldsOf } from './differences.ts';

type Page = Answer<'audit list'>;
type Change = Page['audit'][number];

/** `account`: undefined for all of the installation. */
export function AuditList({ account }: { readonly account: number | undefined }) {
  const texts = useTexts(auditTexts);
  const asked = useAsked();
  const order = useOrder();
  const list = useList<Change>(
    ['audit', account, { ...asked, order: order.value }],
    async (after, how) => {
      const before = after === undefined ? undefined : Number(after);
      const query = { ...queryOf(asked), order: order.value, before, limit: rowsOfPage(after) };
      const { audit: rows, before: next } = await load(account, query, how);
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
          columns={useColumns(account)}
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
          isFiltered={isFiltered}
          empty={<EmptyView icon="audit" title={texts.none} text={noneText} />}
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
  return { ...filter, ...readInstants(range, Date.now()) };
}

type PageQuery = Query & {
  readonly order: 'oldest' | undefined;
  readonly before: number | undefined;
  readonly limit: number;
};

function load(account: number | undefined, query: PageQuery, how: HowAsked): Promise<Page> {
  return account === undefined
    ? ask('audit list', query, how)
    : askIn(account, 'account audit', query, how);
}

function loadTotal(account: number | undefined, query: Query, how: HowAsked) {
  return account === undefined
    ? ask('audit total', query, how)
    : askIn(account, 'account audit total', query, how);
}

type ExportProps = {
  readonly account: number | undefined;
  readonly query: () => Omit<PageQuery, 'before' | 'limit'>;
};

function Export({ account, query }: ExportProps) {
  return (
    <ExportTable
      path={() =>
        account === undefined
          ? tablePath(account, 'audit export', query())
          : tablePath(account, 'account audit export', query())
      }
      name={account === undefined ? 'audit' : `audit-${account}`}
    />
  );
}

function Filters() {
  const texts = useTexts(auditTexts);
  return (
    <FilterBar>
      <FilterText name="action" label={texts.action} hint={texts.actionHint} />
      <FilterText name="actor" label={texts.actor} hint={texts.actorHint} />
      <FilterText name="target" label={texts.target} hint={texts.actorHint} />
      <RangeChoice />
    </FilterBar>
  );
}

type DetailsProps = { readonly change: Change; readonly account: number | undefined };

/** What was and what is, read when somebody opens it. */
function Details({ change, account }: DetailsProps) {
  const texts = useTexts(auditTexts);
  const fields = useTexts(auditFields);
  const { language } = useLanguage();
  const [isOpen, setOpen] = useState(false);
  const changed = fieldsOf(change.details).map((field) => fieldText(field, { fields }));
  const count = countText(texts.fields, changed.length, language);
  return (
    <details className={styles['details']} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{changed.length > namedMax ? count : changed.join(', ')}</summary>
      {isOpen ? <Differences change={change} account={account} /> : null}
    </details>
  );
}

/** Of more fields than these the closed line says how many. */
const namedMax = 4;
/** Changes of the same thing that are looked at for what was. */
const earlierMax = 100;
const anyTime = { time: '', from: '', until: '' };

function Differences({ change, account }: DetailsProps) {
  const texts = useTexts(auditTexts);
  const fields = useTexts(auditFields);
  const { language } = useLanguage();
  const reader = { texts, fields, language, nowMs: Date.now() };
  const { id, action, target, details } = change;
  const query = useQuery({
    queryKey: ['audit', account, 'before', id],
    queryFn: ({ signal }) => {
      const noun = `${action.split('.')[0] ?? ''}.`;
      const of = queryOf({ actor: '', action: noun, target, range: anyTime });
      return load(
        account,
        { ...of, order: undefined, before: id, limit: earlierMax },
        { signal, isBackground: false },
      );
    },
  });
  return (
    <QueryView query={query} rows={2}>
      {({ audit }) => (
        <ul className={styles['differences']}>
          {differences(
            details,
            audit.filter((one) => one.target === target),
          ).map(({ field, before, after }) => (
            <li key={field}>
              <span>{fieldText(field, reader)}</span>
              {before === undefined ? null : (
                <>
                  <VisuallyHidden>{texts.before}</VisuallyHidden>{' '}
                  <del>{valueText(field, before, reader)}</del>
                  {' → '}
                </>
              )}
              <VisuallyHidden>{texts.after}</VisuallyHidden>{' '}
              <ins>{valueText(field, after, reader)}</ins>
            </li>
          ))}
        </ul>
      )}
    </QueryView>
  );
}

function useColumns(account: number | undefined): readonly Column<Change>[] {
  const texts = useTexts(auditTexts);
  const sentences = useTexts(auditSentences);
  const ofAccount: Column<Change> = {
    id: 'account',
    name: texts.account,
    isFigure: true,
    show: ({ accountId }) => accountId ?? '',
  };
  return [
    {
      name: texts.change,
      isTitle: true,
      show: (change) => (
        <span className={styles['sentence']}>{auditSentence(change, sentences, texts)}</span>
      ),
    },
    {
      id: 'details',
      name: texts.details,
      card: 'line',
      show: (change) =>
        Object.keys(change.details).length === 0 ? (
          '–'
        ) : (
          <span className={styles['wide']}>
            <Details change={change} account={account} />
          </span>
        ),
    },
    {
      id: 'action',
      name: texts.action,
      isExtra: true,
      show: ({ action }) => <Code>{action}</Code>,
    },
    { id: 'target', name: texts.target, isExtra: true, show: ({ target }) => target },
    { id: 'actor', name: texts.actor, isExtra: true, show: ({ actor }) => actor },
    ...(account === undefined ? [ofAccount] : []),
    {
      id: 'at',
      name: texts.at,
      isFigure: true,
      isOrder: true,
      card: 'foot',
      show: ({ at }) => <Time atMs={Date.parse(at)} />,
    },
  ];
}
