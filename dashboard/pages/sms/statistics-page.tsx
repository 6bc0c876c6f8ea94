/** Parts sent and what they cost, by day or by hour, over a time that stands in the address. */
import { Button, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { type Answer, askIn } from '../../api/operate.ts';
import { useAccount, useMode } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Chart } from '../../components/chart.tsx';
import { beforeSeries, useCompared } from '../../components/compared.tsx';
import { Facts } from '../../components/facts.tsx';
import { formatMoney, formatNumber } from '../../components/format.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { Panel } from '../../components/panel.tsx';
import { Plots } from '../../components/plots.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { SpanChoices, useSpan } from '../../components/span-choices.tsx';
import { EmptyView } from '../../components/states.tsx';
import type { Span } from '../../components/statistics-span.ts';
import { useFigures } from '../../components/use-figures.ts';
import { statisticsTexts } from '../../texts/statistics.ts';
import { MessageFigures } from './message-figures.tsx';

type Statistics = Answer<'ledger statistics'>;
type Step = Statistics['steps'][number];

export function StatisticsPage() {
  const texts = useTexts(statisticsTexts);
  const { id: account } = useAccount();
  const { mode } = useMode();
  const span = useSpan();
  const { query, before } = useFigures(span, ['ledger statistics', account, mode], (asked, how) =>
    askIn(account, 'ledger statistics', { mode, product: 'sms', ...asked }, how),
  );
  return (
    <div data-wide>
      <PageHeader title={texts.title} text={texts.intro} />
      <SpanChoices span={span} />
      <QueryView query={query}>
        {(statistics) =>
          statistics.parts === 0 ? (
            <Nothing />
          ) : (
            <Figures told={statistics} before={before} by={span.by} />
          )
        }
      </QueryView>
      <MessageFigures span={span} />
    </div>
  );
}

type FiguresProps = {
  readonly told: Statistics;
  readonly before: Statistics | undefined;
  readonly by: Span['by'];
};

function Figures({ told, before, by }: FiguresProps) {
  const texts = useTexts(statisticsTexts);
  const { language } = useLanguage();
  const { currency, zone, steps } = told;
  const axis = { zone, by };
  const showCost = useCallback(
    (value: number) => formatMoney(String(value), currency, language),
    [currency, language],
  );
  // A plot is drawn again for each list that it is given.
  const { times, partsSeries, costSeries } = useMemo(() => {
    const series = (name: string, tone: 'accent' | 'info', of: (step: Step) => number) => [
      { name, tone, values: steps.map(of) },
      ...beforeSeries(texts.before, before?.steps, of),
    ];
    return {
      times: steps.map(({ from }) => Date.parse(from)),
      partsSeries: series(texts.parts, 'accent', (step) => step.parts),
      costSeries: series(texts.cost, 'info', (step) => Number(step.cost)),
    };
  }, [steps, before, texts]);
  const compare = useCompared(told, before);
  return (
    <Stack gap="md">
      <Panel>
        <Facts
          facts={[
            { name: texts.parts, value: compare((one) => formatNumber(one.parts, language)) },
            {
              name: texts.cost,
              value: compare((one) => formatMoney(one.cost, one.currency, language)),
            },
            { name: texts.zone, value: zone },
          ]}
        />
      </Panel>
      <Plots>
        <Panel title={texts.parts}>
          <Chart label={texts.parts} times={times} axis={axis} series={partsSeries} isBars />
        </Panel>
        <Panel title={texts.cost}>
          <Chart label={texts.cost} times={times} axis={axis} series={costSeries} show={showCost} />
        </Panel>
      </Plots>
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
