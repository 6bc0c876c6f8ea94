/** Where an account's events go, and the last of them. */
import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type Answer, actIn, askIn } from '../../api/operate.ts';
import { useLiveQuery } from '../../app/live/use-live-query.ts';
import { useAccount, useMay } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { AddButton } from '../../components/add-button.tsx';
import type { BulkAction } from '../../components/bulk.tsx';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { formatNumber } from '../../components/format.ts';
import { useOrder } from '../../components/list-order.ts';
import { readInstants } from '../../components/list-range.ts';
import { ListTotal } from '../../components/list-total.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { RangeChoice, useRange } from '../../components/range-choice.tsx';
import { ShortList } from '../../components/short-list.tsx';
import { Code, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useFilter } from '../../components/use-filter.ts';
import { rowsOfPage, useLiveList } from '../../components/use-list.ts';
import { useOpened } from '../../components/use-opened.ts';
import { inspectorTexts } from '../../texts/inspector.ts';
import { resendTexts } from '../../texts/resend.ts';
import { countText, fill } from '../../texts/texts.ts';
import { webhookTexts } from '../../texts/webhooks.ts';
import { AddEndpoint } from './add-endpoint.tsx';
import { type Endpoint, EndpointState, OutcomeBadge, useNextAttempt } from './outcome-badge.tsx';

export function WebhooksPage() {
  const texts = useTexts(webhookTexts);
  const mayChange = useMay('manage keys');
  const [isAdding, setAdding] = useOpened(mayChange);
  const check = mayChange ? <CheckLink /> : null;
  const add = mayChange ? <AddButton onClick={() => setAdding(true)}>{texts.add}</AddButton> : null;
  return (
    <>
      <PageHeader
        title={texts.title}
        text={texts.lead}
        actions={
          <>
            {check}
            {add}
          </>
        }
      />
      <Stack gap="lg">
        <Endpoints add={add} />
        <Events />
      </Stack>
      <AddEndpoint isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  );
}

function CheckLink() {
  const texts = useTexts(inspectorTexts);
  return <Link to={`/${useAccount().id}/webhooks/check`}>{texts.checkTitle}</Link>;
}

function Endpoints({ add }: { readonly add: React.ReactNode }) {
  const texts = useTexts(webhookTexts);
  const account = useAccount().id;
  const navigate = useNavigate();
  const query = useLiveQuery({
    queryKey: ['endpoint list', account],
    kinds: ['webhook'],
    ask: (how) => askIn(account, 'endpoint list', {}, how),
  });
  return (
    <ShortList
      list="endpoints"
      title={texts.endpoints}
      label={texts.endpoints}
      columns={useEndpointColumns()}
      rows={query.data?.endpoints}
      keyOf={({ id }) => id}
      textOf={useEndpointText()}
      failure={query.error ?? undefined}
      retry={() => void query.refetch()}
      onOpen={({ id }) => void navigate({ to: `/${account}/webhooks/${id}` })}
      empty={
        <EmptyView
          icon="webhook"
          title={texts.noEndpoints}
          text={texts.noEndpointsText}
          action={add}
        />
      }
    />
  );
}

function useEndpointColumns(): readonly Column<Endpoint>[] {
  const texts = useTexts(webhookTexts);
  return [
    {
      name: texts.endpoint,
      isTitle: true,
      sortBy: ({ name }) => name,
      show: ({ name }) => <Code>{name}</Code>,
    },
    { id: 'source', name: texts.source, card: 'foot', show: ({ source }) => texts[source] },
    {
      id: 'kinds',
      name: texts.kinds,
      card: 'line',
      show: ({ events }) => (events.length === 0 ? texts.allKinds : events.join(', ')),
    },
    {
      id: 'state',
      name: texts.state,
      card: 'corner',
      show: (endpoint) => <EndpointState endpoint={endpoint} />,
    },
    {
      id: 'owed',
      name: texts.owed,
      sortBy: ({ owed }) => owed,
      isNamed: true,
      isFigure: true,
      card: 'foot',
      show: (endpoint) => <Owed endpoint={endpoint} />,
    },
    {
      id: 'oldest',
      name: texts.oldest,
      show: ({ oldestOwedAt }) =>
        oldestOwedAt === null ? texts.none : <Time atMs={Date.parse(oldestOwedAt)} />,
    },
  ];
}

