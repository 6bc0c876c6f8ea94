/** What the figures of SMS and of emails have in common: tables of them, and how soon what was sent arrived. */
import type { ReactNode } from 'react';
import type { Language } from '../texts/texts.ts';
import type { Column } from './column.ts';
import { DataTable, type TableProps } from './data-table.tsx';
import { formatDelay, formatMoney, formatShare } from './format.ts';
import { Panel } from './panel.tsx';

type FigureTableProps<Row> = Pick<TableProps<Row>, 'rows' | 'keyOf' | 'columns' | 'onOpen'> & {
  readonly title: string;
  readonly actions?: ReactNode;
};

export function FigureTable<Row>({ title, actions, ...table }: FigureTableProps<Row>) {
  return (
    <Panel title={title} isFlush actions={actions}>
      <DataTable {...table} label={title} empty={null} />
    </Panel>
  );
}

/** A column of figures; on a narrow screen its name stands before it. */
export function figure<Row>(name: string, show: (row: Row) => string): Column<Row> {
  return { name, isFigure: true, card: 'foot', isNamed: true, show };
}

type Arrival = {
  readonly halfWithinMs: number | null;
  readonly mostWithinMs: number | null;
  readonly cost: string;
};

type Names = Readonly<Record<'share' | 'halfWithin' | 'mostWithin' | 'cost', string>>;

type Shares<Row> = {
  /** Of what arrived; undefined where nothing could. */
  readonly share: (row: Row) => number | undefined;
  readonly currency: string;
};

/** The columns that both have. */
export function arrivalColumns<Row extends Arrival>(
  texts: Names,
  language: Language,
  { share, currency }: Shares<Row>,
) {
  const shown: Column<Row> = {
    name: texts.share,
    isFigure: true,
    card: 'corner',
    show: (row) => showShare(share(row), language),
  };
  return {
    share: shown,
    delays: [
      figure<Row>(texts.halfWithin, ({ halfWithinMs }) => formatDelay(halfWithinMs, language)),
      figure<Row>(texts.mostWithin, ({ mostWithinMs }) => formatDelay(mostWithinMs, language)),
    ],
    cost: figure<Row>(texts.cost, ({ cost }) => formatMoney(cost, currency, language)),
  };
}

export function showShare(share: number | undefined, language: Language): string {
  return share === undefined ? '–' : formatShare(share, language);
}
