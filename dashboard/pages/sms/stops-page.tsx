/** The opt-out list: who is on it, since when, and what proves it. */
import { useState } from 'react';
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
import { Phone, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { rowsOfPage, useList } from '../../components/use-list.ts';
import { stopTexts } from '../../texts/replies.ts';
import { AddStops } from './add-stops.tsx';
import { AllowAgain } from './allow-again.tsx';
import classes from './sms.module.css';

type Row = Answer<'stop list'>['stops'][number];

export function StopsPage() {
  const texts = useTexts(stopTexts);
  const { id: account } = useAccount();
  const [phone] = useFilter('phone');
  const [range, order] = [useRange(), useOrder()];
  const chosenNow = () => ({
    ...(phone !== '' && { begins: phone }),
    ...readInstants(range, Date.now()),
  });
  const mayRead = useMay('read contents');
  const mayChange = useMay('send');
  const [isAdding, setAdding] = useState(false);
  const list = useList(
    ['stop list', account, { phone, range, order: order.value }],
    async (after, how) => {
      const behind = after === undefined ? {} : { after: Number(after) };
      const page = { order: order.value, ...behind, limit: rowsOfPage(after) };
      const found = await askIn(account, 'stop list', { ...chosenNow(), ...page }, how);
      return { rows: found.stops, next: found.after, count: found.all };
    },
  );
  const exported = () => tablePath(account, 'stop export', chosenNow());
  return (
    <>
      <PageHeader
        title={texts.title}
        text={texts.intro}
        actions={
          <>
            {mayRead ? <ExportTable path={exported} name="stop-list" /> : null}
            {mayChange ? <AddButton onClick={() => setAdding(true)}>{texts.add}</AddButton> : null}
          </>
        }
      />
      <Find />
      <Panel isFlush>
        <DataTable
          list="stops"
          order={order}
          label={texts.list}
          counted={texts.onList}
          columns={columnsOf(texts, mayChange)}
          keyOf={({ id }) => id}
          isFiltered={phone !== '' || range.time !== ''}
          empty={<EmptyView icon="stop" title={texts.emptyTitle} text={texts.emptyText} />}
          {...list}
        />
      </Panel>
      <AddStops isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  );
}

function Find() {
  const texts = useTexts(stopTexts);
  return (
    <FilterBar>
      <FilterText name="phone" label={texts.find} hint={texts.findHint} />
      <RangeChoice />
    </FilterBar>
  );
}

function columnsOf(texts: (typeof stopTexts)['en'], mayChange: boolean): readonly Column<Row>[] {
  const sources = {
    reply: texts.byReply,
    client: texts.byClient,
    administrator: texts.byAdministrator,
  };
  return [
    { name: texts.phone, isTitle: true, show: ({ phone }) => <Phone phone={phone} /> },
    { id: 'source', name: texts.source, card: 'corner', show: ({ source }) => sources[source] },
    {
      id: 'proof',
      name: texts.proof,
      card: 'line',
      show: ({ proof }) =>
        proof === null ? (
          '–'
        ) : (
          <span className={classes['excerpt']}>
            {`« ${proof.text ?? '…'} » → ${formatPhone(proof.number)}`}
          </span>
        ),
    },
    {
      id: 'since',
      name: texts.since,
      isOrder: true,
      isFigure: true,
      card: 'foot',
      show: (row) => <Time atMs={Date.parse(row.createdAt)} />,
    },
    ...(mayChange
      ? [
          {
            name: texts.allowHead,
            isFigure: true,
            card: 'foot' as const,
            show: ({ phone }: Row) => <AllowAgain phone={phone} />,
          },
        ]
      : []),
  ];
}
