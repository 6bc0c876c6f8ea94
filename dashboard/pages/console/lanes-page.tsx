/** What is owed, where it waits, and what keeps it. */
import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type Answered, call } from '../../api/call.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { Facts } from '../../components/facts.tsx';
import { formatDuration, formatNumber } from '../../components/format.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Code } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useAction } from '../../components/use-action.ts';
import { consoleTexts } from '../../texts/console.ts';
import { fill } from '../../texts/texts.ts';

type Listed = Answered<'GET /api/console/lanes'>;
type Lane = Listed['lanes'][number];

const key = ['console', 'lanes'];

export function LanesPage() {
  const texts = useTexts(consoleTexts);
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call('GET /api/console/lanes', { signal, isBackground: true }),
    refetchInterval: 3_000,
  });
  return (
    <>
      <PageHeader title={texts.lanes} text={texts.lanesLead} />
      <QueryView query={query}>{(listed) => <Shown listed={listed} />}</QueryView>
    </>
  );
}

function Shown({ listed: { engines, lanes, isCut } }: { readonly listed: Listed }) {
  const texts = useTexts(consoleTexts);
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
      <Panel isFlush title={texts.lanes}>
        <DataTable
          label={texts.lanes}
          columns={useColumns()}
          rows={lanes}
          keyOf={({ lane }) => lane}
          empty={<EmptyView icon="lane" title={texts.noLanes} text={texts.noLanesText} />}
        />
      </Panel>
      {isCut ? texts.more : null}
    </Stack>
  );
}

function useColumns(): readonly Column<Lane>[] {
  const texts = useTexts(consoleTexts);
  const { language } = useLanguage();
  const hold = useAction(
    ({ lane, isHeld }: Lane) =>
      call('PUT /api/console/mail-lanes', {
        body: { lane: lane.split(':')[0] ?? lane, isHeld: !isHeld },
      }),
    key,
  );
  return [
    { name: texts.lane, isTitle: true, show: ({ lane }) => <Code>{lane}</Code> },
    { name: texts.engine, show: ({ engine }) => texts[engine] },
    { name: texts.owner, show: ({ owner }) => owner },
    { name: texts.owed, isFigure: true, show: ({ owed }) => formatNumber(owed, language) },
    {
      name: texts.breaker,
      show: ({ breaker, isHeld }) =>
        isHeld ? (
          <StatusBadge tone="warn">{texts.held}</StatusBadge>
        ) : (
          <StatusBadge tone={breaker === null ? 'good' : 'bad'}>
            {breaker === null ? texts.closed : texts.open}
          </StatusBadge>
        ),
    },
    {
      name: texts.actions,
      show: (lane) =>
        holdable.test(lane.lane) ? (
          <Button size="compact-sm" variant="subtle" onClick={() => void hold.run(lane)}>
            {lane.isHeld ? texts.resume : texts.hold}
          </Button>
        ) : (
          ''
        ),
    },
  ];
}

const holdable = /^mail\/(?:catcher|relay|direct\/)/;
