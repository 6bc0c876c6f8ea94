/** A list that is whole in the page, in a panel: filtered there as one types, with how many fit. */
import { type ReactNode, useState } from 'react';
import { useLanguage, useTexts } from '../app/use-texts.tsx';
import { shortListTexts } from '../texts/short-lists.ts';
import { countText } from '../texts/texts.ts';
import { DataTable, type TableProps } from './data-table.tsx';
import { FilterText } from './filter-text.tsx';
import { fittingRows } from './fitting-rows.ts';
import { Panel } from './panel.tsx';
import { useFilter } from './use-filter.ts';

type Words = keyof (typeof shortListTexts)['en'];
type ListOf<Word> = Word extends `${infer List}Find` ? List : never;

/** It is saved under the name of its list, unless `csv` says otherwise. */
type Props<Row> = Omit<TableProps<Row>, 'total' | 'list'> & {
  /** Also the name of its filter in the address. */
  readonly list: ListOf<Words>;
  readonly title?: string;
  /** So many rows at first, and the others behind a button; left out: all. */
  readonly rowsAtFirst?: number;
  /** By what a row is found: what it says of itself in words. */
  readonly textOf: (row: Row) => string;
  readonly actions?: ReactNode;
  /** In the panel, behind the table. */
  readonly children?: ReactNode;
};

export function ShortList<Row>(props: Props<Row>) {
  const {
    title,
    textOf,
    actions,
    children,
    rowsAtFirst = Number.POSITIVE_INFINITY,
    ...table
  } = props;
  const texts = useTexts(shortListTexts);
  const { language } = useLanguage();
  const [typed] = useFilter(table.list);
  const [areAllShown, showAll] = useState(false);
  const rows = fittingRows(table.rows, typed, textOf);
  const isCut = !areAllShown && (rows?.length ?? 0) > rowsAtFirst;
  const tools = (
    <>
      <FilterText name={table.list} label={texts[`${table.list}Find`]} isCompact />
      {actions}
    </>
  );
  // Without a title they need no line of their own.
  const isTitled = title !== undefined;
  return (
    <Panel isFlush title={title} actions={isTitled ? tools : undefined}>
      <DataTable
        csv={table.list}
        {...table}
        tools={isTitled ? undefined : tools}
        rows={isCut ? rows?.slice(0, rowsAtFirst) : rows}
        more={isCut ? { load: () => showAll(true), isLoading: false } : undefined}
        readAll={async () => ({ rows: rows ?? [], isAll: true })}
        total={countText(texts[`${table.list}Found`], rows?.length ?? 0, language)}
        isFiltered={typed !== ''}
      />
      {children}
    </Panel>
  );
}
