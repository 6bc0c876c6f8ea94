/** Who gets no mail of the account, and why. */
import { Alert, Button, Group, Modal, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { saveText } from '../../api/download.ts';
import { type Answer, actIn, askIn, type InputOf } from '../../api/operate.ts';
import { useAccount, useMay } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { BulkAction } from '../../components/bulk.tsx';
import type { Column } from '../../components/column.ts';
import { Confirm } from '../../components/confirm.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { FilterText } from '../../components/filter-text.tsx';
import { formatTime } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { useOrder } from '../../components/list-order.ts';
import { type AskedRange, readRange } from '../../components/list-range.ts';
import { NothingFits } from '../../components/nothing-fits.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { RangeChoice, useRange } from '../../components/range-choice.tsx';
import { Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useAction } from '../../components/use-action.ts';
import { useFilter } from '../../components/use-filter.ts';
import { rowsOfPage, useList } from '../../components/use-list.ts';
import { commonTexts } from '../../texts/common.ts';
import { suppressionTexts } from '../../texts/suppressions.ts';
import { countText, fill } from '../../texts/texts.ts';
import classes from '../sms/sms.module.css';
import { readAddresses } from './read-addresses.ts';

type Suppression = Answer<'suppression list'>['suppressions'][number];

const reasons = ['hard', 'soft', 'complaint', 'unsubscribe', 'manual'] as const;

export function SuppressionsPage() {
  const texts = useTexts(suppressionTexts);
  const account = useAccount().id;
  const [isAdding, setAdding] = useState(false);
  const [isReleasing, setReleasing] = useState(false);
  const [releasing, setReleasingOne] = useState<Suppression>();
  const [begins] = useFilter('address');
  const [given, setReason] = useFilter('reason');
  const reason = reasons.find((one) => one === given);
  const [range, order] = [useRange(), useOrder()];
  const { language } = useLanguage();
  const mayChange = useMay('send');
  const mayExport = useMay('read contents');
  const chosenNow = () => chosenOf({ begins, reason, range });
  const isFiltered = begins !== '' || reason !== undefined || range.time !== '';
  const list = useList<Suppression>(
    ['suppression list', account, { begins, reason, range, order: order.value }],
    async (after, how) => {
      const behind = after === undefined ? {} : { after: Number(after) };
      const page = { order: order.value ?? 'newest', ...behind, limit: rowsOfPage(after) } as const;
      const asked = { ...chosenNow(), ...page };
      const found = await askIn(account, 'suppression list', asked, how);
      return { rows: found.suppressions, next: found.after, count: found.all };
    },
  );
  const count = list.count ?? 0;
  const release = (which: InputOf<'suppression release'>) =>
    actIn(account, 'suppression release', which);
  const save = useAction(async () => {
    const { table } = await askIn(account, 'suppression export', chosenNow());
    saveText(table, 'suppressions.csv', 'text/csv');
  });
  return (
    <>
      <PageHeader
        title={texts.suppressions}
        text={texts.suppressionsLead}
        actions={
          <>
            {mayChange ? (
              <Button variant="default" disabled={count === 0} onClick={() => setReleasing(true)}>
                {texts.releaseShown}
              </Button>
            ) : null}
            {mayExport ? (
              <Button
                variant="default"
                leftSection={<Icon name="download" size={16} />}
                loading={save.isBusy}
                onClick={() => void save.run()}
              >
                {texts.export}
              </Button>
            ) : null}
            {mayChange ? (
              <Button onClick={() => setAdding(true)} leftSection={<Icon name="plus" size={16} />}>
                {texts.addAddresses}
              </Button>
            ) : null}
          </>
        }
      />
      <Group gap="sm" mb="md" align="flex-end" className={classes['filters'] ?? ''}>
        <FilterText name="address" label={texts.address} hint={texts.addressHint} />
        <NativeSelect
          label={texts.reason}
          value={reason ?? ''}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          data={[
            { value: '', label: texts.anyReason },
            ...reasons.map((value) => ({ value, label: texts[value] })),
          ]}
        />
        <RangeChoice />
      </Group>
      <Panel isFlush>
        <DataTable
          {...list}
          list="suppressions"
          order={order}
          total={list.count === undefined ? '' : countText(texts.onList, count, language)}
          label={texts.suppressions}
          bulk={useBulk(mayChange)}
          columns={useColumns(mayChange ? setReleasingOne : undefined)}
          keyOf={({ id }) => id}
          empty={
            isFiltered ? (
              <NothingFits />
            ) : (
              <EmptyView
                icon="block"
                title={texts.noSuppressions}
                text={texts.noSuppressionsText}
              />
            )
          }
        />
      </Panel>
      <Confirm
        isOpen={isReleasing}
        title={texts.releaseShown}
        effect={countText(texts.releaseEffect, count, language)}
        action={texts.release}
        onClose={() => setReleasing(false)}
        onConfirm={() => release(isFiltered ? chosenNow() : { all: true })}
      />
      <Confirm
        isOpen={releasing !== undefined}
        title={fill(texts.releaseTitle, { address: releasing?.address ?? '' })}
        effect={releasing === undefined ? '' : <ReleaseEffect entry={releasing} />}
        action={texts.release}
        onClose={() => setReleasingOne(undefined)}
        onConfirm={async () => {
          if (releasing === undefined) return;
          await release({
            address: releasing.address,
            stream: releasing.stream,
            reason: releasing.reason,
          });
        }}
      />
      <AddAddresses isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  );
}

type Chosen = {
  readonly begins: string;
  readonly reason: (typeof reasons)[number] | undefined;
  readonly range: AskedRange;
};

/** As the server is asked now. */
function chosenOf({ begins, reason, range }: Chosen) {
  const { from, until } = readRange(range, Date.now());
  return {
    ...(begins !== '' && { begins }),
    ...(reason !== undefined && { reason }),
    ...(from !== undefined && { from: new Date(from).toISOString() }),
    ...(until !== undefined && { before: new Date(until).toISOString() }),
  };
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
    act: ({ address, stream, reason }) =>
      actIn(account, 'suppression release', { address, stream, reason }),
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

function AddAddresses({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const texts = useTexts(suppressionTexts);
  const common = useTexts(commonTexts);
  const account = useAccount().id;
  const [text, setText] = useState('');
  const add = useAction((addresses: readonly string[]) =>
    actIn(account, 'suppression add', { addresses: [...addresses] }),
  );
  const [told, setTold] = useState<Awaited<ReturnType<typeof add.run>>>();
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const addresses = readAddresses(text);
    if (addresses.length > 0) setTold(await add.run(addresses));
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={texts.addAddresses}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <Textarea
            label={texts.address}
            description={texts.addAddressesHint}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            rows={8}
            data-autofocus
          />
          {told === undefined ? null : (
            <Alert color={told.wrong.length === 0 ? 'green' : 'yellow'} role="status">
              {fill(texts.addedToList, { added: told.added, standing: told.standing })}
              {told.wrong.length === 0 ? null : (
                <Text size="sm">
                  {fill(texts.wrongLines, { lines: told.wrong.slice(0, 20).join(', ') })}
                </Text>
              )}
            </Alert>
          )}
          <FailureNote failure={add.failure} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {common.close}
            </Button>
            <Button type="submit" loading={add.isBusy}>
              {texts.addAddresses}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
