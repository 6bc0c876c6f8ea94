/** Who gets no mail of the account, and why. */
import { Button, NativeSelect, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { saveText } from '../../api/download.ts';
import { type Answer, actIn, askIn } from '../../api/operate.ts';
import { useAccount, useMay } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { AddButton } from '../../components/add-button.tsx';
import type { BulkAction } from '../../components/bulk.tsx';
import type { Column } from '../../components/column.ts';
import { Confirm } from '../../components/confirm.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { SaveButton } from '../../components/download-button.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { FilterText } from '../../components/filter-text.tsx';
import { formatTime } from '../../components/format.ts';
import { useOrder } from '../../components/list-order.ts';
import { readInstants } from '../../components/list-range.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { RangeChoice, useRange } from '../../components/range-choice.tsx';
import { Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { rowsOfPage, useList } from '../../components/use-list.ts';
import { listTexts } from '../../texts/lists.ts';
import { suppressionTexts } from '../../texts/suppressions.ts';
import { countText, fill } from '../../texts/texts.ts';
import { AddAddresses } from './add-addresses.tsx';

type Suppression = Answer<'suppression list'>['suppressions'][number];

const reasons = ['hard', 'soft', 'complaint', 'unsubscribe', 'manual'] as const;

export function SuppressionsPage() {
  const texts = { ...useTexts(listTexts), ...useTexts(suppressionTexts) };
  const account = useAccount().id;
  const [isAdding, setAdding] = useState(false);
  const [releasing, setReleasing] = useState<Suppression>();
  const mayChange = useMay('send');
  const mayExport = useMay('read contents');
  const [asked, order] = [useAsked(), useOrder()];
  const list = useSuppressions(asked, order.value);
  const save = async () => {
    const { table } = await askIn(account, 'suppression export', queryOf(asked));
    saveText(table, 'suppressions.csv', 'text/csv');
  };
  return (
    <>
      <PageHeader
        title={texts.suppressions}
        text={texts.suppressionsLead}
        actions={
          <>
            {mayChange ? <ReleaseShown asked={asked} count={list.count ?? 0} /> : null}
            {mayExport ? <SaveButton save={save}>{texts.export}</SaveButton> : null}
            {mayChange ? (
              <AddButton onClick={() => setAdding(true)}>{texts.addAddresses}</AddButton>
            ) : null}
          </>
        }
      />
      <Filters />
      <Panel isFlush>
        <DataTable
          {...list}
          list="suppressions"
          order={order}
          counted={texts.onList}
          label={texts.suppressions}
          bulk={useBulk(mayChange)}
          columns={useColumns(mayChange ? setReleasing : undefined)}
          keyOf={({ id }) => id}
          isFiltered={isFiltered(asked)}
          empty={
            <EmptyView icon="block" title={texts.noSuppressions} text={texts.noSuppressionsText} />
          }
        />
      </Panel>
      <ReleaseOne entry={releasing} onClose={() => setReleasing(undefined)} />
      <AddAddresses isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  );
}

function useAsked() {
  const [begins] = useFilter('address');
  const [given] = useFilter('reason');
  const reason = reasons.find((one) => one === given);
  return { begins, reason, range: useRange() };
}

type Asked = ReturnType<typeof useAsked>;

/** As the server is asked now. */
function queryOf({ begins, reason, range }: Asked) {
  const { from, until } = readInstants(range, Date.now());
  return { begins: begins || undefined, reason, from, before: until };
}

function isFiltered({ begins, reason, range }: Asked): boolean {
  return begins !== '' || reason !== undefined || range.time !== '';
}

function useSuppressions(asked: Asked, order: 'oldest' | undefined) {
  const account = useAccount().id;
  return useList<Suppression>(
    ['suppression list', account, { ...asked, order }],
    async (after, how) => {
      const behind = after === undefined ? {} : { after: Number(after) };
      const page = { order: order ?? 'newest', ...behind, limit: rowsOfPage(after) } as const;
      const query = { ...queryOf(asked), ...page };
      const found = await askIn(account, 'suppression list', query, how);
      return { rows: found.suppressions, next: found.after, count: found.all };
    },
  );
}

function Filters() {
  const texts = useTexts(suppressionTexts);
  const [reason, setReason] = useFilter('reason');
  return (
    <FilterBar>
      <FilterText name="address" label={texts.address} hint={texts.addressHint} />
      <NativeSelect
        label={texts.reason}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        data={[
          { value: '', label: texts.anyReason },
          ...reasons.map((value) => ({ value, label: texts[value] })),
        ]}
      />
      <RangeChoice />
    </FilterBar>
  );
}

type ShownProps = { readonly asked: Asked; readonly count: number };

/** All that the filters choose. */
function ReleaseShown({ asked, count }: ShownProps) {
  const texts = useTexts(suppressionTexts);
  const { language } = useLanguage();
  const account = useAccount().id;
  const [isOpen, setOpen] = useState(false);
  const which = () => (isFiltered(asked) ? queryOf(asked) : { all: true });
  return (
    <>
      <Button variant="default" disabled={count === 0} onClick={() => setOpen(true)}>
        {texts.releaseShown}
      </Button>
      <Confirm
        isOpen={isOpen}
        title={texts.releaseShown}
        effect={countText(texts.releaseEffect, count, language)}
        action={texts.release}
        onClose={() => setOpen(false)}
        onConfirm={() => actIn(account, 'suppression release', which())}
      />
    </>
  );
}

type OneProps = { readonly entry: Suppression | undefined; readonly onClose: () => void };

function ReleaseOne({ entry, onClose }: OneProps) {
  const texts = useTexts(suppressionTexts);
  const account = useAccount().id;
  return (
    <Confirm
      isOpen={entry !== undefined}
      title={fill(texts.releaseTitle, { address: entry?.address ?? '' })}
      effect={entry === undefined ? '' : <ReleaseEffect entry={entry} />}
      action={texts.release}
      onClose={onClose}
      onConfirm={async () => {
        if (entry !== undefined) await actIn(account, 'suppression release', entryOf(entry));
      }}
    />
  );
}

function entryOf({ address, stream, reason }: Suppression) {
  return { address, stream, reason };
}

function useBulk(mayChange: boolean): readonly BulkAction<Suppression>[] {
  const texts = useTexts(suppressionTexts);
  const account = useAccount().id;
  const queries = useQueryClient();
  if (!mayChange) return [];
  const release: BulkAction<Suppression> = {
    name: texts.release,
    title: texts.releaseSome,
    effect: texts.releaseEffect,
    done: texts.releaseDone,
    fits: () => true,
    act: (entry) => actIn(account, 'suppression release', entryOf(entry)),
    changed: () => queries.invalidateQueries({ queryKey: ['suppression list', account] }),
  };
  return [release];
}

function ReleaseEffect({ entry }: { readonly entry: Suppression }) {
  const texts = useTexts(suppressionTexts);
  const { language } = useLanguage();
  const { reason, stream, createdAt } = entry;
  const asked = reason === 'complaint' || reason === 'unsubscribe';
  return (
    <Stack gap="xs">
      <span>
        {fill(texts.releaseOne, {
          stream: stream || texts.allMail,
          time: formatTime(Date.parse(createdAt), language, Date.now()),
          reason: texts[reason],
        })}
      </span>
      {asked ? <span>{texts.askedForNone}</span> : null}
    </Stack>
  );
}

/** What proves it. A word that has no text stays as it is. */
function proofOf(source: string, texts: Readonly<Record<string, unknown>>): string {
  const text = Object.hasOwn(texts, source) ? texts[source] : undefined;
  return typeof text === 'string' ? text : source;
}

function useColumns(
  release: ((entry: Suppression) => void) | undefined,
): readonly Column<Suppression>[] {
  const texts = useTexts(suppressionTexts);
  const columns: readonly Column<Suppression>[] = [
    { name: texts.address, isTitle: true, show: ({ address }) => address },
    { id: 'reason', name: texts.reason, card: 'line', show: ({ reason }) => texts[reason] },
    {
      id: 'source',
      name: texts.source,
      show: ({ source }) => proofOf(source, texts),
    },
    {
      id: 'stream',
      name: texts.stream,
      card: 'foot',
      show: ({ stream }) => stream || texts.allMail,
    },
    {
      id: 'since',
      name: texts.since,
      isFigure: true,
      isOrder: true,
      card: 'foot',
      show: ({ createdAt }) => <Time atMs={Date.parse(createdAt)} />,
    },
    {
      id: 'until',
      name: texts.until,
      show: ({ expiresAt }) =>
        expiresAt === null ? texts.forEver : <Time atMs={Date.parse(expiresAt)} />,
    },
  ];
  if (release === undefined) return columns;
  const action: Column<Suppression> = {
    name: texts.release,
    isFigure: true,
    card: 'foot',
    show: (entry) => (
      <Button size="compact-sm" variant="subtle" onClick={() => release(entry)}>
        {texts.release}
      </Button>
    ),
  };
  return [...columns, action];
}
