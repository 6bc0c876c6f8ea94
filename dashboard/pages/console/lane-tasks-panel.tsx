/** What was cancelled and moved lately, how far it is, and the end of what is in progress. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, act, ask } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { Confirm } from '../../components/confirm.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { formatNumber, formatUtc } from '../../components/format.ts';
import { Panel } from '../../components/panel.tsx';
import { Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { laneTaskTexts } from '../../texts/console-lane-tasks.ts';
import { fill } from '../../texts/texts.ts';

type Task = Answer<'lane tasks'>['tasks'][number];

export function LaneTasksPanel() {
  const texts = useTexts(laneTaskTexts);
  const query = useQuery({
    queryKey: ['lane tasks'],
    queryFn: ({ signal }) => ask('lane tasks', {}, { signal, isBackground: true }),
    refetchInterval: 3_000,
  });
  return (
    <Panel isFlush title={texts.tasks}>
      <DataTable
        label={texts.tasks}
        columns={useColumns()}
        rows={query.data?.tasks}
        failure={query.error ?? undefined}
        retry={() => void query.refetch()}
        keyOf={({ id }) => id}
        empty={<EmptyView icon="lane" title={texts.noTasks} text={texts.noTasksText} />}
      />
    </Panel>
  );
}

function useColumns(): readonly Column<Task>[] {
  const texts = useTexts(laneTaskTexts);
  const { language } = useLanguage();
  return [
    {
      name: texts.task,
      isTitle: true,
      show: ({ kind, to }) =>
        kind === 'cancel' ? texts.cancelled : fill(texts.moved, { operator: to ?? '' }),
    },
    { name: texts.which, card: 'line', show: (task) => <Which task={task} /> },
    { name: texts.state, card: 'corner', show: (task) => <State task={task} /> },
    {
      name: texts.texts,
      card: 'foot',
      isNamed: true,
      isFigure: true,
      show: (task) => formatNumber(task.texts, language),
    },
    { name: texts.when, card: 'foot', show: ({ since }) => <Time atMs={Date.parse(since)} /> },
    { name: texts.actor, show: ({ actor }) => actor },
    { name: texts.stop, card: 'foot', show: (task) => <StopAction task={task} /> },
  ];
}

function Which({ task: { filter } }: { readonly task: Task }) {
  const texts = useTexts(laneTaskTexts);
  const { lane, operator, account, tag, prefix, before } = filter;
  const said = [
    [texts.lane, lane],
    [texts.operator, operator],
    [texts.account, account],
    [texts.tag, tag],
    [texts.prefix, prefix],
  ].flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]));
  return [...said, fill(texts.before, { time: formatUtc(Date.parse(before)) })].join(', ');
}

function State({ task: { state } }: { readonly task: Task }) {
  const texts = useTexts(laneTaskTexts);
  if (state === 'open') return <StatusBadge tone="warn">{texts.stateOpen}</StatusBadge>;
  return state === 'done' ? (
    <StatusBadge tone="good">{texts.stateDone}</StatusBadge>
  ) : (
    <StatusBadge tone="bad">{texts.stateStopped}</StatusBadge>
  );
}

function StopAction({ task: { id, state } }: { readonly task: Task }) {
  const texts = useTexts(laneTaskTexts);
  const [isAsked, setAsked] = useState(false);
  if (state !== 'open') return null;
  return (
    <>
      <Button size="compact-sm" variant="subtle" onClick={() => setAsked(true)}>
        {texts.stop}
      </Button>
      <Confirm
        isOpen={isAsked}
        title={texts.stop}
        effect={texts.stopEffect}
        action={texts.stop}
        isHarmless
        onClose={() => setAsked(false)}
        onConfirm={() => act('lane stop', { task: id })}
      />
    </>
  );
}
