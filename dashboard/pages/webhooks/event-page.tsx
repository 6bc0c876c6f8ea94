/** One event: its body as it is posted, and each attempt with what came back. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, actIn, askIn } from '../../api/operate.ts';
import { useLiveQuery } from '../../app/live/use-live-query.ts';
import { useAccount, useMay } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { CodeBlock } from '../../components/code-tabs.tsx';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { FailureNote } from '../../components/failure-note.tsx';
import { Fault } from '../../components/fault.tsx';
import { formatDuration, formatNumber } from '../../components/format.ts';
import { Icon } from '../../components/icon.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Code, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { useAction } from '../../components/use-action.ts';
import { countText, fill } from '../../texts/texts.ts';
import { webhookTexts } from '../../texts/webhooks.ts';
import { aboutPath } from './about-path.ts';
import { type Attempt, type Delivery, OutcomeBadge, useNextAttempt } from './outcome-badge.tsx';

export function EventPage() {
  const account = useAccount().id;
  const event =
    useParams({ strict: false, select: (names: { event?: string }) => names.event }) ?? '';
  const query = useLiveQuery({
    queryKey: ['event show', account, event],
    kinds: ['webhook'],
    ask: (how) => askIn(account, 'event show', { event: Number(event) }, how),
  });
  return <QueryView query={query}>{(found) => <Shown found={found} />}</QueryView>;
}

type Found = Answer<'event show'>;

function Shown({ found: { event: shown, body, attempts } }: { readonly found: Found }) {
  const texts = useTexts(webhookTexts);
  const account = useAccount().id;
  const mayChange = useMay('manage keys');
  return (
    <>
      <PageHeader
        title={fill(texts.eventTitle, { id: shown.id })}
        text={
          <Group gap="sm">
            <Link to={`/${account}/webhooks`}>{texts.back}</Link>
            <Code>{shown.kind}</Code>
            <About kind={shown.kind} about={shown.about} />
            <Time atMs={Date.parse(shown.createdAt)} />
          </Group>
        }
        actions={mayChange ? <SendAgain event={shown.id} /> : undefined}
      />
      <Stack gap="lg">
        <Panel title={texts.deliveries} isFlush>
          <DataTable
            label={texts.deliveries}
            columns={useDeliveryColumns()}
            rows={shown.deliveries}
            keyOf={({ endpointId }) => endpointId}
            empty={<EmptyView icon="webhook" title={texts.toNobody} text={texts.noEndpointsText} />}
          />
        </Panel>
        <Panel title={texts.body}>
          <CodeBlock label={texts.body} code={indented(body)} />
        </Panel>
        {attempts.map((attempt) => (
          <AttemptPanel
            key={attempt.id}
            attempt={attempt}
            endpoint={nameOf(attempt, shown.deliveries)}
          />
        ))}
      </Stack>
    </>
  );
}

/** A link where what it is about has a page. */
function About({ kind, about }: Pick<Found['event'], 'kind' | 'about'>) {
  const account = useAccount().id;
  const path = aboutPath(kind, about);
  if (path === undefined) return <Code>{about}</Code>;
  return (
    <Link to={`/${account}/${path}`}>
      <Code>{about}</Code>
    </Link>
  );
}

function useDeliveryColumns(): readonly Column<Delivery>[] {
  const texts = useTexts(webhookTexts);
  const { language } = useLanguage();
  const nextOf = useNextAttempt();
  return [
    { name: texts.endpoint, isTitle: true, show: ({ endpoint }) => <Code>{endpoint}</Code> },
    {
      name: texts.outcome,
      card: 'corner',
      show: ({ outcome }) => <OutcomeBadge outcome={outcome} />,
    },
    {
      name: texts.lastAttempt,
      card: 'line',
      isNamed: true,
      show: ({ lastAt }) =>
        lastAt === null ? texts.neverTried : <Time atMs={Date.parse(lastAt)} />,
    },
    {
      name: texts.next,
      card: 'foot',
      isNamed: true,
      show: (one) => (one.outcome === 'pending' ? nextOf(one) : texts.noAttempt),
    },
    {
      name: texts.made,
      card: 'foot',
      isNamed: true,
      isFigure: true,
      show: ({ attempts }) => formatNumber(attempts, language),
    },
  ];
}

function SendAgain({ event }: { readonly event: string }) {
  const texts = useTexts(webhookTexts);
  const { language } = useLanguage();
  const account = useAccount().id;
  const [sentTo, setSentTo] = useState<number>();
  const again = useAction(() => actIn(account, 'event replay', { event: Number(event) }));
  return (
    <>
      <FailureNote failure={again.failure} />
      {sentTo === undefined ? null : (
        <Text size="sm" role="status">
          {sentTo === 0 ? texts.owedAlready : countText(texts.sentAgain, sentTo, language)}
        </Text>
      )}
      <Button
        loading={again.isBusy}
        onClick={() => void again.run().then((made) => setSentTo(made?.endpointIds.length))}
        leftSection={<Icon name="refresh" size={16} />}
      >
        {texts.sendAgain}
      </Button>
    </>
  );
}

/** Attempts at several endpoints stand below each other. */
function nameOf({ endpointId }: Attempt, deliveries: readonly Delivery[]): string {
  const delivery = deliveries.find((one) => one.endpointId === endpointId);
  return delivery?.endpoint ?? `#${endpointId}`;
}

type AttemptProps = { readonly attempt: Attempt; readonly endpoint: string };

function AttemptPanel({ attempt, endpoint }: AttemptProps) {
  const texts = useTexts(webhookTexts);
  const { language } = useLanguage();
  const { phases, request, response } = attempt;
  const took = [
    [texts.resolve, phases.resolveMs],
    [texts.connect, phases.connectMs],
    [texts.tls, phases.tlsMs],
    [texts.wait, phases.answerMs],
  ] as const;
  const spent = took
    .filter(([, ms]) => ms > 0)
    .map(([name, ms]) => `${name} ${formatDuration(ms, language)}`);
  return (
    <Panel
      title={fill(texts.attempt, { n: attempt.attempt, endpoint })}
      actions={
        <>
          <OutcomeBadge outcome={attempt.outcome} />
          <Text span size="sm" c="dimmed">
            <Time atMs={Date.parse(attempt.at)} />
          </Text>
        </>
      }
    >
      <Stack gap="xs">
        {attempt.error === '' ? null : (
          <Alert color={attempt.outcome === 'delivered' ? 'yellow' : 'red'}>
            <Fault fault={attempt.fault} raw={attempt.error} />
          </Alert>
        )}
        {request === null ? (
          <Text size="sm">{texts.notSent}</Text>
        ) : (
          <CodeBlock
            label={texts.requestSent}
            code={[
              `POST ${request.url}`,
              ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
            ].join('\n')}
          />
        )}
        <Text size="xs" c="dimmed">
          {[attempt.ip, ...spent].filter((text) => text !== '').join(' · ')}
        </Text>
        {response === null ? (
          <Text size="sm">{texts.noAnswer}</Text>
        ) : (
          <CodeBlock
            label={texts.answer}
            code={`${response.head.trim()}\n\n${response.body}`.trim()}
          />
        )}
      </Stack>
    </Panel>
  );
}

/** JSON as people read it; what is none stays as it came. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