/** By what an endpoint is found: what its row says of it in words. */
function useEndpointText(): (endpoint: Endpoint) => string {
  const texts = useTexts(webhookTexts);
  return ({ name, url, source, events, state }) =>
    [name, url, texts[source], ...events, texts[state]].join(' ');
}

export function Owed({ endpoint }: { readonly endpoint: Endpoint }) {
  return useOwed(endpoint);
}

/** How many events it is owed, as far as they are counted. */
export function useOwed({ owed, owedMax }: Pick<Endpoint, 'owed' | 'owedMax'>): string {
  const texts = useTexts(webhookTexts);
  const { language } = useLanguage();
  const count = formatNumber(owed, language);
  return owed >= owedMax ? fill(texts.owedMore, { count }) : count;
}

type Event = Answer<'event list'>['events'][number];

const keyOf = ({ id }: Event) => id;

function Events() {
  const texts = useTexts(webhookTexts);
  const account = useAccount().id;
  const navigate = useNavigate();
  const asked = useAsked();
  const order = useOrder();
  const list = useLiveList<Event>(
    ['event list', account, { ...asked, order: order.value }],
    async (after, how) => {
      const behind = after === undefined ? {} : { after: Number(after) };
      const page = { order: order.value, limit: rowsOfPage(after), ...behind };
      const query = { ...queryOf(asked), ...page };
      const { events, after: next } = await askIn(account, 'event list', query, how);
      return { rows: events, next };
    },
    { kinds: [], keyOf: keyOf },
  );
  const mayRead = useMay('read contents');
  return (
    <Panel title={texts.events} isFlush actions={<EventFilters />}>
      <DataTable
        {...list}
        list="events"
        csv={`events-${account}`}
        label={texts.events}
        order={order}
        total={<EventTotal asked={asked} />}
        bulk={useBulk(useMay('manage keys'))}
        columns={useEventColumns()}
        keyOf={keyOf}
        onOpen={
          mayRead
            ? ({ id }) => void navigate({ to: `/${account}/webhooks/events/${id}` })
            : undefined
        }
        isFiltered={isFiltered(asked)}
        empty={<EmptyView icon="bolt" title={texts.noEvents} text={texts.noEventsText} />}
      />
    </Panel>
  );
}

function useEventColumns(): readonly Column<Event>[] {
  const texts = useTexts(webhookTexts);
  return [
    {
      name: texts.event,
      isTitle: true,
      show: (event) => (
        <Group gap={6}>
          <Code>{event.kind}</Code>
          {event.test ? <StatusBadge tone="quiet">{texts.testEvent}</StatusBadge> : null}
        </Group>
      ),
    },
    { id: 'about', name: texts.about, card: 'foot', show: ({ about }) => <Code>{about}</Code> },
    {
      id: 'deliveries',
      name: texts.deliveries,
      card: 'line',
      show: ({ deliveries }) => <Deliveries deliveries={deliveries} />,
    },
    {
      id: 'when',
      name: texts.when,
      isOrder: true,
      isFigure: true,
      card: 'foot',
      show: ({ createdAt }) => <Time atMs={Date.parse(createdAt)} />,
    },
  ];
}

function useAsked() {
  const [kind] = useFilter('kind');
  const [given] = useFilter('outcome');
  const outcome = outcomes.find((one) => one === given);
  return { kind, outcome, range: useRange() };
}

type Asked = ReturnType<typeof useAsked>;

/** As the server is asked now. */
function queryOf({ range, ...filter }: Asked) {
  return { ...filter, ...readInstants(range, Date.now()) };
}

function isFiltered({ kind, outcome, range }: Asked): boolean {
  return kind !== '' || outcome !== undefined || range.time !== '';
}

