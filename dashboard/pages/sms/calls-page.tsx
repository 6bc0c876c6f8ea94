/** The calls to the account's numbers. */

import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type Answered, call } from '../../api/call.ts';
import { useAccount } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { formatDuration } from '../../components/format.ts';
import { NothingFits } from '../../components/nothing-fits.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { Money, Phone, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { useLiveList } from '../../components/use-list.ts';
import { oneCallTexts } from '../../texts/calls.ts';
import { callTexts } from '../../texts/sms.ts';
import { fill, type Language } from '../../texts/texts.ts';

type Row = Answered<'GET /api/accounts/{account}/calls'>['calls'][number];

const keyOf = ({ id }: Row) => id;

export function CallsPage() {
  const texts = useTexts(callTexts);
  const one = useTexts(oneCallTexts);
  const { language } = useLanguage();
  const navigate = useNavigate();
  const { id: account, currency } = useAccount();
  const [number, setNumber] = useFilter('number');
  const list = useLiveList(
    ['calls', account, number],
    async (after, how) => {
      const params = { account };
      const page = await call('GET /api/accounts/{account}/calls', {
        params,
        query: { after, ...(number !== '' && { number }) },
        ...how,
      });
      return { rows: page.calls, next: page.next };
    },
    { kinds: ['call'], keyOf: keyOf },
  );
  const toNumbers = () => void navigate({ to: `/${account}/sms/numbers` });
  return (
    <>
      <PageHeader
        title={number === '' ? texts.callsTitle : fill(one.onlyNumber, { number: `+${number}` })}
        text={texts.callsIntro}
        actions={
          number === '' ? undefined : (
            <Button variant="default" onClick={() => setNumber('')}>
              {one.allNumbers}
            </Button>
          )
        }
      />
      <Panel isFlush>
        <DataTable
          label={texts.callsList}
          columns={columnsOf(texts, language, currency)}
          keyOf={keyOf}
          onOpen={({ id }) => void navigate({ to: `/${account}/sms/calls/${id}` })}
          empty={
            number === '' ? (
              <EmptyView
                icon="call"
                title={texts.callsEmptyTitle}
                text={texts.callsEmptyText}
                action={
                  <Button variant="default" onClick={toNumbers}>
                    {texts.toNumbers}
                  </Button>
                }
              />
            ) : (
              <NothingFits />
            )
          }
          {...list}
        />
      </Panel>
    </>
  );
}

function columnsOf(
  texts: (typeof callTexts)['en'],
  language: Language,
  currency: string,
): readonly Column<Row>[] {
  return [
    {
      name: texts.caller,
      isTitle: true,
      show: ({ caller }) => (caller === '' ? texts.hidden : <Phone phone={caller} />),
    },
    { name: texts.number, show: ({ number }) => <Phone phone={number} /> },
    { name: texts.outcome, show: (row) => <Outcome row={row} /> },
    {
      name: texts.target,
      show: ({ target }) => (target === '' ? '–' : <Phone phone={target} />),
    },
    {
      name: texts.length,
      isFigure: true,
      show: ({ answeredAt, endedAt }) =>
        answeredAt === null || endedAt === null
          ? '–'
          : formatDuration(endedAt - answeredAt, language),
    },
    {
      name: texts.cost,
      isFigure: true,
      show: ({ cost }) => <Money amount={cost} currency={currency} />,
    },
    { name: texts.when, isFigure: true, show: ({ startedAt }) => <Time atMs={startedAt} /> },
  ];
}

function Outcome({ row }: { readonly row: Row }) {
  const texts = useTexts(callTexts);
  if (row.endedAt === null) return <StatusBadge tone="info">{texts.goesOn}</StatusBadge>;
  if (row.kind === 'refused') return <StatusBadge tone="bad">{texts.refused}</StatusBadge>;
  if (row.answeredAt === null) return <StatusBadge tone="warn">{texts.notAnswered}</StatusBadge>;
  if (row.kind !== 'voicemail') return <StatusBadge tone="good">{texts.answered}</StatusBadge>;
  return row.hasMessage ? (
    <StatusBadge tone="good">{texts.took}</StatusBadge>
  ) : (
    <StatusBadge tone="quiet">{texts.noMessageLeft}</StatusBadge>
  );
}
