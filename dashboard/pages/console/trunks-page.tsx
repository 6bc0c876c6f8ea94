import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ask } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { AddButton } from '../../components/add-button.tsx';
import type { Column } from '../../components/column.ts';
import { formatNumber } from '../../components/format.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { settingText } from '../../components/setting-text.ts';
import { ShortList } from '../../components/short-list.tsx';
import { Code } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useOpened } from '../../components/use-opened.ts';
import { consoleTexts } from '../../texts/console.ts';
import { trunkTexts } from '../../texts/console-trunks.ts';
import { EditTrunk } from './edit-trunk.tsx';
import { TrunkActions } from './trunk-actions.tsx';
import type { Trunk } from './trunk-form.ts';
import { TrunkHealth } from './trunk-health.tsx';
import { TrunkMessages } from './trunk-messages.tsx';

/** Those of films and examples would fill the screen. */
const prefixesShown = 6;
/** How trunks do is live. */
const lookEveryMs = 3_000;

export function TrunksPage() {
  const texts = useTexts(consoleTexts);
  const words = useTexts(trunkTexts);
  const [isAdding, setAdding] = useOpened();
  const [watched, setWatched] = useState<string>();
  const query = useQuery({
    queryKey: ['trunk list'],
    queryFn: ({ signal }) => ask('trunk list', {}, { signal, isBackground: true }),
    refetchInterval: lookEveryMs,
  });
  const add = <AddButton onClick={() => setAdding(true)}>{words.addTrunk}</AddButton>;
  return (
    <>
      <PageHeader title={texts.trunks} text={texts.trunksLead} actions={add} />
      <ShortList
        list="trunks"
        label={texts.trunks}
        columns={useColumns(setWatched)}
        rows={query.data?.trunks}
        keyOf={({ id }) => id}
        textOf={useTrunkText()}
        failure={query.error ?? undefined}
        retry={() => void query.refetch()}
        empty={
          <EmptyView icon="call" title={texts.noTrunks} text={texts.noTrunksText} action={add} />
        }
      />
      <EditTrunk isOpen={isAdding} trunk={undefined} onClose={() => setAdding(false)} />
      {watched === undefined ? null : (
        <TrunkMessages name={watched} onClose={() => setWatched(undefined)} />
      )}
    </>
  );
}

function useTrunkText(): (trunk: Trunk) => string {
  const texts = useTexts(consoleTexts);
  return ({ name, enabled, settings }) =>
    [
      name,
      enabled ? texts.inUse : texts.paused,
      addressOf(settings),
      ...settings.prefixes.map((prefix) => `+${prefix}`),
    ].join(' ');
}

function useColumns(watch: (name: string) => void): readonly Column<Trunk>[] {
  const texts = useTexts(consoleTexts);
  const words = useTexts(trunkTexts);
  const { language } = useLanguage();
  return [
    {
      name: texts.name,
      sortBy: ({ name }) => name,
      isTitle: true,
      show: ({ name, builtIn }) => (builtIn ? `${name} (${texts.builtIn})` : name),
    },
    {
      id: 'state',
      name: texts.state,
      sortBy: ({ enabled }) => (enabled ? 0 : 1),
      card: 'corner',
      show: ({ enabled }) => (
        <StatusBadge tone={enabled ? 'good' : 'warn'}>
          {enabled ? texts.inUse : texts.paused}
        </StatusBadge>
      ),
    },
    {
      id: 'health',
      name: words.health,
      card: 'foot',
      show: (trunk) => <TrunkHealth trunk={trunk} />,
    },
    {
      id: 'ways',
      name: texts.ways,
      show: ({ settings: { inbound, outbound } }) =>
        [...(inbound ? [texts.inbound] : []), ...(outbound ? [texts.outbound] : [])].join(', '),
    },
    {
      id: 'address',
      name: texts.address,
      card: 'line',
      show: ({ settings }) => (
        <Box miw="14ch">
          <Code>{addressOf(settings)}</Code>
        </Box>
      ),
    },
    {
      id: 'prefixes',
      name: texts.prefixes,
      show: ({ settings: { prefixes } }) => {
        const more = prefixes.length > prefixesShown ? '…' : '';
        return `${settingText(prefixes.slice(0, prefixesShown))}${more}` || texts.allNumbers;
      },
    },
    {
      id: 'calls',
      name: words.calls,
      isFigure: true,
      show: ({ standings, settings: { maxCalls } }) => {
        const calls = standings.reduce((sum, standing) => sum + standing.calls, 0);
        const now = formatNumber(calls, language);
        return maxCalls === null ? now : `${now} / ${formatNumber(maxCalls, language)}`;
      },
    },
    {
      name: texts.actions,
      card: 'foot',
      show: (trunk) => <TrunkActions trunk={trunk} onWatch={() => watch(trunk.name)} />,
    },
  ];
}

function addressOf({ host, port, transport }: Trunk['settings']): string {
  return `${host}${port === null ? '' : `:${port}`} ${transport}`.trim();
}
