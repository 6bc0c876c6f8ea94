/** Who gets no mail of the account, and why. */
import {
  Alert,
  Button,
  Group,
  Modal,
  NativeSelect,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { saveText } from '../../api/download.ts';
import { type Answer, actIn, askIn, type InputOf } from '../../api/operate.ts';
import { useAccount, useMay } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatTime } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { NothingFits } from '../../components/nothing-fits.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useAction } from '../../components/use-action.ts';
import { useFilter } from '../../components/use-filter.ts';
import { useList } from '../../components/use-list.ts';
import { commonTexts } from '../../texts/common.ts';
import { emailTexts } from '../../texts/email.ts';
import { countText, fill } from '../../texts/texts.ts';
import { readAddresses } from './read-addresses.ts';

type Suppression = Answer<'suppression list'>['suppressions'][number];

const reasons = ['hard', 'soft', 'complaint', 'unsubscribe', 'manual'] as const;

export function SuppressionsPage() {
  const texts = useTexts(emailTexts);
  const account = useAccount().id;
  const [isAdding, setAdding] = useState(false);
  const [isReleasing, setReleasing] = useState(false);
  const [releasing, setReleasingOne] = useState<Suppression>();
  const [address, setAddress] = useFilter('address');
  const [given, setReason] = useFilter('reason');
  const reason = reasons.find((one) => one === given);
  const { language } = useLanguage();
  const mayChange = useMay('send');
  const mayExport = useMay('read contents');
  const chosen = {
    ...(address === '' ? {} : { address }),
    ...(reason === undefined ? {} : { reason }),
  };
  const list = useList<Suppression>(
    ['suppression list', account, address, reason],
    async (after, how) => {
      const asked = { ...chosen, ...(after === undefined ? {} : { after: Number(after) }) };
      const found = await askIn(account, 'suppression list', { ...asked, limit: 50 }, how);
      return { rows: found.suppressions, next: found.after, count: found.all };
    },
  );
  const count = list.count ?? 0;
  const release = (which: InputOf<'suppression release'>) =>
    actIn(account, 'suppression release', which);
  const save = useAction(async () => {
    const { table } = await askIn(account, 'suppression export', {});
    saveText(table, 'suppressions.csv', 'text/csv');
  });
  return (
    <>
      <PageHeader
        title={texts.suppressions}
        text={texts.suppressionsLead}
        actions={
          <>
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
      <Panel
        isFlush
        title={list.count === undefined ? undefined : countText(texts.onList, count, language)}
        actions={
          <>
            <TextInput
              aria-label={texts.search}
              placeholder={texts.search}
              value={address}
              onChange={({ currentTarget }) => setAddress(currentTarget.value)}
            />
            <NativeSelect
              aria-label={texts.reason}
              value={reason ?? ''}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
              data={[
                { value: '', label: texts.anyReason },
                ...reasons.map((value) => ({ value, label: texts[value] })),
              ]}
            />
            {mayChange && count > 0 ? (
              <Button variant="default" onClick={() => setReleasing(true)}>
                {texts.releaseShown}
              </Button>
            ) : null}
          </>
        }
      >
        <DataTable
          {...list}
          label={texts.suppressions}
          columns={useColumns(mayChange ? setReleasingOne : undefined)}
          keyOf={({ id }) => id}
          empty={
            Object.keys(chosen).length > 0 ? (
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
        onConfirm={() => release(Object.keys(chosen).length === 0 ? { all: true } : chosen)}
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

function ReleaseEffect({ entry }: { readonly entry: Suppression }) {
  const texts = useTexts(emailTexts);
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
  const texts = useTexts(emailTexts);
  const columns: readonly Column<Suppression>[] = [
    { name: texts.address, isTitle: true, show: ({ address }) => address },
    { name: texts.reason, show: ({ reason }) => texts[reason] },
    { name: texts.source, show: ({ source }) => proofOf(source, texts) },
    { name: texts.stream, show: ({ stream }) => stream || texts.allMail },
    { name: texts.since, show: ({ createdAt }) => <Time atMs={Date.parse(createdAt)} /> },
    {
      name: texts.until,
      show: ({ expiresAt }) =>
        expiresAt === null ? texts.forEver : <Time atMs={Date.parse(expiresAt)} />,
    },
  ];
  if (release === undefined) return columns;
  const action: Column<Suppression> = {
    name: texts.release,
    isFigure: true,
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
  const texts = useTexts(emailTexts);
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