function EventTotal({ asked }: { readonly asked: Asked }) {
  const texts = useTexts(webhookTexts);
  const account = useAccount().id;
  return (
    <ListTotal
      queryKey={['event total', account, asked]}
      kinds={[]}
      ask={(how) => askIn(account, 'event total', queryOf(asked), how)}
      countOf={({ events }) => events}
      text={texts.foundEvents}
    />
  );
}

/** To the endpoints that get such events now, or were to get it. */
function useBulk(mayReplay: boolean): readonly BulkAction<Event>[] {
  const texts = useTexts(webhookTexts);
  const account = useAccount().id;
  const queries = useQueryClient();
  if (!mayReplay) return [];
  const replay: BulkAction<Event> = {
    name: texts.replaySome,
    title: texts.replaySomeTitle,
    effect: texts.replaySomeEffect,
    done: texts.replaySomeDone,
    isHarmless: true,
    fits: () => true,
    act: ({ id }) => actIn(account, 'event replay', { event: Number(id) }),
    changed: () => queries.invalidateQueries({ queryKey: ['event list', account] }),
  };
  return [replay];
}

const kinds = ['reply', 'stop', 'dlr', 'email', 'suppression'] as const;
const outcomes = ['delivered', 'undelivered', 'nobody'] as const;

function EventFilters() {
  const texts = { ...useTexts(webhookTexts), ...useTexts(resendTexts) };
  const [kind, setKind] = useFilter('kind');
  const [outcome, setOutcome] = useFilter('outcome');
  const names = {
    delivered: texts.allReceived,
    undelivered: texts.unreceived,
    nobody: texts.byNobody,
  };
  return (
    <Group gap="xs" align="flex-end">
      <RangeChoice isCompact />
      <NativeSelect
        size="xs"
        aria-label={texts.event}
        value={kind}
        onChange={({ currentTarget }) => setKind(currentTarget.value)}
        data={[{ value: '', label: texts.anyKind }, ...kinds]}
      />
      <NativeSelect
        size="xs"
        aria-label={texts.deliveries}
        value={outcome}
        onChange={({ currentTarget }) => setOutcome(currentTarget.value)}
        data={[
          { value: '', label: texts.anyOutcome },
          ...outcomes.map((value) => ({ value, label: names[value] })),
        ]}
      />
    </Group>
  );
}

function Deliveries({ deliveries }: Pick<Event, 'deliveries'>) {
  const texts = useTexts(webhookTexts);
  const { language } = useLanguage();
  const nextOf = useNextAttempt();
  if (deliveries.length === 0) {
    return (
      <Text span size="sm" c="dimmed">
        {texts.toNobody}
      </Text>
    );
  }
  return (
    <>
      <InShort deliveries={deliveries} />
      <Stack gap={4} visibleFrom="sm">
        {deliveries.map(({ endpointId, endpoint, outcome, attempts, ...next }) => (
          <Group key={endpointId} gap={6}>
            <OutcomeBadge outcome={outcome} />
            <Text span size="xs" c="dimmed" style={{ whiteSpace: 'normal' }}>
              {[
                endpoint,
                ...(attempts > 1 ? [countText(texts.attempts, attempts, language)] : []),
                ...(outcome === 'pending' ? [fill(texts.nextAt, { time: nextOf(next) })] : []),
              ].join(' · ')}
            </Text>
          </Group>
        ))}
      </Stack>
    </>
  );
}

/** In a line of a card: how many came to which outcome. */
function InShort({ deliveries }: Pick<Event, 'deliveries'>) {
  const byOutcome = Map.groupBy(deliveries, ({ outcome }) => outcome);
  return (
    <Group gap={6} hiddenFrom="sm">
      {[...byOutcome].map(([outcome, [first, ...others]]) => (
        <Group key={outcome} gap={4} wrap="nowrap">
          <OutcomeBadge outcome={outcome} />
          <Text span size="xs" c="dimmed">
            {others.length === 0 ? first?.endpoint : `× ${others.length + 1}`}
          </Text>
        </Group>
      ))}
    </Group>
  );
}
