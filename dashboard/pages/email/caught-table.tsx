/** Caught mails and the field that searches them. */
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Answer } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { formatBytes } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { Panel } from '../../components/panel.tsx';
import { Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import type { useLiveList } from '../../components/use-list.ts';
import { emailTexts } from '../../texts/email.ts';

export type CaughtRow = Answer<'simulator mails'>['mails'][number];

type List = ReturnType<typeof useLiveList<CaughtRow>>;

type TableProps = {
  readonly list: Omit<List, 'pausedSinceMs'> & Partial<Pick<List, 'pausedSinceMs'>>;
  readonly search: readonly [string, (search: string) => void];
  readonly onOpen: (row: CaughtRow) => void;
  readonly firstAction?: ReactNode;
};

export function CaughtTable({
  list,
  search: [search, setSearch],
  onOpen,
  firstAction,
}: TableProps) {
  const texts = useTexts(emailTexts);
  const { language } = useLanguage();
  const columns: readonly Column<CaughtRow>[] = [
    { name: texts.subject, isTitle: true, show: ({ subject }) => subject || texts.withoutSubject },
    { name: texts.from, show: ({ from }) => from },
    { name: texts.to, show: ({ recipients }) => recipients.join(', ') },
    { name: texts.caughtAt, show: ({ caughtAt }) => <Time atMs={Date.parse(caughtAt)} /> },
    { name: texts.size, isFigure: true, show: ({ size }) => formatBytes(size, language) },
  ];
  return (
    <Panel
      isFlush
      title={
        <TextInput
          w="min(340px, 70vw)"
          aria-label={texts.searchMails}
          placeholder={texts.searchMails}
          leftSection={<Icon name="search" size={16} />}
          value={search}
          maxLength={200}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      }
    >
      <DataTable
        {...list}
        list="caught"
        csv="caught-emails"
        label={texts.catcher}
        columns={columns}
        keyOf={keyOfCaught}
        onOpen={onOpen}
        empty={
          search.trim() === '' ? (
            <EmptyView
              icon="tray"
              title={texts.noCaught}
              text={texts.noCaughtText}
              action={firstAction}
            />
          ) : (
            <EmptyView icon="search" title={texts.noneFits} text={texts.noneFitsText} />
          )
        }
      />
    </Panel>
  );
}

export function keyOfCaught({ id }: CaughtRow): number {
  return id;
}
