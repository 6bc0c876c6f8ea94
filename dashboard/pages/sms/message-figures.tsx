/** How messages went: what arrived and how soon, by time, by country, by operator, and why some did not. */
import { Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { type Answered, call } from '../../api/call.ts';
import { useAccount, useMode } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Chart } from '../../components/chart.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { DownloadButton } from '../../components/download-button.tsx';
import { Facts } from '../../components/facts.tsx';
import { formatDuration, formatMoney, formatNumber, formatShare } from '../../components/format.ts';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { Code } from '../../components/shown.tsx';
import { type Span, spanAt } from '../../components/statistics-span.ts';
import { statisticsTexts } from '../../texts/statistics.ts';
import type { Language } from '../../texts/texts.ts';
import { shareDelivered } from './share-delivered.ts';

type Told = Answered<'GET /api/accounts/{account}/statistics/messages'>;
type Figures = Told['total'];
type Texts = (typeof statisticsTexts)['en'];

export function MessageFigures({ span }: { readonly span: Span }) {
  const { id: account } = useAccount();
  const { mode } = useMode();
  const query = useQuery({
    queryKey: ['message figures', account, mode, span.days, span.by],
    queryFn: ({ signal }) => {
      const asked = { mode, by: span.by, ...spanAt(span, Date.now()) };
      const params = { account };
      const route = 'GET /api/accounts/{account}/statistics/messages';
      return call(route, { params, query: asked, signal });
    },
  });
  return (
    <QueryView query={query}>
      {(told) => (told.total.messages === 0 ? null : <Shown told={told} span={span} />)}
    </QueryView>
  );
}

type ShownProps = { readonly told: Told; readonly span: Span };

function Shown({ told, span }: ShownProps) {
  const texts = useTexts(statisticsTexts);
  return (
    <Stack gap="md" mt="md">
      <Panel title={texts.messages}>
        <Totals total={told.total} />
      </Panel>
      <Plots told={told} span={span} />
      <ByCountry told={told} span={span} />
      <ByOperator told={told} span={span} />
      <Errors told={told} span={span} />
    </Stack>
  );
}

function Totals({ total }: { readonly total: Figures }) {
  const texts = useTexts(statisticsTexts);
  const { language } = useLanguage();
  const { messages, delivered, notDelivered, underWay } = total;
  return (
    <>
      <Facts
        facts={[
          { name: texts.messages, value: formatNumber(messages, language) },
          { name: texts.delivered, value: formatNumber(delivered, language) },
          { name: texts.notDelivered, value: formatNumber(notDelivered, language) },
          { name: texts.underWay, value: formatNumber(underWay, language) },
          { name: texts.share, value: showShare(total, language) },
          { name: texts.halfWithin, value: showDelay(total.halfWithinMs, language) },
          { name: texts.mostWithin, value: showDelay(total.mostWithinMs, language) },
        ]}
      />
      <Text size="xs" c="dimmed" mt="sm">
        {texts.counted}
      </Text>
    </>
  );
}

function Plots({ told: { steps, zone }, span }: ShownProps) {
  const texts = useTexts(statisticsTexts);
  const { language } = useLanguage();
  const axis = { zone, by: span.by };
  const asShare = useCallback((value: number) => formatShare(value, language), [language]);
  const asDelay = useCallback((value: number) => formatDuration(value, language), [language]);
  // A plot is drawn anew for each list that it is given.
  const { times, counts, shares, delays } = useMemo(() => seriesOf(steps, texts), [steps, texts]);
  return (
    <>
      <Panel title={texts.volume} actions={<Export table="steps" span={span} />}>
        <Chart label={texts.volume} times={times} axis={axis} series={counts} />
      </Panel>
      <Panel title={texts.share}>
        <Chart
          label={texts.share}
          times={times}
          axis={axis}
          series={shares}
          show={asShare}
          top={1}
        />
      </Panel>
      <Panel title={texts.delay}>
        <Chart label={texts.delay} times={times} axis={axis} series={delays} show={asDelay} />
      </Panel>
    </>
  );
}

