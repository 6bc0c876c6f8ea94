/** What is pending, where it waits, and what keeps it. */
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Answer, ask } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { Facts } from '../../components/facts.tsx';
import { formatDuration, formatNumber } from '../../components/format.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { ShortList } from '../../components/short-list.tsx';
import { Code } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { consoleTexts } from '../../texts/console.ts';
import { laneTexts } from '../../texts/console-lanes.ts';
import { fill } from '../../texts/texts.ts';
import { type Lane, LaneActions } from './lane-actions.tsx';
import { TaskButton } from './lane-task-button.tsx';
import { LaneTasksPanel } from './lane-tasks-panel.tsx';

type Listed = Answer<'lane list'>;

export function LanesPage() {
  const texts = useTexts(consoleTexts);
  const query = useQuery({
    queryKey: ['lane list'],
    queryFn: ({ signal }) => ask('lane list', {}, { signal, isBackground: true }),
    refetchInterval: 3_000,
  });
  return (
    <>
      <PageHeader title={texts.lanes} text={texts.lanesLead} actions={<TaskButton lane="" />} />
      <QueryView query={query}>{(listed) => <Shown listed={listed} />}</QueryView>
    </>
  );
}

function Shown({ listed: { engines, lanes, isCut } }: { readonly listed: Listed }) {
  const texts = useTexts(consoleTexts);
  const own = useTexts(laneTexts);
  const { language } = useLanguage();
  const lag = (lateMs: number | null) =>
    lateMs === null
      ? texts.onTime
      : fill(texts.ago, { time: formatDuration(Math.max(0, lateMs), language) });
  return (
    <Stack gap="lg">
      <Panel>
        <Facts
          facts={engines.map(({ engine, owed, lateMs }) => ({
            name: texts[engine],
            value: `${formatNumber(owed, language)} · ${lag(lateMs)}`,
          }))}
        />
      </Panel>
      <ShortList
        list="lanes"
        csv="queues"
        label={texts.lanes}
        columns={useColumns()}
        rows={lanes}
        keyOf={({ lane }) => lane}
        textOf={({ lane, engine, owner }) => [lane, texts[engine], owner].join(' ')}
        empty={<EmptyView icon="lane" title={texts.noLanes} text={texts.noLanesText} />}
      />
      {isCut ? texts.more : null}
      <Text size="sm" c="dimmed">
        {own.drainHint}
      </Text>
      <LaneTasksPanel />
    </Stack>
  );
}

function useColumns(): readonly Column<Lane>[] {
  const texts = useTexts(consoleTexts);
  const own = useTexts(laneTexts);
  const { language } = useLanguage();
  return [
    {
      name: texts.lane,
      sortBy: ({ lane }) => lane,
      isTitle: true,
      show: ({ lane }) => <Code>{lane}</Code>,
    },
    {
      id: 'engine',
      name: texts.engine,
      sortBy: ({ engine }) => texts[engine],
      card: 'line',
      show: ({ engine }) => texts[engine],
    },
    { id: 'owner', name: texts.owner, sortBy: ({ owner }) => owner, show: ({ owner }) => owner },
    {
      id: 'owed',
      name: texts.owed,
      sortBy: ({ owed }) => owed,
      card: 'foot',
      isNamed: true,
      isFigure: true,
      show: ({ owed }) => formatNumber(owed, language),
    },
    {
      id: 'late',
      name: own.late,
      sortBy: ({ lateMs }) => lateMs ?? 0,
      card: 'foot',
      isNamed: true,
      isFigure: true,
      show: ({ lateMs }) => (lateMs === null ? texts.onTime : formatDuration(lateMs, language)),
    },
    { name: own.standing, card: 'corner', show: (lane) => <Standing lane={lane} /> },
    { name: texts.actions, card: 'foot', show: (lane) => <LaneActions lane={lane} /> },
  ];
}

function Standing({ lane: { breaker, isPaused, operator } }: { readonly lane: Lane }) {
  const texts = useTexts(laneTexts);
  if (isPaused) return <StatusBadge tone="warn">{texts.paused}</StatusBadge>;
  if (breaker !== null) return <StatusBadge tone="bad">{texts.broken}</StatusBadge>;
  if (operator?.state === 'draining')
    return <StatusBadge tone="warn">{texts.draining}</StatusBadge>;
  return <StatusBadge tone="good">{texts.flowing}</StatusBadge>;
}
