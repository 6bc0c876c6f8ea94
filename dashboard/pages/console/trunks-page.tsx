/** Carriers that calls come from and go to. */
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answered, call } from '../../api/call.ts';
import { useTexts } from '../../app/use-texts.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { settingText } from '../../components/setting-text.ts';
import { Code } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useAction } from '../../components/use-action.ts';
import { consoleTexts } from '../../texts/console.ts';
import { TrunkMessages } from './trunk-messages.tsx';

type Trunk = Answered<'GET /api/console/trunks'>['trunks'][number];

const key = ['console', 'trunks'];

export function TrunksPage() {
  const texts = useTexts(consoleTexts);
  const [watched, setWatched] = useState<Trunk>();
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call('GET /api/console/trunks', { signal }),
  });
  return (
    <>
      <PageHeader title={texts.trunks} text={texts.trunksLead} />
      <Panel isFlush>
        <DataTable
          label={texts.trunks}
          columns={useColumns(setWatched)}
          rows={query.data?.trunks}
          keyOf={({ id }) => id}
          failure={query.error ?? undefined}
          retry={() => void query.refetch()}
          empty={<EmptyView icon="call" title={texts.noTrunks} text={texts.noTrunksText} />}
        />
      </Panel>
      {watched === undefined ? null : (
        <TrunkMessages id={watched.id} name={watched.name} onClose={() => setWatched(undefined)} />
      )}
    </>
  );
}

function useColumns(watch: (trunk: Trunk) => void): readonly Column<Trunk>[] {
  const texts = useTexts(consoleTexts);
  const change = useAction(
    ({ id, enabled }: Trunk) =>
      call('PUT /api/console/trunks/{id}/state', { params: { id }, body: { enabled: !enabled } }),
    key,
  );
  const setting = (trunk: Trunk, name: string) => settingText(trunk.settings[name]);
  return [
    {
      name: texts.name,
      isTitle: true,
      show: ({ name, builtIn }) => (builtIn ? `${name} (${texts.builtIn})` : name),
    },
    {
      name: texts.state,
      show: ({ enabled }) => (
        <StatusBadge tone={enabled ? 'good' : 'warn'}>
          {enabled ? texts.inUse : texts.paused}
        </StatusBadge>
      ),
    },
    {
      name: texts.ways,
      show: ({ settings }) =>
        [
          ...(settings['inbound'] === true ? [texts.inbound] : []),
          ...(settings['outbound'] === true ? [texts.outbound] : []),
        ].join(', '),
    },
    {
      name: texts.address,
      show: (trunk) => (
        <Code>{`${setting(trunk, 'host')} ${setting(trunk, 'transport')}`.trim()}</Code>
      ),
    },
    { name: texts.prefixes, show: (trunk) => setting(trunk, 'prefixes') || texts.allNumbers },
    {
      name: texts.maxCalls,
      isFigure: true,
      show: (trunk) => setting(trunk, 'maxCalls') || texts.anyRate,
    },
    {
      name: texts.actions,
      show: (trunk) => (
        <Group gap={4}>
          <Button size="compact-sm" variant="subtle" onClick={() => watch(trunk)}>
            {texts.messages}
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={() => void change.run(trunk)}>
            {trunk.enabled ? texts.pause : texts.resume}
          </Button>
        </Group>
      ),
    },
  ];
}
