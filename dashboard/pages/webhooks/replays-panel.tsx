/** What of an endpoint's events was sent once more: which, how far it is, and a way to end it. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, actIn, askIn } from '../../api/operate.ts';
import { useAccount, useMay } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { Confirm } from '../../components/confirm.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { formatNumber, formatPhone } from '../../components/format.ts';
import { Panel } from '../../components/panel.tsx';
import { Time } from '../../components/shown.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { resendTexts } from '../../texts/resend.ts';
import { fill } from '../../texts/texts.ts';
import { webhookTexts } from '../../texts/webhooks.ts';

type Replay = Answer<'endpoint replays'>['replays'][number];

/** How often one that runs is looked at. */
const lookEveryMs = 2_000;

export function ReplaysPanel({ endpoint }: { readonly endpoint: number }) {
  const texts = useTexts(resendTexts);
  const account = useAccount().id;
  const mayChange = useMay('manage keys');
  const [ending, setEnding] = useState<Replay>();
  const query = useQuery({
    queryKey: ['endpoint replays', account],
    queryFn: ({ signal }) => askIn(account, 'endpoint replays', {}, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.replays.some(({ state: one }) => one === 'running') === true
        ? lookEveryMs
        : false,
  });
  const columns = useColumns(mayChange ? setEnding : undefined);
  const rows = query.data?.replays.filter(({ endpointId }) => endpointId === endpoint);
  if ((rows ?? []).length === 0 && query.error === null) return null;
  return (
    <Panel title={texts.replays} isFlush>
      <DataTable
        label={texts.replays}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        failure={query.error ?? undefined}
        retry={() => void query.refetch()}
        empty={null}
      />
      <EndReplay replay={ending} onClose={() => setEnding(undefined)} />
    </Panel>
  );
}

const tones = { running: 'info', done: 'good', cancelled: 'quiet' } as const;

function useColumns(end: ((replay: Replay) => void) | undefined): readonly Column<Replay>[] {
  const texts = { ...useTexts(webhookTexts), ...useTexts(resendTexts) };
  const { language } = useLanguage();
  const names = { running: texts.running, done: texts.done, cancelled: texts.cancelled };
  const outcomes = {
    undelivered: texts.onlyUndelivered,
    delivered: texts.onlyDelivered,
    any: texts.any,
  };
  return [
    {
      name: texts.started,
      isTitle: true,
      show: (one) => <Time atMs={Date.parse(one.createdAt)} />,
    },
    {
      name: texts.state,
      card: 'corner',
      show: ({ state }) => <StatusBadge tone={tones[state]}>{names[state]}</StatusBadge>,
    },
    {
      name: texts.which,
      card: 'line',
      show: ({ since, until, outcome, kinds, phone }) => (
        <>
          <Time atMs={Date.parse(since)} /> – <Time atMs={Date.parse(until)} />
          {[
            '',
            outcomes[outcome],
            ...(kinds.length === 0 ? [] : [kinds.join(', ')]),
            ...(phone === '' ? [] : [formatPhone(phone)]),
          ].join(' · ')}
        </>
      ),
    },
    {
      name: texts.made,
      card: 'foot',
      isNamed: true,
      isFigure: true,
      show: ({ made }) => formatNumber(made, language),
    },
    {
      name: texts.ended,
      card: 'foot',
      isNamed: true,
      show: ({ endedAt }) => (endedAt === null ? '–' : <Time atMs={Date.parse(endedAt)} />),
    },
    ...(end === undefined
      ? []
      : [
          {
            name: texts.end,
            isFigure: true,
            show: (replay: Replay) =>
              replay.state === 'running' ? (
                <Button size="compact-sm" variant="subtle" onClick={() => end(replay)}>
                  {texts.end}
                </Button>
              ) : null,
          },
        ]),
  ];
}

type EndProps = { readonly replay: Replay | undefined; readonly onClose: () => void };

function EndReplay({ replay, onClose }: EndProps) {
  const texts = useTexts(resendTexts);
  const { language } = useLanguage();
  const account = useAccount().id;
  return (
    <Confirm
      isOpen={replay !== undefined}
      title={texts.endTitle}
      effect={fill(texts.endEffect, { count: formatNumber(replay?.made ?? 0, language) })}
      action={texts.end}
      onClose={onClose}
      onConfirm={async () => {
        if (replay === undefined) return;
        await actIn(account, 'endpoint replay-cancel', { replay: replay.id });
      }}
    />
  );
}
