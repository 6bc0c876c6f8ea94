/** The last ten attempts at an endpoint, whether they came through or not. */
import { useNavigate } from '@tanstack/react-router';
import { type Answer, askIn } from '../../api/operate.ts';
import { useLiveQuery } from '../../app/live/use-live-query.ts';
import { useAccount } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import type { Column } from '../../components/column.ts';
import { DataTable } from '../../components/data-table.tsx';
import { Fault } from '../../components/fault.tsx';
import { formatDuration } from '../../components/format.ts';
import { Panel } from '../../components/panel.tsx';
import { Code, Time } from '../../components/shown.tsx';
import { EmptyView } from '../../components/states.tsx';
import { webhookTexts } from '../../texts/webhooks.ts';
import { OutcomeBadge } from './outcome-badge.tsx';

type Delivery = Answer<'endpoint deliveries'>['deliveries'][number];

type DeliveriesProps = { readonly endpoint: number; readonly title: string };

export function LastDeliveries({ endpoint: id, title }: DeliveriesProps) {
  const texts = useTexts(webhookTexts);
  const account = useAccount().id;
  const navigate = useNavigate();
  const query = useLiveQuery({
    queryKey: ['endpoint show', account, id, 'deliveries'],
    kinds: ['webhook'],
    ask: (how) => askIn(account, 'endpoint deliveries', { endpoint: id }, how),
  });
  return (
    <Panel title={title} isFlush>
      <DataTable
        label={title}
        columns={useColumns()}
        rows={query.data?.deliveries}
        keyOf={({ id: attempt }) => attempt}
        failure={query.error ?? undefined}
        retry={() => void query.refetch()}
        onOpen={({ eventId }) => void navigate({ to: `/${account}/webhooks/events/${eventId}` })}
        empty={
          <EmptyView icon="webhook" title={texts.noDeliveries} text={texts.noDeliveriesText} />
        }
      />
    </Panel>
  );
}

function useColumns(): readonly Column<Delivery>[] {
  const texts = useTexts(webhookTexts);
  const { language } = useLanguage();
  return [
    { name: texts.event, isTitle: true, show: ({ kind }) => <Code>{kind}</Code> },
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
    { name: texts.when, card: 'foot', show: ({ at }) => <Time atMs={Date.parse(at)} /> },
    {
      name: texts.took,
      card: 'foot',
      isFigure: true,
      show: ({ durationMs }) => formatDuration(durationMs, language),
    },
  ];
}
