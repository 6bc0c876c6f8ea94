/** One endpoint: how it does, what it is owed, what failed, and what people may do about it. */
import { Alert, Stack } from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { askIn } from '../../api/operate.ts';
import { useLiveQuery } from '../../app/live/use-live-query.ts';
import { useAccount, useMay } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Facts } from '../../components/facts.tsx';
import { Fault } from '../../components/fault.tsx';
import { formatDuration, formatNumber, formatTime } from '../../components/format.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Code, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useLiveList } from '../../components/use-list.ts';
import { countText, fill } from '../../texts/texts.ts';
import { webhookTexts } from '../../texts/webhooks.ts';
import { EndpointActions } from './endpoint-actions.tsx';
import { EndpointFigures } from './endpoint-figures.tsx';
import { EndpointTrial } from './endpoint-trial.tsx';
import {
  type Attempt,
  type Endpoint,
  EndpointState,
  OutcomeBadge,
  useNextAttempt,
} from './outcome-badge.tsx';
import { ReplaysPanel } from './replays-panel.tsx';
import { kindsOf } from './sample-kinds.ts';
import { Owed } from './webhooks-page.tsx';

export function EndpointPage() {
  const account = useAccount().id;
  const id =
    useParams({ strict: false, select: (names: { endpoint?: string }) => names.endpoint }) ?? '';
  const query = useLiveQuery({
    queryKey: ['endpoint show', account, id],
    kinds: [],
    ask: (how) => askIn(account, 'endpoint show', { endpoint: Number(id) }, how),
  });
  return <QueryView query={query}>{({ endpoint }) => <Shown endpoint={endpoint} />}</QueryView>;
}

function Shown({ endpoint }: { readonly endpoint: Endpoint }) {
  const texts = useTexts(webhookTexts);
  const account = useAccount().id;
  const mayChange = useMay('manage keys');
  const mayRead = useMay('read contents');
  return (
    <>
      <PageHeader
        title={endpoint.name}
        text={<Link to={`/${account}/webhooks`}>{texts.back}</Link>}
        actions={mayChange ? <EndpointActions endpoint={endpoint} /> : undefined}
      />
      <Stack gap="lg">
        <Breaker endpoint={endpoint} />
        <Panel title={texts.settings}>
          <Facts facts={useFacts(endpoint)} />
        </Panel>
        {mayChange ? (
          <EndpointTrial
            endpoint={endpoint.id}
            kinds={kindsOf(endpoint.source)}
            title={texts.test}
          />
        ) : null}
        <EndpointFigures endpoint={endpoint.id} />
        <ReplaysPanel endpoint={endpoint.id} />
        {mayRead ? <Failures endpoint={endpoint} /> : null}
      </Stack>
    </>
  );
}

function Breaker({ endpoint }: { readonly endpoint: Endpoint }) {
  const { breaker, state, reason, fault } = endpoint;
  const texts = useTexts(webhookTexts);
  const { language } = useLanguage();
  const nextOf = useNextOf();
  if (state === 'disabled')
    return (
      <Alert color="red">
        <Fault fault={fault} raw={reason} />
      </Alert>
    );
  if (breaker === null || state !== 'active') return null;
  const time = (atMs: number) => formatTime(atMs, language, Date.now());
  return (
    <Alert color="red">
      {countText(texts.breaker, breaker.failedAttempts, language, {
        time: time(Date.parse(breaker.failingSince)),
        again: nextOf(endpoint),
      })}
    </Alert>
  );
}

function useNextOf() {
  const nextOf = useNextAttempt();
  return ({ state, nextAttemptAt }: Endpoint) =>
    nextOf({ nextAttemptAt, held: state !== 'active' });
}

function useFacts(endpoint: Endpoint) {
  const texts = useTexts(webhookTexts);
  const { language } = useLanguage();
  const nextOf = useNextOf();
  const orders = { none: texts.orderNone, key: texts.orderKey, strict: texts.orderStrict };
  const timeText = (at: string) => formatTime(Date.parse(at), language, Date.now());
  const secrets = endpoint.secrets.map(({ createdAt, until }) => {
    const made = timeText(createdAt);
    return until === null
      ? made
      : `${made} (${fill(texts.secretUntil, { time: timeText(until) })})`;
  });
  return [
    { name: texts.url, value: <Code>{endpoint.url}</Code> },
    { name: texts.state, value: <EndpointState endpoint={endpoint} /> },
    { name: texts.since, value: <Time atMs={Date.parse(endpoint.since)} /> },
    { name: texts.source, value: texts[endpoint.source] },
    { name: texts.kinds, value: endpoint.events.join(', ') || texts.allKinds },
    { name: texts.owed, value: <Owed endpoint={endpoint} /> },
    {
      name: texts.oldest,
      value:
        endpoint.oldestOwedAt === null ? (
          texts.none
        ) : (
          <Time atMs={Date.parse(endpoint.oldestOwedAt)} />
        ),
    },
    { name: texts.next, value: endpoint.owed === 0 ? texts.noAttempt : nextOf(endpoint) },
    { name: texts.order, value: orders[endpoint.ordering] },
    { name: texts.inFlight, value: formatNumber(endpoint.maxInFlight, language) },
    {
      name: texts.rate,
      value:
        endpoint.ratePerSecond === null
          ? texts.anyRate
          : formatNumber(endpoint.ratePerSecond, language),
    },
    { name: texts.timeout, value: formatDuration(endpoint.timeoutMs, language) },
    { name: texts.headers, value: endpoint.headers ? texts.yes : texts.no },
    { name: texts.secrets, value: secrets.join(', ') },
  ];
}

const keyOf = ({ id }: Attempt) => id;

function Failures({ endpoint }: { readonly endpoint: Endpoint }) {
  const texts = useTexts(webhookTexts);
  const { language } = useLanguage();
  const account = useAccount().id;
  const navigate = useNavigate();
  const { id } = endpoint;
  const list = useLiveList<Attempt>(
    ['endpoint show', account, id, 'failures'],
    async (after, how) => {
      const behind = after === undefined ? {} : { after: Number(after) };
      const asked = { endpoint: id, limit: 50, ...behind };
      const { attempts, after: next } = await askIn(account, 'endpoint attempts', asked, how);
      return { rows: attempts, next };
    },
    { kinds: ['webhook'], keyOf },
  );
  const columns: readonly Column<Attempt>[] = [
    { name: texts.when, isTitle: true, show: ({ at }) => <Time atMs={Date.parse(at)} /> },
    {
      name: texts.outcome,
      card: 'corner',
      show: ({ outcome }) => <OutcomeBadge outcome={outcome} />,
    },
    {
      name: texts.status,
      card: 'foot',
      isNamed: true,
      show: ({ status }) => (status === 0 ? '' : status),
    },
    {
      name: texts.error,
      card: 'line',
      show: ({ error, fault }) => <Fault fault={fault} raw={error} isShort />,
    },
    {
      name: texts.took,
      card: 'foot',
      isFigure: true,
      show: ({ durationMs }) => formatDuration(durationMs, language),
    },
  ];
  return (
    <Panel title={texts.failures} isFlush>
      <DataTable
        {...list}
        label={texts.failures}
        columns={columns}
        keyOf={keyOf}
        onOpen={({ eventId }) => void navigate({ to: `/${account}/webhooks/events/${eventId}` })}
        empty={<EmptyView icon="check" title={texts.noFailures} text={texts.noFailuresText} />}
      />
    </Panel>
  );
}
