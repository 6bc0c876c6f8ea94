/** The processes that share the database, and the settings of this one. */
import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, act, ask } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { Confirm } from '../../components/confirm.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { formatDuration, formatNumber } from '../../components/format.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Code, Time } from '../../components/shown.tsx';
import { useAction } from '../../components/use-action.ts';
import { consoleTexts } from '../../texts/console.ts';
import { countText, fill } from '../../texts/texts.ts';
import { DoctorPanel } from './doctor-panel.tsx';

type Cluster = Answer<'cluster'>;
type Process = Cluster['processes'][number];

export function SystemPage() {
  const texts = useTexts(consoleTexts);
  const query = useQuery({
    queryKey: ['cluster'],
    queryFn: ({ signal }) => ask('cluster', {}, { signal, isBackground: true }),
    refetchInterval: 5_000,
  });
  return (
    <>
      <PageHeader title={texts.system} text={texts.systemLead} />
      <QueryView query={query}>{(cluster) => <Shown cluster={cluster} />}</QueryView>
    </>
  );
}

function Shown({ cluster }: { readonly cluster: Cluster }) {
  const texts = useTexts(consoleTexts);
  const { language } = useLanguage();
  const [asked, setAsked] = useState<Process>();
  const settings = useQuery({
    queryKey: ['config server'],
    queryFn: ({ signal }) => ask('config server', {}, { signal }),
  });
  const others = cluster.processes.filter(
    ({ id, draining }) => id !== asked?.id && !draining,
  ).length;
  const setDraining = ({ id, draining }: Process) =>
    act(draining ? 'cluster resume' : 'cluster drain', { process: id });
  const drain = useAction(setDraining);
  return (
    <Stack gap="lg">
      <FailureNote failure={drain.failure} />
      <Panel isFlush title={texts.processes}>
        <DataTable
          label={texts.processes}
          columns={useColumns(cluster, (process) =>
            process.draining ? void drain.run(process) : setAsked(process),
          )}
          rows={cluster.processes}
          keyOf={({ id }) => id}
          empty={texts.noProcesses}
        />
      </Panel>
      <Confirm
        isOpen={asked !== undefined}
        title={fill(texts.drainProcessTitle, { id: asked?.id ?? '' })}
        effect={
          others === 0
            ? texts.drainLastEffect
            : countText(texts.drainProcessEffect, others, language, {
                leases: formatNumber(heldBy(asked?.id, cluster).length, language),
              })
        }
        action={texts.drainProcess}
        onClose={() => setAsked(undefined)}
        onConfirm={async () => asked !== undefined && setDraining(asked)}
      />
      <DoctorPanel />
      <Panel isFlush title={texts.settings}>
        <DataTable
          label={texts.settings}
          columns={[
            { name: texts.setting, isTitle: true, show: ({ name }) => <Code>{name}</Code> },
            { name: texts.value, card: 'foot', show: ({ value }) => <Code>{value || '–'}</Code> },
          ]}
          rows={settings.data?.settings}
          failure={settings.error ?? undefined}
          retry={() => void settings.refetch()}
          keyOf={({ name }) => name}
          empty={null}
        />
      </Panel>
    </Stack>
  );
}

/** Names of the leases of a process. */
function heldBy(id: number | undefined, { leases }: Cluster): readonly string[] {
  return leases.filter(({ process }) => process === id).map(({ name }) => name);
}

function useColumns(
  cluster: Cluster,
  drain: (process: Process) => void,
): readonly Column<Process>[] {
  const texts = useTexts(consoleTexts);
  const { language } = useLanguage();
  return [
    { name: texts.process, isTitle: true, show: ({ id, host, pid }) => `${id} · ${host} · ${pid}` },
    { name: texts.version, card: 'corner', show: ({ version }) => version },
    { name: texts.roles, card: 'line', show: ({ roles }) => roles.join(', ') },
    { name: texts.since, card: 'foot', show: ({ since }) => <Time atMs={Date.parse(since)} /> },
    {
      name: texts.seen,
      card: 'foot',
      isNamed: true,
      show: ({ seenSecondsAgo }) =>
        fill(texts.ago, { time: formatDuration(Math.max(0, seenSecondsAgo * 1_000), language) }),
    },
    { name: texts.leases, show: ({ id }) => <Code>{inShort(heldBy(id, cluster))}</Code> },
    {
      name: texts.actions,
      card: 'foot',
      show: (process) => (
        <Button size="compact-sm" variant="subtle" onClick={() => drain(process)}>
          {process.draining ? texts.resumeProcess : texts.drainProcess}
        </Button>
      ),
    },
  ];
}

/** `webhook#0…31` is one word for thirty-two shares. */
function inShort(names: readonly string[]): string {
  const groups = Map.groupBy(names, (name) => name.split('#')[0] ?? name);
  return [...groups]
    .map(([name, all]) => (all.length === 1 ? name : `${name} × ${all.length}`))
    .join(', ');
}
