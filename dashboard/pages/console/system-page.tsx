/** The processes that share the database, and the settings of this one. */
import { Button, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answered, call } from '../../api/call.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
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

type System = Answered<'GET /api/console/system'>;
type Process = System['processes'][number];

const key = ['console', 'system'];

export function SystemPage() {
  const texts = useTexts(consoleTexts);
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call('GET /api/console/system', { signal, isBackground: true }),
    refetchInterval: 5_000,
  });
  return (
    <>
      <PageHeader title={texts.system} text={texts.systemLead} />
      <QueryView query={query}>{(system) => <Shown system={system} />}</QueryView>
    </>
  );
}

function Shown({ system }: { readonly system: System }) {
  const texts = useTexts(consoleTexts);
  const { language } = useLanguage();
  const queries = useQueryClient();
  const [asked, setAsked] = useState<Process>();
  const others = system.processes.filter(
    ({ id, draining }) => id !== asked?.id && !draining,
  ).length;
  const setDraining = async ({ id, draining }: Process) => {
    const params = { id };
    await call('PUT /api/console/processes/{id}/draining', {
      params,
      body: { draining: !draining },
    });
    await queries.invalidateQueries({ queryKey: key });
  };
  const drain = useAction(setDraining, key);
  return (
    <Stack gap="lg">
      <FailureNote failure={drain.failure} />
      <Panel isFlush title={texts.processes}>
        <DataTable
          label={texts.processes}
          columns={useColumns(system.nowMs, (process) =>
            process.draining ? void drain.run(process) : setAsked(process),
          )}
          rows={system.processes}
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
                leases: formatNumber(asked?.leases.length ?? 0, language),
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
            { name: texts.value, show: ({ value }) => <Code>{value}</Code> },
          ]}
          rows={system.settings}
          keyOf={({ name }) => name}
          empty={null}
        />
      </Panel>
    </Stack>
  );
}

function useColumns(nowMs: number, drain: (process: Process) => void): readonly Column<Process>[] {
  const texts = useTexts(consoleTexts);
  const { language } = useLanguage();
  return [
    { name: texts.process, isTitle: true, show: ({ id, host, pid }) => `${id} · ${host} · ${pid}` },
    { name: texts.version, show: ({ version }) => version },
    { name: texts.roles, show: ({ roles }) => roles.join(', ') },
    { name: texts.since, show: ({ startedAtMs }) => <Time atMs={startedAtMs} /> },
    {
      name: texts.seen,
      show: ({ seenAtMs }) =>
        fill(texts.ago, { time: formatDuration(Math.max(0, nowMs - seenAtMs), language) }),
    },
    { name: texts.leases, show: ({ leases }) => <Code>{inShort(leases)}</Code> },
    {
      name: texts.actions,
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
