/** Parts sent and what they cost, by day or by hour, over a time that stands in the address. */
import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { type Answered, call } from '../../api/call.ts';
import { useAccount, useMode } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Chart } from '../../components/chart.tsx';
import { Facts } from '../../components/facts.tsx';
import { formatMoney, formatNumber } from '../../components/format.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { SpanChoices } from '../../components/span-choices.tsx';
import { EmptyView } from '../../components/states.tsx';
import { readSpan, type Span, spanAt } from '../../components/statistics-span.ts';
import { useFilter } from '../../components/use-filter.ts';
import { statisticsTexts } from '../../texts/statistics.ts';
import { MessageFigures } from './message-figures.tsx';

type Statistics = Answered<'GET /api/accounts/{account}/statistics'>;

export function StatisticsPage() {
  const texts = useTexts(statisticsTexts);
  const { id: account } = useAccount();
  const { mode } = useMode();
  const [days] = useFilter('days');
  const [by] = useFilter('by');
  const span = readSpan(days, by);
  const query = useQuery({
    queryKey: ['statistics', account, mode, span.days, span.by],
    queryFn: ({ signal }) => {
      const asked = { mode, product: 'sms' as const, by: span.by, ...spanAt(span, Date.now()) };
      const params = { account };
      return call('GET /api/accounts/{account}/statistics', { params, query: asked, signal });
    },
  });
  return (
    <>
      <PageHeader title={texts.title} text={texts.intro} />
      <SpanChoices span={span} />
      <QueryView query={query}>
        {(statistics) =>
          statistics.parts === 0 ? <Nothing /> : <Figures {...statistics} by={span.by} />
        }
      </QueryView>
      <MessageFigures span={span} />
    </>
  );
}

function Figures({ parts, cost, currency, zone, steps, by }: Statistics & Pick<Span, 'by'>) {
  const texts = useTexts(statisticsTexts);
  const { language } = useLanguage();
  const axis = { zone, by };
  const showCost = useCallback(
    (value: number) => formatMoney(String(value), currency, language),
    [currency, language],
  );
  // A plot is drawn anew for each list that it is given.
  const { times, partsSeries, costSeries } = useMemo(
    () => ({
      times: steps.map(({ from }) => from),
      partsSeries: [
        { name: texts.parts, tone: 'accent', values: steps.map((step) => step.parts) } as const,
      ],
      costSeries: [
        { name: texts.cost, tone: 'info', values: steps.map((step) => Number(step.cost)) } as const,
      ],
    }),
    [steps, texts],
  );
  return (
    <Stack gap="md">
      <Panel>
        <Facts
          facts={[
            { name: texts.parts, value: formatNumber(parts, language) },
            { name: texts.cost, value: formatMoney(cost, currency, language) },
            { name: texts.zone, value: zone },
          ]}
        />
      </Panel>
      <Panel title={texts.parts}>
        <Chart label={texts.parts} times={times} axis={axis} series={partsSeries} />
      </Panel>
      <Panel title={texts.cost}>
        <Chart label={texts.cost} times={times} axis={axis} series={costSeries} show={showCost} />
      </Panel>
    </Stack>
  );
}

function Nothing() {
  const texts = useTexts(statisticsTexts);
  const navigate = useNavigate();
  const { id: account } = useAccount();
  return (
    <Panel>
      <EmptyView
        icon="chart"
        title={texts.noneTitle}
        text={texts.noneText}
        action={
          <Button onClick={() => void navigate({ to: `/${account}/sms/send` })}>
            {texts.sendOne}
          </Button>
        }
      />
    </Panel>
  );
}
