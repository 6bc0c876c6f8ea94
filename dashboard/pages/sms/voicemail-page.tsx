/** What callers have left, with a player for each. */
import { Button, Group, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answered, call, fillPath } from '../../api/call.ts';
import { useAccount, useMay } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { formatDuration } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { Phone, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useList } from '../../components/use-list.ts';
import { callTexts } from '../../texts/sms.ts';
import { fill } from '../../texts/texts.ts';
import classes from './sms.module.css';

type Row = Answered<'GET /api/accounts/{account}/voicemails'>['voicemails'][number];

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
    { name: texts.mail, show: (row) => <Mail row={row} /> },
    ...(mayHear ? [{ name: texts.play, show: (row: Row) => <Listen row={row} /> }] : []),
  ];
}

function Mail({ row }: { readonly row: Row }) {
  const texts = useTexts(callTexts);
  const to = { to: row.mailTo };
  if (row.mailState === 'sent')
    return <StatusBadge tone="good">{fill(texts.mailSent, to)}</StatusBadge>;
  const isUnderWay = row.mailState === 'owed' || row.mailState === 'queued';
  return isUnderWay ? (
    <StatusBadge tone="info">{fill(texts.mailOwed, to)}</StatusBadge>
  ) : (
    <StatusBadge tone="bad">{fill(texts.mailFailed, to)}</StatusBadge>
  );
}

const audioPath = '/api/accounts/{account}/voicemails/{voicemail}/audio';

/** The sound is fetched when somebody wants to hear it: each listen is written down. */
function Listen({ row }: { readonly row: Row }) {
  const texts = useTexts(callTexts);
  const { id: account } = useAccount();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const params = { account, voicemail: row.id };
  const source = fillPath(audioPath, params);
  const heard = async () => {
    await call('POST /api/accounts/{account}/voicemails/{voicemail}/heard', { params });
    await queries.invalidateQueries({ queryKey: ['voicemails', account] });
  };
  const remove = async () => {
    await call('DELETE /api/accounts/{account}/voicemails/{voicemail}', { params });
    await queries.invalidateQueries({ queryKey: ['voicemails', account] });
  };
  return (
    <Stack gap={6}>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          aria-expanded={isOpen}
          leftSection={<Icon name="play" size={14} />}
          onClick={() => setOpen(!isOpen)}
        >
          {texts.play}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          component="a"
          href={source}
          download={`voicemail-${row.id}.wav`}
        >
          {texts.download}
        </Button>
        <Button size="compact-sm" variant="subtle" color="red" onClick={() => setAsked(true)}>
          {texts.delete}
        </Button>
        {row.heardAt === null ? <StatusBadge tone="info">{texts.new}</StatusBadge> : null}
      </Group>
      {isOpen ? (
        // biome-ignore lint/a11y/useMediaCaption: nobody has written down what a caller has said
        <audio
          controls
          autoPlay
          className={classes['player']}
          src={source}
          onPlay={() => row.heardAt === null && void heard()}
        />
      ) : null}
      <Confirm
        isOpen={isAsked}
        title={texts.deleteTitle}
        effect={texts.deleteEffect}
        action={texts.delete}
        onConfirm={remove}
        onClose={() => setAsked(false)}
      />
    </Stack>
  );
}
