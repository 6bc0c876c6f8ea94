import type { ReactNode } from 'react';
import type { Answer } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { FilterText } from '../../components/filter-text.tsx';
import { formatBytes } from '../../components/format.ts';
import type { ListOrder } from '../../components/list-order.ts';
import { Panel } from '../../components/panel.tsx';
import { RangeChoice, useRange } from '../../components/range-choice.tsx';
import { Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useFilter } from '../../components/use-filter.ts';
import type { useLiveList } from '../../components/use-list.ts';
import { emailTexts } from '../../texts/email.ts';

export type CaughtRow = Answer<'simulator mails'>['mails'][number];

type List = ReturnType<typeof useLiveList<CaughtRow>>;

type TableProps = {
  readonly list: Omit<List, 'pausedSinceMs'> & Partial<Pick<List, 'pausedSinceMs'>>;
  readonly order: ListOrder;
  readonly onOpen: (row: CaughtRow) => void;
  readonly firstAction?: ReactNode;
};

export function CaughtTable({ list, order, onOpen, firstAction }: TableProps) {
  const [search] = useFilter('search');
  const { time } = useRange();
  const texts = useTexts(emailTexts);
  const { language } = useLanguage();
  const columns: readonly Column<CaughtRow>[] = [
    { name: texts.subject, isTitle: true, show: ({ subject }) => subject || texts.withoutSubject },
    { id: 'from', name: texts.from, card: 'foot', show: ({ from }) => from },
    { id: 'to', name: texts.to, card: 'line', show: ({ recipients }) => recipients.join(', ') },
    {
      name: texts.caughtAt,
      isFigure: true,
      isOrder: true,
      card: 'foot',
      show: ({ caughtAt }) => <Time atMs={Date.parse(caughtAt)} />,
    },
    {
      id: 'size',
      name: texts.size,
      card: 'corner',
      isFigure: true,
      show: ({ size }) => formatBytes(size, language),
    },
  ];
  return (
    <>
      <FilterBar>
        <FilterText name="search" label={texts.contains} hint={texts.searchMails} />
        <RangeChoice />
      </FilterBar>
      <Panel isFlush>
        <DataTable
          {...list}
          list="caught"
          order={order}
          csv="caught-emails"
          label={texts.catcher}
          columns={columns}
          keyOf={keyOfCaught}
          onOpen={onOpen}
          isFiltered={search !== '' || time !== ''}
          empty={
            <EmptyView
              icon="tray"
              title={texts.noCaught}
              text={texts.noCaughtText}
              action={firstAction}
            />
          }
        />
      </Panel>
    </>
  );
}

export function keyOfCaught({ id }: CaughtRow): number {
  return id;
}
