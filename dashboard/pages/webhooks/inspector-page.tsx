/** The inspector of webhooks: what it answers next, and what it has received. */
import { Alert, Button, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, act, ask } from '../../api/operate.ts';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { Confirm } from '../../components/confirm.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { FilterText } from '../../components/filter-text.tsx';
import { formatBytes } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { useOrder } from '../../components/list-order.ts';
import { readInstants } from '../../components/list-range.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { RangeChoice, useRange } from '../../components/range-choice.tsx';
import { Code, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useFilter } from '../../components/use-filter.ts';
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
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [search] = useFilter('search');
  const [range, order] = [useRange(), useOrder()];
  const isFiltered = search !== '' || range.time !== '';
  const asked = { search, range, order: order.value };
  const list = useList<Received>(['inspected', asked], async (after, how) => {
    const behind = { before: after === undefined ? undefined : Number(after), limit: 50 };
    const time = readInstants(range, Date.now());
    const wish = { search, ...time, order: order.value, ...behind };
    const answer = await ask('simulator webhooks', wish, how);
    return { rows: answer.webhooks, next: answer.before };
  });
  const again = () => queries.invalidateQueries({ queryKey: ['inspected'] });
  return (
    <Panel
      isFlush
      title={texts.received}
      actions={
        <>
          <FilterText name="search" label={texts.search} isCompact />
          <RangeChoice isCompact />
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="refresh" size={14} />}
            onClick={() => void again()}
          >
            {texts.refresh}
          </Button>
          <ClearReceived
            count={isFiltered ? undefined : list.rows?.length}
            isMore={list.more !== undefined}
            onCleared={again}
          />
        </>
      }
    >
      <DataTable
        {...list}
        list="inspected"
        order={order}
        csv="webhooks"
        label={texts.received}
        columns={useColumns()}
        keyOf={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: `/console/inspector/${id}` })}
        isFiltered={isFiltered}
        empty={<EmptyView icon="inspect" title={texts.nothing} text={texts.nothingText} />}
      />
    </Panel>
  );
}

type ClearProps = {
  /** Undefined: the page does not know. */
  readonly count: number | undefined;
  readonly isMore: boolean;
  readonly onCleared: () => Promise<unknown>;
};

/** All that was received, also what a filter leaves out. */
function ClearReceived({ count = 0, isMore, onCleared }: ClearProps) {
  const texts = useTexts(inspectorTexts);
  const { language } = useLanguage();
  const [isAsking, setAsking] = useState(false);
  const counted = isMore ? texts.clearMore : texts.clearCount;
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
        {texts.clear}
      </Button>
      <Confirm
        isOpen={isAsking}
        title={texts.clear}
        effect={count === 0 ? texts.clearEffect : countText(counted, count, language)}
        action={texts.clear}
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await act('simulator webhooks clear', {});
          await onCleared();
        }}
      />
    </>
  );
}

function useColumns(): readonly Column<Received>[] {
  const texts = useTexts(inspectorTexts);
  const { language } = useLanguage();
  return [
    { name: texts.event, isTitle: true, show: ({ event }) => <Code>{event}</Code> },
    {
      id: 'webhook',
      name: texts.webhookId,
      card: 'line',
      show: ({ webhookId }) => <Code>{webhookId}</Code>,
    },
    {
      id: 'attempt',
      name: texts.attempt,
      card: 'foot',
      isNamed: true,
      isFigure: true,
      show: ({ attempt }) => attempt,
    },
    {
      id: 'octets',
      name: texts.octets,
      card: 'foot',
      isFigure: true,
      show: ({ octets }) => formatBytes(octets, language),
    },
    { id: 'answered', name: texts.answered, card: 'corner', show: ({ answer }) => answer },
    {
      isOrder: true,
      name: texts.when,
      card: 'foot',
      show: ({ at }) => <Time atMs={Date.parse(at)} />,
    },
  ];
}
