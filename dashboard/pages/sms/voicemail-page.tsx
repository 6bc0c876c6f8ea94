/** What callers have left, with a player for each. */
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/call.ts';
import { useAccount, useMay } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { formatDuration } from '../../components/format.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { Phone, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useList } from '../../components/use-list.ts';
import { callTexts } from '../../texts/sms.ts';
import { Listen, type Voicemail as Row, VoicemailMail } from './listen.tsx';

export function VoicemailPage() {
  const texts = useTexts(callTexts);
  const navigate = useNavigate();
  const { id: account } = useAccount();
  const list = useList(['voicemails', account], async (after, how) => {
    const params = { account };
    const page = await call('GET /api/accounts/{account}/voicemails', {
      params,
      query: { after },
      ...how,
    });
    return { rows: page.voicemails, next: page.next };
  });
  const toNumbers = () => void navigate({ to: `/${account}/sms/numbers` });
  return (
    <>
      <PageHeader title={texts.voicemailTitle} text={texts.voicemailIntro} />
      <Panel isFlush>
        <DataTable
          label={texts.voicemailList}
          columns={useColumns()}
          keyOf={({ id }) => id}
          empty={
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
          }
          {...list}
        />
      </Panel>
    </>
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
    { name: texts.number, show: ({ number }) => <Phone phone={number} /> },
    { name: texts.when, show: ({ startedAt }) => <Time atMs={startedAt} /> },
    {
      name: texts.length,
      isFigure: true,
      show: ({ durationMs }) => formatDuration(durationMs, language),
    },
    { name: texts.mail, show: (row) => <VoicemailMail row={row} /> },
    ...(mayHear ? [{ name: texts.play, show: (row: Row) => <Listen row={row} /> }] : []),
  ];
}
