/** The opt-out list: who is on it, since when, and what proves it. */
import { Alert, Button, FileButton, Group, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { type Answer, actIn, askIn, tablePath } from '../../api/operate.ts';
import { useAccount, useMay } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { DownloadButton } from '../../components/download-button.tsx';
import { FilterText } from '../../components/filter-text.tsx';
import { formatPhone } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { useOrder } from '../../components/list-order.ts';
import { readInstants } from '../../components/list-range.ts';
import { NothingFits } from '../../components/nothing-fits.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { RangeChoice, useRange } from '../../components/range-choice.tsx';
import { Phone, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { FailureLine } from '../../components/submit.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { rowsOfPage, useList } from '../../components/use-list.ts';
import { commonTexts } from '../../texts/common.ts';
import { stopTexts } from '../../texts/replies.ts';
import { countText } from '../../texts/texts.ts';
import { AllowAgain } from './allow-again.tsx';
import { inPortions, phonesIn } from './phone-lines.ts';
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
  const { language } = useLanguage();
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
  return (
    <>
      <PageHeader
        title={texts.title}
        text={texts.intro}
        actions={
          <>
            {mayRead ? (
              <DownloadButton
                path={() => tablePath(account, 'stop export', chosenNow())}
                name="stop-list.csv"
              >
                {texts.export}
              </DownloadButton>
            ) : null}
            {mayChange ? (
              <Button onClick={() => setAdding(true)} leftSection={<Icon name="plus" size={16} />}>
                {texts.add}
              </Button>
            ) : null}
          </>
        }
      />
      <Find />
      <Panel isFlush>
        <DataTable
          list="stops"
          order={order}
          label={texts.list}
          total={list.count === undefined ? '' : countText(texts.onList, list.count, language)}
          columns={columnsOf(texts, mayChange)}
          keyOf={({ id }) => id}
          empty={
            phone === '' && range.time === '' ? (
              <EmptyView icon="stop" title={texts.emptyTitle} text={texts.emptyText} />
            ) : (
              <NothingFits />
            )
          }
          {...list}
        />
      </Panel>
      <Add isOpen={isAdding} close={() => setAdding(false)} />
    </>
  );
}

function Find() {
  const texts = useTexts(stopTexts);
  return (
    <Group gap="sm" mb="md" align="flex-end" className={classes['filters'] ?? ''}>
      <FilterText name="phone" label={texts.find} hint={texts.findHint} />
      <RangeChoice />
    </Group>
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

type Outcome = { readonly added: number; readonly wrong: readonly string[] };

function Add({ isOpen, close }: { readonly isOpen: boolean; readonly close: () => void }) {
  const texts = useTexts(stopTexts);
  const common = useTexts(commonTexts);
  const { language } = useLanguage();
  const { id: account } = useAccount();
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const [failure, setFailure] = useState<unknown>();
  const add = async (event: SyntheticEvent) => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      let [added, wrong]: [number, readonly string[]] = [0, []];
      for (const phones of inPortions(phonesIn(text))) {
        const reply = await actIn(account, 'stop add', { phones: [...phones] });
        added += reply.added + reply.standing;
        wrong = [...wrong, ...reply.wrong];
      }
      setOutcome({ added, wrong });
      setText('');
    } catch (thrown) {
      setFailure(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={texts.add}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <form onSubmit={(event) => void add(event)}>
        <Stack gap="md">
          <Textarea
            label={texts.phone}
            description={texts.addHint}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            rows={6}
            data-autofocus
          />
          {outcome === undefined ? null : (
            <Alert color="ink" role="status">
              <Text size="sm">{countText(texts.added, outcome.added, language)}</Text>
              {outcome.wrong.length === 0 ? null : (
                <Text size="sm">
                  {`${countText(texts.wrong, outcome.wrong.length, language)} (${outcome.wrong.slice(0, 5).join(', ')})`}
                </Text>
              )}
            </Alert>
          )}
          <FailureLine failure={failure} />
          <Group justify="space-between" gap="xs">
            <FileButton
              accept="text/csv,text/plain"
              onChange={(file) => void file?.text().then(setText)}
            >
              {(props) => (
                <Button {...props} variant="default" leftSection={<Icon name="upload" size={16} />}>
                  {texts.file}
                </Button>
              )}
            </FileButton>
            <Button type="submit" loading={isBusy} disabled={phonesIn(text).length === 0}>
              {texts.add}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
