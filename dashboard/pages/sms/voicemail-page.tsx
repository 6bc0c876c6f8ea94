/** What callers have left, with a player for each. */
import { Button, Group, NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { askIn, tablePath } from '../../api/operate.ts';
import { useAccount, useMay } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { DownloadButton } from '../../components/download-button.tsx';
import { FilterText } from '../../components/filter-text.tsx';
import { formatDuration } from '../../components/format.ts';
import { useOrder } from '../../components/list-order.ts';
import { readInstants } from '../../components/list-range.ts';
import { NothingFits } from '../../components/nothing-fits.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { RangeChoice, useRange } from '../../components/range-choice.tsx';
import { Phone, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { rowsOfPage, useList } from '../../components/use-list.ts';
import { callTexts } from '../../texts/call-pages.ts';
import { listTexts } from '../../texts/lists.ts';
import { countText } from '../../texts/texts.ts';
import { Listen, type Voicemail as Row, VoicemailMail } from './listen.tsx';
import classes from './sms.module.css';

const keyOf = ({ id }: Row) => id;

export function VoicemailPage() {
  const texts = useTexts(callTexts);
  const lists = useTexts(listTexts);
  const { language } = useLanguage();
  const { id: account } = useAccount();
  const mayRead = useMay('read contents');
  const [caller] = useFilter('caller');
  const [heard] = useFilter('heard');
  const range = useRange();
  const order = useOrder();
  const asked = () => ({
    caller,
    order: order.value,
    heard: heard === '' ? undefined : heard === 'on',
    ...readInstants(range, Date.now()),
  });
  const list = useList<Row>(
    ['voicemail list', account, { caller, heard, range, order: order.value }],
    async (before, how) => {
      const after = before === undefined ? undefined : Number(before);
      const query = { ...asked(), after, limit: rowsOfPage(before) };
      const page = await askIn(account, 'voicemail list', query, how);
      return { rows: page.voicemails, next: page.after, count: page.all };
    },
  );
  const isFiltered = caller !== '' || heard !== '' || range.time !== '';
  return (
    <>
      <PageHeader
        title={texts.voicemailTitle}
        text={texts.voicemailIntro}
        actions={
          mayRead ? (
            <DownloadButton
              path={() => tablePath(account, 'voicemail export', asked())}
              name={`voicemails-${account}.csv`}
            >
              {lists.export}
            </DownloadButton>
          ) : undefined
        }
      />
      <Filters />
      <Panel isFlush>
        <DataTable
          {...list}
          list="voicemails"
          label={texts.voicemailList}
          columns={useColumns()}
          keyOf={keyOf}
          order={order}
          total={
            list.count === undefined ? null : countText(texts.messageCount, list.count, language)
          }
          empty={isFiltered ? <NothingFits /> : <NothingYet />}
        />
      </Panel>
    </>
  );
}

function Filters() {
  const texts = useTexts(callTexts);
  const [heard, setHeard] = useFilter('heard');
  return (
    <Group gap="sm" mb="md" align="flex-end" className={classes['filters'] ?? ''}>
      <FilterText name="caller" label={texts.caller} hint={texts.callerHint} />
      <NativeSelect
        label={texts.heard}
        value={heard}
        onChange={(event) => setHeard(event.currentTarget.value)}
        data={[
          { value: '', label: texts.heardOrNot },
          { value: 'off', label: texts.new },
          { value: 'on', label: texts.heard },
        ]}
      />
      <RangeChoice />
    </Group>
  );
}

function NothingYet() {
  const texts = useTexts(callTexts);
  const navigate = useNavigate();
  const { id: account } = useAccount();
  const toNumbers = () => void navigate({ to: `/${account}/sms/numbers` });
  return (
    <EmptyView
      icon="voicemail"
      title={texts.voicemailEmptyTitle}
      text={texts.voicemailEmptyText}
      action={
        <Button variant="default" onClick={toNumbers}>
          {texts.toNumbers}
        </Button>
      }
    />
  );
}

function useColumns(): readonly Column<Row>[] {
  const texts = useTexts(callTexts);
  const { language } = useLanguage();
  const mayHear = useMay('read contents');
  return [
    {
      name: texts.caller,
      isTitle: true,
      show: ({ caller }) => (caller === '' ? texts.hidden : <Phone phone={caller} />),
    },
    {
      id: 'number',
      name: texts.number,
      card: 'foot',
      show: ({ number }) => <Phone phone={number} />,
    },
    {
      id: 'length',
      name: texts.length,
      isFigure: true,
      card: 'corner',
      show: ({ durationMs }) => formatDuration(durationMs, language),
    },
    { id: 'mail', name: texts.mail, card: 'foot', show: (row) => <VoicemailMail row={row} /> },
    ...(mayHear
      ? [{ name: texts.play, card: 'line' as const, show: (row: Row) => <Listen row={row} /> }]
      : []),
    {
      id: 'when',
      name: texts.when,
      isFigure: true,
      isOrder: true,
      card: 'foot',
      show: ({ startedAt }) => <Time atMs={Date.parse(startedAt)} />,
    },
  ];
}
