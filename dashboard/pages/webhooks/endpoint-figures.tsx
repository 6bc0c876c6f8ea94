/** How an endpoint did over a time that stands in the address: how many attempts it took, and how fast it answered. */
import { Stack } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { type Answer, askIn } from '../../api/operate.ts';
import { useAccount } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Chart } from '../../components/chart.tsx';
import { beforeSeries, useCompared } from '../../components/compared.tsx';
import { Facts } from '../../components/facts.tsx';
import { formatDuration, formatNumber, formatShare } from '../../components/format.ts';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { SpanChoices, useSpan } from '../../components/span-choices.tsx';
import type { Span } from '../../components/statistics-span.ts';
import { useFigures } from '../../components/use-figures.ts';
import { statisticsTexts } from '../../texts/statistics.ts';
import { webhookTexts } from '../../texts/webhooks.ts';

type Told = Answer<'endpoint figures'>;
type Step = Told['total'];

export function EndpointFigures({ endpoint }: { readonly endpoint: number }) {
  const texts = useTexts(webhookTexts);
  const account = useAccount().id;
  const span = useSpan();
  const { query, before } = useFigures(
    span,
    ['endpoint figures', account, endpoint],
    ({ by, from, until }, how) =>
      askIn(account, 'endpoint figures', { endpoint, by, since: from, until }, how),
  );
  return (
    <Panel title={texts.figures}>
      <SpanChoices span={span} />
      <QueryView query={query}>
        {(told) => <Plots told={told} before={before} by={span.by} />}
      </QueryView>
    </Panel>
  );
}

type PlotsProps = {
  readonly told: Told;
  readonly before: Told | undefined;
  readonly by: Span['by'];
};

function Plots({ told, before, by }: PlotsProps) {
  const texts = useTexts(webhookTexts);
  const words = useTexts(statisticsTexts);
  const { language } = useLanguage();
  const axis = { zone: told.zone, by };
  const compare = useCompared(told.total, before?.total);
  const asDelay = useCallback((value: number) => formatDuration(value, language), [language]);
  const { steps } = told;
  // A plot is drawn again for each list that it is given.
  const { times, counts, delays } = useMemo(() => {
    const series = (name: string, tone: 'accent' | 'bad' | 'warn', of: Of) => {
      return { name, tone, values: steps.map(of) };
    };
    return {
      times: steps.map(({ from }) => Date.parse(from)),
      counts: [
        series(texts.reached, 'accent', ({ delivered }) => delivered),
        series(texts.failed, 'bad', ({ failed }) => failed),
        ...beforeSeries(words.before, before?.steps, attemptsOf),
      ],
      delays: [
        series(words.halfWithin, 'accent', ({ halfWithinMs }) => halfWithinMs),
        series(words.mostWithin, 'warn', ({ mostWithinMs }) => mostWithinMs),
        ...beforeSeries(
          `${words.before}: ${words.halfWithin}`,
          before?.steps,
          ({ halfWithinMs }) => halfWithinMs,
        ),
      ],
    };
  }, [steps, before, texts, words]);
  const delayText = (ms: number | null) => (ms === null ? '–' : asDelay(ms));
  return (
    <Stack gap="md">
      <Facts
        facts={[
          {
            name: texts.allAttempts,
            value: compare((total) => formatNumber(attemptsOf(total), language)),
          },
          { name: texts.success, value: compare((total) => shareText(total, language)) },
          { name: words.halfWithin, value: compare((total) => delayText(total.halfWithinMs)) },
          { name: words.mostWithin, value: compare((total) => delayText(total.mostWithinMs)) },
        ]}
      />
      <Chart label={texts.allAttempts} times={times} axis={axis} series={counts} isBars />
      <Chart label={texts.responseTime} times={times} axis={axis} series={delays} show={asDelay} />
    </Stack>
  );
}

type Of = (step: Step) => number | null;

function attemptsOf({ delivered, failed }: Step): number {
  return delivered + failed;
}

function shareText(total: Step, language: Parameters<typeof formatShare>[1]): string {
  const attempts = attemptsOf(total);
  return attempts === 0 ? '–' : formatShare(total.delivered / attempts, language);
}
