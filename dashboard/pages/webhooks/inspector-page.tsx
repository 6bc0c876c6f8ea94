/** The inspector of webhooks: what it answers next, and what it has received. */
import { Alert, Button, Group, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, act, ask } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { Confirm } from '../../components/confirm.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { formatBytes } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Code, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useList } from '../../components/use-list.ts';
import { inspectorTexts } from '../../texts/inspector.ts';
import { countText } from '../../texts/texts.ts';
import { NextAnswers } from './next-answers.tsx';

type Received = Answer<'simulator webhooks'>['webhooks'][number];

export function InspectorPage() {
  const texts = useTexts(inspectorTexts);
  const query = useQuery({
    queryKey: ['inspector'],
    queryFn: ({ signal }) => ask('simulator inspector show', {}, { signal }),
  });
  return (
    <>
      <PageHeader title={texts.title} text={texts.lead} />
      <Stack gap="lg">
        <QueryView query={query}>
          {({ isRunning, answer }) =>
            isRunning ? (
              <NextAnswers key={JSON.stringify(answer)} answer={answer} />
            ) : (
              <Alert color="yellow">{texts.absent}</Alert>
            )
          }
        </QueryView>
        <ReceivedRequests />
      </Stack>
    </>
  );
}

function ReceivedRequests() {
  const texts = useTexts(inspectorTexts);
  const { language } = useLanguage();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const list = useList<Received>(['inspected'], async (after, how) => {
    const before = after === undefined ? undefined : Number(after);
    const answer = await ask('simulator webhooks', { before, limit: 50 }, how);
    return { rows: answer.webhooks, next: answer.before };
  });
  const shown = list.rows?.length ?? 0;
  const counted = list.more === undefined ? texts.clearCount : texts.clearMore;
  const effect = shown === 0 ? texts.clearEffect : countText(counted, shown, language);
  const again = () => queries.invalidateQueries({ queryKey: ['inspected'] });
  return (
    <Panel
      isFlush
      title={texts.received}
      actions={
        <Group gap="xs">
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="refresh" size={14} />}
            onClick={() => void again()}
          >
            {texts.refresh}
          </Button>
          <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
            {texts.clear}
          </Button>
        </Group>
      }
    >
      <DataTable
        {...list}
        list="inspected"
        csv="webhooks"
        label={texts.received}
        columns={useColumns()}
        keyOf={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: `/console/inspector/${id}` })}
        empty={<EmptyView icon="inspect" title={texts.nothing} text={texts.nothingText} />}
      />
      <Confirm
        isOpen={isAsking}
        title={texts.clear}
        effect={effect}
        action={texts.clear}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await act('simulator webhooks clear', {});
          await again();
        }}
      />
    </Panel>
  );
}

function useColumns(): readonly Column<Received>[] {
  const texts = useTexts(inspectorTexts);
  const { language } = useLanguage();
  return [
    { name: texts.event, isTitle: true, show: ({ event }) => <Code>{event}</Code> },
    { name: texts.webhookId, show: ({ webhookId }) => <Code>{webhookId}</Code> },
    { name: texts.attempt, isFigure: true, show: ({ attempt }) => attempt },
    { name: texts.octets, isFigure: true, show: ({ octets }) => formatBytes(octets, language) },
    { name: texts.answered, show: ({ answer }) => answer },
    { name: texts.when, show: ({ at }) => <Time atMs={Date.parse(at)} /> },
  ];
}