function seriesOf(steps: Told['steps'], texts: Texts) {
  const values = (of: (step: Figures) => number | null) => steps.map(of);
  return {
    times: steps.map(({ from }) => from),
    counts: [
      { name: texts.delivered, tone: 'accent', values: values(({ delivered }) => delivered) },
      { name: texts.notDelivered, tone: 'bad', values: values(({ notDelivered }) => notDelivered) },
      { name: texts.underWay, tone: 'info', values: values(({ underWay }) => underWay) },
    ] as const,
    shares: [
      { name: texts.share, tone: 'accent', values: values((step) => shareDelivered(step) ?? null) },
    ] as const,
    delays: [
      { name: texts.halfWithin, tone: 'accent', values: values((step) => step.halfWithinMs) },
      { name: texts.mostWithin, tone: 'warn', values: values((step) => step.mostWithinMs) },
    ] as const,
  };
}

type TableName = 'steps' | 'countries' | 'operators' | 'errors';

function Export({ table, span }: { readonly table: TableName; readonly span: Span }) {
  const texts = useTexts(statisticsTexts);
  const { id: account } = useAccount();
  const { mode } = useMode();
  const asked = new URLSearchParams({ mode, by: span.by, table, ...spanAt(span, Date.now()) });
  return (
    <DownloadButton
      size="compact-sm"
      path={`/api/accounts/${account}/statistics/messages.csv?${asked.toString()}`}
      name={`messages-${table}.csv`}
    >
      CSV
      <VisuallyHidden> {texts[table]}</VisuallyHidden>
    </DownloadButton>
  );
}

function ByCountry({ told: { countries, currency }, span }: ShownProps) {
  const texts = useTexts(statisticsTexts);
  const { language } = useLanguage();
  const names = useMemo(() => new Intl.DisplayNames(language, { type: 'region' }), [language]);
  return (
    <Panel title={texts.countries} isFlush actions={<Export table="countries" span={span} />}>
      <DataTable
        label={texts.countries}
        rows={countries}
        keyOf={({ country }) => country}
        empty={null}
        columns={[
          {
            name: texts.country,
            isTitle: true,
            show: ({ country }) => (country === '' ? texts.noCountry : names.of(country)),
          },
          ...figureColumns(texts, currency, language),
        ]}
      />
    </Panel>
  );
}

function ByOperator({ told: { operators, currency }, span }: ShownProps) {
  const texts = useTexts(statisticsTexts);
  const { language } = useLanguage();
  return (
    <Panel title={texts.operators} isFlush actions={<Export table="operators" span={span} />}>
      <DataTable
        label={texts.operators}
        rows={operators}
        keyOf={({ operator }) => operator}
        empty={null}
        columns={[
          { name: texts.operator, isTitle: true, show: ({ operator }) => operator },
          ...figureColumns(texts, currency, language),
        ]}
      />
    </Panel>
  );
}

function figureColumns(
  texts: Texts,
  currency: string,
  language: Language,
): readonly Column<Figures>[] {
  return [
    {
      name: texts.messages,
      isFigure: true,
      show: ({ messages }) => formatNumber(messages, language),
    },
    { name: texts.share, isFigure: true, show: (figures) => showShare(figures, language) },
    {
      name: texts.notDelivered,
      isFigure: true,
      show: ({ notDelivered }) => formatNumber(notDelivered, language),
    },
    {
      name: texts.halfWithin,
      isFigure: true,
      show: ({ halfWithinMs }) => showDelay(halfWithinMs, language),
    },
    {
      name: texts.mostWithin,
      isFigure: true,
      show: ({ mostWithinMs }) => showDelay(mostWithinMs, language),
    },
    { name: texts.parts, isFigure: true, show: ({ parts }) => formatNumber(parts, language) },
    { name: texts.cost, isFigure: true, show: ({ cost }) => formatMoney(cost, currency, language) },
  ];
}

function Errors({ told: { errors }, span }: ShownProps) {
  const texts = useTexts(statisticsTexts);
  const { language } = useLanguage();
  if (errors.length === 0) return null;
  return (
    <Panel title={texts.errors} isFlush actions={<Export table="errors" span={span} />}>
      <DataTable
        label={texts.errors}
        rows={errors}
        keyOf={({ reason }) => reason}
        empty={null}
        columns={[
          {
            name: texts.reason,
            isTitle: true,
            show: ({ reason }) => (reason === '' ? texts.noReason : <Code>{reason}</Code>),
          },
          {
            name: texts.messages,
            isFigure: true,
            show: ({ messages }) => formatNumber(messages, language),
          },
        ]}
      />
    </Panel>
  );
}

function showShare(figures: Figures, language: Language): string {
  const share = shareDelivered(figures);
  return share === undefined ? '–' : formatShare(share, language);
}

function showDelay(delayMs: number | null, language: Language): string {
  return delayMs === null ? '–' : formatDuration(delayMs, language);
}
