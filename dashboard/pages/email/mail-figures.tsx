/** How mails went: what arrived and how soon, by time, by state, by provider, and why some did not. */
import { Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { type Answer, tablePath } from '../../api/operate.ts';
import { useAccount, useMode } from '../../app/session.tsx';
import { useLanguage, useTexts } from '../../app/use-texts.tsx';
import { Chart } from '../../components/chart.tsx';
import type { Column } from '../../components/column.ts';
import { useCompared } from '../../components/compared.tsx';
import { Facts } from '../../components/facts.tsx';
import { delayLines, FigurePlots, linesOf } from '../../components/figure-plots.tsx';
import { arrivalColumns, FigureTable, figure, showShare } from '../../components/figure-table.tsx';
import { formatDelay, formatMoney, formatNumber, formatShare } from '../../components/format.ts';
import { Panel } from '../../components/panel.tsx';
import { Code } from '../../components/shown.tsx';
import { type Span, spanAt } from '../../components/statistics-span.ts';
import { TableExport } from '../../components/table-export.tsx';
import { mailStatisticsTexts } from '../../texts/mail-statistics.ts';
import { statisticsTexts } from '../../texts/statistics.ts';
import type { Language } from '../../texts/texts.ts';
import { useMeaning } from './mail-state.tsx';
import { shareOfMails } from './share-of-mails.ts';

type Told = Answer<'mail statistics'>;
type Figures = Told['total'];

function useFigureTexts() {
  const shared = useTexts(statisticsTexts);
  const own = useTexts(mailStatisticsTexts);
  return useMemo(() => ({ ...shared, ...own }), [shared, own]);
}

type Texts = ReturnType<typeof useFigureTexts>;
type ShownProps = { readonly told: Told; readonly span: Span };

type ComparedProps = { readonly told: Told; readonly before: Told | undefined };

export function MailFigures({ told, before, span }: ShownProps & ComparedProps) {
  const texts = useFigureTexts();
  return (
    <Stack gap="md">
      <Panel title={texts.mails}>
        <Totals told={told} before={before} />
      </Panel>
      <Plots told={told} before={before} span={span} />
      <States total={told.total} />
      <ByProvider told={told} span={span} />
      <Errors told={told} span={span} />
    </Stack>
  );
}

function Totals({ told, before }: ComparedProps) {
  const texts = useFigureTexts();
  const { language } = useLanguage();
  const compare = useCompared(told.total, before?.total);
  const count = (of: 'mails' | 'delivered' | 'underWay') =>
    compare((total) => formatNumber(total[of], language));
  return (
    <>
      <Facts
        facts={[
          { name: texts.mails, value: count('mails') },
          { name: texts.delivered, value: count('delivered') },
          { name: texts.underWay, value: count('underWay') },
          {
            name: texts.share,
            value: compare((total) => showShare(shareOfMails(total), language)),
          },
          {
            name: texts.halfWithin,
            value: compare((total) => formatDelay(total.halfWithinMs, language)),
          },
          {
            name: texts.mostWithin,
            value: compare((total) => formatDelay(total.mostWithinMs, language)),
          },
          {
            name: texts.cost,
            value: compare(({ cost }) => formatMoney(cost, told.currency, language)),
          },
          { name: texts.zone, value: told.zone },
        ]}
      />
      <Text size="xs" c="dimmed" mt="sm">
        {texts.counted}
      </Text>
    </>
  );
}

function Plots({ told: { steps, currency, zone }, before, span }: ShownProps & ComparedProps) {
  const texts = useFigureTexts();
  const { language } = useLanguage();
  const axis = { zone, by: span.by };
  const asCost = useCallback(
    (value: number) => formatMoney(String(value), currency, language),
    [currency, language],
  );
  // A plot is drawn again for each list that it is given.
  const drawn = useMemo(() => seriesOf(steps, before?.steps, texts), [steps, before, texts]);
  return (
    <>
      <FigurePlots
        axis={axis}
        texts={texts}
        drawn={drawn}
        actions={<Export table="steps" span={span} />}
      />
      <Panel title={texts.cost}>
        <Chart
          label={texts.cost}
          times={drawn.times}
          axis={axis}
          series={drawn.costs}
          show={asCost}
        />
      </Panel>
    </>
  );
}

type Of = (step: Figures) => number | null;

const shareOf: Of = (step) => shareOfMails(step) ?? null;
const costOf: Of = (step) => Number(step.cost);

function seriesOf(steps: Told['steps'], before: Told['steps'] | undefined, texts: Texts) {
  const { times, line, was } = linesOf(steps, before, texts.before);
  return {
    times,
    counts: [
      line(texts.delivered, 'accent', ({ delivered }) => delivered),
      line(texts.bounced, 'bad', bouncedOf),
      line(texts.failed, 'warn', ({ failed }) => failed),
      line(texts.underWay, 'info', ({ underWay }) => underWay),
      ...was((step) => step.delivered + bouncedOf(step) + step.failed + step.underWay),
    ],
    shares: [line(texts.share, 'accent', shareOf), ...was(shareOf)],
    delays: delayLines({ line, was }, texts),
    costs: [line(texts.cost, 'info', costOf), ...was(costOf)],
  };
}

function bouncedOf({ bouncedHard, bouncedSoft }: Figures): number {
  return bouncedHard + bouncedSoft;
}

type TableName = 'steps' | 'providers' | 'errors';

function Export({ table, span }: { readonly table: TableName; readonly span: Span }) {
  const texts = useFigureTexts();
  const { id: account } = useAccount();
  const { mode } = useMode();
  const asked = { mode, by: span.by, table, ...spanAt(span, Date.now()) };
  return (
    <TableExport
      path={tablePath(account, 'mail statistics export', asked)}
      name={`mails-${table}.csv`}
      title={texts[table]}
    />
  );
}

const states = [
  'delivered',
  'caught',
  'complained',
  'underWay',
  'deferred',
  'bouncedHard',
  'bouncedSoft',
  'failed',
  'suppressed',
  'cancelled',
] as const;

function States({ total }: { readonly total: Figures }) {
  const texts = useFigureTexts();
  const { language } = useLanguage();
  return (
    <FigureTable
      title={texts.states}
      rows={states}
      keyOf={(state) => state}
      columns={[
        {
          name: texts.state,
          isTitle: true,
          show: (state) => texts[state === 'complained' ? 'spam' : state],
        },
        {
          name: texts.mails,
          isFigure: true,
          show: (state) => formatNumber(total[state], language),
        },
        {
          name: texts.ofAll,
          isFigure: true,
          show: (state) => formatShare(total[state] / total.mails, language),
        },
      ]}
    />
  );
}

function ByProvider({ told: { providers, currency }, span }: ShownProps) {
  const texts = useFigureTexts();
  const { language } = useLanguage();
  return (
    <FigureTable
      title={texts.providers}
      actions={<Export table="providers" span={span} />}
      rows={providers}
      keyOf={({ provider }) => provider}
      columns={[
        {
          name: texts.provider,
          isTitle: true,
          show: ({ provider }) => (provider === '' ? texts.others : provider),
        },
        ...figureColumns(texts, currency, language),
      ]}
    />
  );
}

function figureColumns(
  texts: Texts,
  currency: string,
  language: Language,
): readonly Column<Figures>[] {
  const count = (name: string, of: (figures: Figures) => number) =>
    figure<Figures>(name, (figures) => formatNumber(of(figures), language));
  const { share, delays, cost } = arrivalColumns<Figures>(texts, language, {
    share: shareOfMails,
    currency,
  });
  return [
    count(texts.mails, ({ mails }) => mails),
    share,
    count(texts.bounced, bouncedOf),
    count(texts.failed, ({ failed }) => failed),
    count(texts.complained, ({ complained }) => complained),
    ...delays,
    cost,
  ];
}

function Errors({ told: { errors }, span }: ShownProps) {
  const texts = useFigureTexts();
  const { language } = useLanguage();
  const meaning = useMeaning();
  const { id: account } = useAccount();
  const navigate = useNavigate();
  if (errors.length === 0) return null;
  return (
    <FigureTable
      title={texts.errors}
      actions={<Export table="errors" span={span} />}
      rows={errors}
      keyOf={({ reason, code }) => `${reason} ${code}`}
      onOpen={({ reason }) =>
        void navigate({ to: `/${account}/email/messages`, search: { ...span.asked, reason } })
      }
      columns={[
        {
          name: texts.reason,
          isTitle: true,
          show: ({ reason }) => (reason === '' ? texts.noReason : meaning(reason)),
        },
        {
          name: texts.code,
          show: ({ code }) => (code === '' ? texts.noCode : <Code>{code}</Code>),
        },
        { name: texts.mails, isFigure: true, show: ({ mails }) => formatNumber(mails, language) },
      ]}
    />
  );
}
