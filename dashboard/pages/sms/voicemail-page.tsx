/** What callers have left, with a player for each. */
import { Button, NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { askIn, tablePath } from '../../api/operate.ts';
import { useAccount, useMay } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { ExportTable } from '../../components/download-button.tsx';
import { FilterBar } from '../../components/filter-bar.tsx';
import { FilterText } from '../../components/filter-text.tsx';
import { formatDuration } from '../../components/format.ts';
import { useOrder } from '../../components/list-order.ts';
import { readInstants } from '../../components/list-range.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { RangeChoice, useRange } from '../../components/range-choice.tsx';
import { Phone, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { rowsOfPage, useList } from '../../components/use-list.ts';
import { callTexts } from '../../texts/call-pages.ts';
import { Listen, type Voicemail as Row, VoicemailCaller, VoicemailMail } from './listen.tsx';

const keyOf = ({ id }: Row) => id;

export function VoicemailPage() {
  const texts = useTexts(callTexts);
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
            <ExportTable
              path={() => tablePath(account, 'voicemail export', asked())}
              name={`voicemails-${account}`}
            />
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
          counted={texts.messageCount}
          isFiltered={isFiltered}
          empty={<NothingYet />}
        />
      </Panel>
    </>
  );
}

function Filters() {
  const texts = useTexts(callTexts);
  const [heard, setHeard] = useFilter('heard');
  return (
    <FilterBar>
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
    </FilterBar>
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
      show: (row) => <VoicemailCaller row={row} />,
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
